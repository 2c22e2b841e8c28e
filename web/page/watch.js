// Watch: the textbook search step by step, in the player that `vuelta queens trace --html` uses too.
import { $, address, attempt, notice, options, strange, visit } from './page.js';
import { here } from './workers.js';
import { areSquares, holeName, name, squareOf, squaresIn } from './board.js';
import { locale, t } from './words.js';
import { onPaper, pegsPicture, queensPicture, treePicture } from './paper.js';
import { unpack, watch } from './player.js';

const PROBLEMS = ['4', '5', '6', '7', '8', '9', '10', 'cross', 'triangle15'];
const BOARDS = { cross: '  .\n  o\n.ooo.\n  o\n  o', triangle15: '@triangle15' };
const FURTHEST = 500_000; // step of an address
const PIECE = 2048; // steps that are asked for together, at least
const LARGEST = 1 << 16; // at most
const WIDEST = 14; // leaves of a tree that is filled in on paper

let problem = '6';
let fixed = []; // squares of queens that the search may not move
let player;
let ask; // the player reads its steps at once, so that this instance is not in a worker
let board; // of a Senku
let written = 0; // the timer of the address
let visits = false; // whether Back leads from the next address to the present one

export async function show([wanted, step, squares, mode]) {
  if (player && wanted === undefined) return tellAddress();
  const known = player?.state();
  let makesSense = wanted === undefined || (PROBLEMS.includes(wanted) && /^\d{0,9}$/.test(step ?? ''));
  if (known && wanted === problem && !/^\d+$/.test(step)) step = known.at;
  problem = PROBLEMS.includes(wanted) ? wanted : problem;
  fixed = squaresIn(squares, Number(problem));
  makesSense &&= areSquares(squares, Number(problem));
  const at = /^\d{1,9}$/.test(step) ? Math.min(Number(step), FURTHEST) : 0;
  await attempt(async () => {
    ask = await here();
    try {
      open({ at, speed: known?.speed, lesson: mode === 'lesson' });
    } catch { // queens that attack each other
      [fixed, makesSense] = [[], false];
      open({ at: 0 });
    }
    if (!makesSense) strange();
  });
}

/** Another language, the same step. */
export const redraw = () => player && open(player.state());

export const hide = () => player?.pause();

const settings = $('watch-settings'); // which a player holds, or nobody

function open({ at, speed, lesson, plays }) {
  const [trace, more] = BOARDS[problem] ? senku(BOARDS[problem]) : queens(Number(problem)); // may refuse the queens
  const label = (value) => (Number(value) ? t('{0} queens', value) : `Senku, ${value === 'cross' ? t('small cross') : t('triangle of {0}', 15)}`);
  options($('watch-problem'), PROBLEMS, label, problem);
  $('watch-fixed').closest('label').hidden = Boolean(BOARDS[problem]);
  tellFixed();
  player?.destroy();
  const wish = { translate: t, locale: locale(), at, speed, lesson, moved, settings };
  player = undefined; // until it has shown its first step
  player = watch($('watch-player'), trace, unpack({ ...trace, steps: steps(more) }), wish);
  tellAddress();
  if (plays) player.play();
}

const tellFixed = () => ($('watch-fixed').value = fixed.map((key) => name(squareOf(key), problem)).join(', '));

/** The step is told in the address when it has been shown for a moment, and once a second while the player plays. */
function moved(at, plays) {
  $('watch-board').style.cursor = at || BOARDS[problem] ? '' : 'pointer';
  if (plays && written) return;
  clearTimeout(written);
  if (player) written = setTimeout(tellAddress, plays ? 1000 : 150);
}

function tellAddress() {
  written = 0;
  const { at, lesson } = player.state();
  const tell = visits || (lesson && !location.hash.endsWith('/lesson')) ? visit : address; // Back leads out of a lesson
  visits = false;
  tell('watch', problem, at, ...(fixed.length || lesson ? [fixed.join('+') || '-'] : []), ...(lesson ? ['lesson'] : []));
}

function queens(n) {
  const squares = fixed.join('+') || '-';
  ask(`queens trace ${n} ${squares} - 0 1`); // before anything is shown: queens that attack each other are refused
  const trace = { problem: 'queens', n, names: true, fixed: fixed.map(squareOf) };
  trace.comparison = bruteForce(BigInt(n), new Set(trace.fixed.map(([row]) => row)));
  return [trace, (from, count) => ask(`queens trace ${n} ${squares} - ${from} ${count}`)];
}

/** The positions of a search without backtracking, by rows filled; the queens of these rows are fixed. */
function bruteForce(n, rows) {
  const columns = { 'different columns': (queens) => n - BigInt(rows.size) - queens, 'any columns': () => n };
  return Object.entries(columns).map(([name, ways]) => {
    const values = [1n];
    for (let row = 0, queens = 0n; row < n; row++) values.push(values.at(-1) * (rows.has(row) ? 1n : ways(queens++)));
    return { name, values: values.map(String) };
  });
}

function senku(text) {
  board = ask(`senku board\n${text}`);
  const { holes, jumps, start, triangular } = board;
  const trace = { problem: 'senku', holes, jumps, start: start.map((hole) => holes[hole]), triangular, names: true };
  return [trace, (from, count) => ask(`senku trace ${from} ${count}\n${text}`)];
}

/** The search begins anew for each piece of the trace, so that each is as long as all before it, within limits. */
function* steps(more) {
  for (let from = 0; ; ) {
    const count = Math.min(Math.max(PIECE, from), LARGEST);
    const piece = more(from, count).steps;
    yield* piece;
    if (piece.length < count) return;
    from += count;
  }
}

/** Fixes these queens, unless they attack each other. */
function fix(squares) {
  const [before, { speed, lesson }] = [fixed, player.state()];
  notice('');
  [fixed, visits] = [squares, true];
  try {
    open({ at: 0, speed, lesson });
  } catch {
    [fixed, visits] = [before, false];
    refuse(t('These queens attack each other.'));
  }
}

function refuse(sentence) {
  notice(sentence);
  tellFixed();
}

$('watch-problem').addEventListener('change', ({ target }) => {
  [problem, fixed, visits] = [target.value, [], true];
  open({ at: 0, speed: player.state().speed });
});
$('watch-fixed').addEventListener('change', ({ target }) => {
  const n = Number(problem);
  const square = (text) => [n - Number(text.slice(1)), text.toLowerCase().charCodeAt(0) - 97];
  const squares = (target.value.match(/[^\s,;]+/g) ?? []).map((text) => square(text).join());
  if (areSquares(squares.join('+'), n)) fix(squares);
  else refuse(t('Name squares of the board, each once, such as b4, d5.'));
});
// Before the first step, a click on the board fixes a queen, or frees it.
$('watch-player').addEventListener('click', ({ target, clientX, clientY }) => {
  const svg = target.closest('#watch-board');
  if (!svg || BOARDS[problem] || player.state().at) return;
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
  const [key] = squaresIn(`${Math.floor(y / 40)},${Math.floor(x / 40)}`, Number(problem));
  if (key) fix(fixed.includes(key) ? fixed.filter((other) => other !== key) : [...fixed, key]);
});

/** The search tree, or its first part as wide as a page: nodes with the text that a pupil writes, the root first. */
function tree(isAnswer) {
  const nodes = [{ depth: 0, text: '', children: [], trace: [] }];
  let [node, width, isCut] = [nodes[0], 0, false];
  const { holes, jumps } = BOARDS[problem] ? board : {};
  const [, more] = BOARDS[problem] ? senku(BOARDS[problem]) : queens(Number(problem));
  for (const [kind, at] of more(0, PIECE).steps) {
    if (kind === 0) {
      isCut = node.children.length > 0 && width === WIDEST - 1;
      if (isCut) break;
      if (node.children.length) width += 1;
      const text = holes ? jumpName(jumps[at]) : name([Math.floor(at / problem), at % problem], problem);
      const child = { parent: node, depth: node.depth + 1, text: isAnswer ? text : '', children: [], x: width };
      node.children.push(child);
      nodes.push((node = child));
    } else if (kind === 2) node = node.parent;
    else if (kind === 3 && isAnswer) node.won = true;
  }
  for (const node of [...nodes].reverse()) {
    if (node.children.length) node.x = (node.children[0].x + node.children.at(-1).x) / 2;
  }
  nodes[0].x ??= 0;
  const depth = Math.max(...nodes.map(({ depth }) => depth));
  const drawn = treePicture({ nodes, width: width + 1, depth, levels: (level) => (holes ? t('jump {0}', level) : t('row {0}', problem - level + 1)) });
  return { drawn, isCut, isSolved: nodes.some(({ won }) => won) };
}

const jumpName = ([from]) => holeName(board, board.holes[from]);

/** The board as it is shown, or empty. */
function picture(isEmpty) {
  const { path, pegs } = player.state();
  if (!BOARDS[problem]) {
    return queensPicture({ size: Number(problem), pale: isEmpty, given: fixed.map(squareOf), queens: isEmpty ? [] : path.map(({ row, column }) => [row, column]) });
  }
  const shown = new Set(board.holes.flatMap((hole, index) => (pegs.has(String(hole)) ? [index] : [])));
  return pegsPicture({ ...board, pegs: isEmpty ? new Set(board.start) : shown, names: isEmpty && ((hole) => jumpName([hole])) });
}

onPaper('watch', {
  picture: () => picture(false),
  sheets: () => {
    const title = t('The search, step by step');
    const task = BOARDS[problem] ? t('Search as the computer does: try the jumps in order and take one back where no jump is left. Write into each circle the hole that the peg jumps from.')
      : t('Search as the computer does: row by row from the top, column by column from the left; step back where no column is left. Write into each circle the square of the queen, and mark the solutions.');
    const { drawn, isCut, isSolved } = tree(true);
    const part = isCut ? t('This is the beginning of the tree, perhaps without a solution.') : '';
    return [
      { title, task: `${task} ${part}`, pictures: [picture(true), tree(false).drawn], small: 'tree' },
      { title: t('Answers'), task: `${part} ${isSolved ? t('Solutions have a thick rim.') : ''}`, pictures: [drawn], small: 'tree' },
    ];
  },
});
