// One instance of the module in a worker. Messages in: the module, then questions. Out: progress, an answer or an error.
import { Trap, start } from './engine.js';

let ask;
onmessage = async ({ data }) => {
  try {
    ask ??= start(data.module, (done) => postMessage({ progress: { done } }));
    if (data.question) postMessage({ answer: (await ask)(data.question) });
  } catch (error) {
    postMessage({ error: error.message, trap: error instanceof Trap || !data.question });
  }
};
