// Regions: puzzles that are made here, marks and queens by click, checks, hints and print.
import { $, address, attempt, notice, options } from './page.js';
import { Engine } from './workers.js';
import { coordinates, fill, name, piece, squareOf } from './board.js';
import { number, sentence, t } from './words.js';

const SIZES = [5, 6, 7, 8, 9, 10, 11];
const LEVELS = [0, 1, 2, 3, 4, 5, 6];
const WAIT = 300; // ms until the page says that it is still making a puzzle

let wanted = { size: 8, level: 2, seed: 1 };
let puzzle;
let buttons;
let marks = new Map(); // squares with 'mark' or 'queen'
let told = { kind: 'none' };
let hinted = new Set();
let hints = 0; // steps that were told since the last queen

const engine = new Engine();
const within = (value, least, most, otherwise) => {
  const whole = Math.trunc(Number(value));
  return value !== undefined && value !== '' && whole >= least && whole <= most ? whole : otherwise;
};

export function show([size, level, seed]) {
  if (puzzle && size === undefined) return address('regions', ...Object.values(wanted));
  wanted = {
    size: within(size, SIZES[0], SIZES.at(-1), wanted.size),
    level: within(level, 0, 6, wanted.level),
    seed: within(seed, 0, 999_999_999, wanted.seed),
  };
  drawOptions();
  return make();
}

export function redraw() {
  drawOptions();
  if (puzzle) draw();
  tell();
}

function drawOptions() {
  options($('regions-size'), SIZES, (size) => `${size} × ${size}`, wanted.size);
  options($('regions-level'), LEVELS, (level) => (level ? String(level) : t('any')), wanted.level);
  $('regions-seed').value = wanted.seed;
}

async function make() {
  address('regions', ...Object.values(wanted));
  notice('');
  engine.drop();
  const mine = wanted;
  const slow = setTimeout(() => tell({ kind: 'making' }), WAIT);
  await attempt(async () => {
    const made = await engine.ask(`regions make ${wanted.size} ${wanted.level} ${wanted.seed}`);
    if (mine !== wanted) return;
    puzzle = made;
    [marks, hinted, hints] = [new Map(), new Set(), 0];
    layOut();
    tell({ kind: 'none' });
  }, (text) => mine === wanted && tell({ kind: 'error', text }));
  clearTimeout(slow);
}

function layOut() {
  const { size, regions } = puzzle;
  const rows = Array.from({ length: size }, (_, row) => row);
  const region = (row, column) => (row < 0 || column < 0 || row >= size || column >= size ? -1 : regions[row * size + column]);
  buttons = fill($('regions-board'), rows.flatMap((row) => rows.map((column) => [row, column])), 'square');
  coordinates(buttons, size);
  for (const [key, button] of buttons) {
    const [row, column] = squareOf(key);
    const own = region(row, column);
    const edges = { top: region(row - 1, column), right: region(row, column + 1), bottom: region(row + 1, column), left: region(row, column - 1) };
    button.className = [`region-${own % 12}`, ...Object.keys(edges).filter((side) => edges[side] !== own).map((side) => `edge-${side}`)].join(' ');
    button.dataset.region = own;
  }
  draw();
}

const letter = (region) => String.fromCharCode(65 + region);
const queens = () => [...marks].filter(([, mark]) => mark === 'queen').map(([key]) => key);

function draw() {
  const first = new Set(puzzle.regions.map((region) => puzzle.regions.indexOf(region))
    .map((index) => `${Math.floor(index / puzzle.size)},${index % puzzle.size}`));
  for (const [key, button] of buttons) {
    const mark = marks.get(key);
    const square = name(squareOf(key), puzzle.size);
    button.setAttribute('aria-label', `${square}, ${t('region')} ${letter(Number(button.dataset.region))}: ${t(mark ?? 'empty')}`);
    button.classList.toggle('hinted', hinted.has(key));
    button.classList.toggle('marked', mark === 'mark');
    button.replaceChildren(...(mark ? [piece(mark === 'queen' ? 'queen' : 'cross')] : []));
    if (first.has(key)) button.append(Object.assign(document.createElement('i'), { textContent: letter(Number(button.dataset.region)) }));
  }
  $('regions-queens').textContent = t('{0} of {1}', number(queens().length), number(puzzle.size));
  $('regions-grade').textContent = puzzle.level ? t('level {0}, {1} steps', puzzle.level, number(puzzle.steps)) : t('needs a guess');
}

function tell(what = told) {
  told = what;
  $('regions-text').textContent = sentence(told, (square) => name(square, puzzle.size));
  $('regions-text').dataset.kind = told.kind;
}

function change(key, to) {
  const was = marks.get(key) ?? 'empty';
  const next = to ?? { empty: 'mark', mark: 'queen', queen: 'empty' }[was];
  if (was === 'queen' || next === 'queen') hints = 0;
  marks.delete(key);
  if (next !== 'empty') marks.set(key, next);
  hinted = new Set();
  tell({ kind: 'none' });
  draw();
  if (queens().length === puzzle.size) ask('check');
}

/** Asks for a hint or a check of the queens that are on the board now. */
async function ask(what) {
  engine.drop();
  const [mine, before] = [puzzle, queens().join('+')];
  await attempt(async () => {
    const answer = await engine.ask(`regions ${what} ${before || '-'}${what === 'hint' ? ` ${hints}` : ''}\n${puzzle.text}`);
    if (mine !== puzzle || before !== queens().join('+')) return;
    if (answer.kind === 'step') hints += 1;
    hinted = new Set((answer.queens ?? (answer.placed?.length ? answer.placed : answer.removed) ?? []).map(String));
    tell(answer);
    draw();
  });
}

$('regions-board').addEventListener('click', ({ target }) => {
  const key = target.closest('[data-square]')?.dataset.square;
  if (key) change(key);
});
$('regions-board').addEventListener('keydown', ({ key, target, ctrlKey, metaKey }) => {
  const to = { q: 'queen', x: 'mark', Backspace: 'empty', Delete: 'empty' }[key.length === 1 ? key.toLowerCase() : key];
  if (to && !ctrlKey && !metaKey && target.dataset.square) change(target.dataset.square, to);
});
$('regions-new').addEventListener('click', () => {
  const seed = within($('regions-seed').value, 0, 999_999_999, wanted.seed);
  // Another seed that was typed is wanted, the present one is used up.
  const next = puzzle && seed === wanted.seed ? crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000 : seed;
  show([$('regions-size').value, $('regions-level').value, next]);
});
for (const id of ['size', 'level', 'seed']) {
  $(`regions-${id}`).addEventListener('change', () => show(['size', 'level', 'seed'].map((id) => $(`regions-${id}`).value)));
}
$('regions-check').addEventListener('click', () => ask('check'));
$('regions-hint').addEventListener('click', () => ask('hint'));
$('regions-clear').addEventListener('click', () => {
  [marks, hinted, hints] = [new Map(), new Set(), 0];
  tell({ kind: 'none' });
  draw();
});
$('regions-print').addEventListener('click', () => print());
