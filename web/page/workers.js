// Workers, each with an instance of its own. No memory is shared, so that any static host will do.
import { Trap, load, start } from './engine.js';

export { Trap };

/** The answer is no longer wanted, or its count was stopped. */
export class Dropped extends Error {}

/** How long an answer that is out of date may keep newer questions waiting, in ms. A new worker takes about as long. */
const PATIENCE = 150;

export const module = load();

let instance;

/** The page's own instance, for answers that cannot wait for a worker. */
export const here = () => (instance ??= module.then(start));

let ask; // that instance, once the page had time to make it

/** Makes the page's own instance in a moment, when what was asked for is drawn. */
export const prepare = () => ask || setTimeout(() => here().then((own) => (ask = own)).catch(() => {}), 200);

/** Answers a question of a few milliseconds at once, or gives nothing: then a worker has to be asked. */
export function instant(question) {
  try {
    return ask?.(question);
  } catch (error) { // which the worker meets again, and tells
    if (error instanceof Trap) ask = instance = undefined;
    return undefined;
  }
}

/** A worker that answers one question after the other. */
export class Engine {
  #worker;
  #ready = false; // whether the worker has the module
  #running;
  #waiting = [];

  /** Starts the worker, so that the first question need not wait for it. */
  warm() {
    if (!this.#worker) this.#start();
  }

  ask(question, progress) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, progress, resolve, reject });
      this.#next();
    });
  }

  /** Asks these questions one after the other, gives the last answer, and ends the worker. */
  async once(questions) {
    try {
      const answers = await Promise.all(questions.map((question) => this.ask(question)));
      return answers.at(-1);
    } finally {
      this.#worker?.terminate();
    }
  }

  /** Drops all questions so far. One that goes on for long loses its worker, unless the worker keeps what took long to make. */
  drop(keep = false) {
    const running = this.#running;
    for (const job of [running, ...this.#waiting.splice(0)]) job?.reject(new Dropped());
    if (running && !keep) setTimeout(() => this.#running === running && this.stop(), PATIENCE);
  }

  /** Ends what runs; a new worker takes over. */
  stop() {
    this.#worker?.terminate();
    [this.#worker, this.#ready] = [undefined, false];
    this.#running?.reject(new Dropped());
    this.#running = undefined;
    this.#next();
  }

  #start() {
    const worker = (this.#worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
    const hear = (data) => this.#worker === worker && this.#hear(data);
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = (event) => hear({ error: event.message ?? 'worker', trap: true });
    const begin = (module) => {
      if (this.#worker !== worker) return;
      worker.postMessage({ module });
      this.#ready = true;
      this.#send();
    };
    module.then(begin).catch((error) => this.#fail(new Trap(error.message)));
  }

  #next() {
    if (this.#running || !this.#waiting.length) return;
    this.#running = this.#waiting.shift();
    this.warm();
    this.#send();
  }

  #send() {
    if (this.#ready && this.#running) this.#worker.postMessage({ question: this.#running.question });
  }

  #hear({ answer, error, trap, progress }) {
    const job = this.#running;
    if (progress) return job?.progress?.(progress);
    if (trap) return this.#fail(new Trap(error));
    this.#running = undefined;
    if (error) job?.reject(new Error(error));
    else job?.resolve(answer);
    this.#next();
  }

  #fail(error) {
    this.#running?.reject(error);
    this.stop();
  }
}

/** All processors: a count is divided into shards, which the workers take in turn. */
export class Pool {
  #engines;

  constructor(size = Math.min(navigator.hardwareConcurrency || 2, 16)) {
    this.#engines = Array.from({ length: size }, () => new Engine());
  }

  get size() {
    return this.#engines.length;
  }

  stop() {
    for (const engine of this.#engines) {
      engine.drop();
      engine.stop();
    }
  }

  /** Asks `question(shard)` for each of the shards and adds up what they find. `tell` hears the part that is done. */
  async count(question, shards, tell) {
    const done = new Array(shards).fill(0);
    const report = (shard, part) => {
      done[shard] = part;
      tell(done.reduce((sum, part) => sum + part) / shards);
    };
    let [next, total, published] = [0, 0n, null];
    const work = async (engine) => {
      while (next < shards) {
        const shard = next++;
        const answer = await engine.ask(question(`${shard + 1}/${shards}`), ({ done }) => report(shard, done));
        total += BigInt(answer.found);
        published = answer.published;
        report(shard, 1);
      }
    };
    await Promise.all(this.#engines.map(work));
    return { total, published };
  }
}
