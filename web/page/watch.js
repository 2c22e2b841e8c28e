// Watch: the textbook search step by step, in the player that `vuelta queens trace --html` uses too.
import { $, address, attempt, options } from './page.js';
import { module } from './workers.js';
import { start } from './engine.js';
import { locale, t } from './words.js';
import { unpack, watch } from './player.js';

const PROBLEMS = ['4', '5', '6', '7', '8', '9', '10', 'cross', 'triangle15'];
const BOARDS = { cross: '   .\n   o\n .ooo.\n   o\n   o', triangle15: '@triangle15' };
const FEWEST = 1 << 10; // steps that are asked for together, at least

let problem = '6';
let player;
let ask; // the player reads its steps at once, so that this instance is not in a worker

export async function show([wanted]) {
  if (player && wanted === undefined) return address('watch', problem);
  problem = PROBLEMS.includes(wanted) ? wanted : problem;
  await attempt(async () => {
    ask ??= start(await module);
    ask = await ask;
    redraw();
  });
}

export function redraw() {
  if (typeof ask !== 'function') return;
  const label = (value) => (Number(value) ? t('{0} queens', value) : `Senku, ${value === 'cross' ? t('small cross') : value}`);
  options($('watch-problem'), PROBLEMS, label, problem);
  address('watch', problem);
  player?.destroy();
  const [trace, more] = BOARDS[problem] ? senku(BOARDS[problem]) : queens(Number(problem));
  player = watch($('watch-player'), trace, unpack({ ...trace, steps: steps(more) }), { translate: t, locale: locale() });
}

function queens(n) {
  return [{ problem: 'queens', n, names: true }, (from, count) => ask(`queens trace ${n} - - ${from} ${count}`)];
}

function senku(text) {
  const { holes, jumps, start, triangular } = ask(`senku board\n${text}`);
  const trace = { problem: 'senku', holes, jumps, start: start.map((hole) => holes[hole]), triangular, names: true };
  return [trace, (from, count) => ask(`senku trace ${from} ${count}\n${text}`)];
}

/** The search begins anew for each piece of the trace, so that each is as long as all before it. */
function* steps(more) {
  for (let from = 0; ; ) {
    const count = Math.max(FEWEST, from);
    const piece = more(from, count).steps;
    yield* piece;
    if (piece.length < count) return;
    from += count;
  }
}

$('watch-problem').addEventListener('change', ({ target }) => show([target.value]));
