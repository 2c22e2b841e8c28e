// Queens: a board on which the reader fixes queens and blocks squares, its solutions, and a count on all processors.
import { $, address, attempt, button, notice, options, strange, undoing, visit } from './page.js';
import { onPaper, queensPicture } from './paper.js';
import { load, save } from './state.js';
import { Engine, Pool, instant, prepare } from './workers.js';
import { areSquares, fillSquare, name, overlay, piece, squareOf, squaresIn } from './board.js';
import { number, t } from './words.js';

const SMALLEST = 4;
const LARGEST = 14;
const PAGE = 24; // boards of the gallery that come together
const MOST_STATES = 200; // that can be undone
const QUICK = 12; // boards to this size are counted before they are drawn: a worker's answer would come a frame later

const board = { size: 8, fixed: new Set(), blocked: new Set() };
let states = []; // the boards so far, as in addresses, of which `at` is the present one
let at = 0;
let placing = false; // whether the reader places the queens, without answers
let checked = ''; // what the reader asked about the queens placed
let buttons;
let lines; // between queens that attack each other
let shown = []; // queens that are drawn beside the fixed ones
let answers = {}; // of the present board
let listed = [];
let place = -1; // in the list
let gallery = [];
let chosen = -1; // in the gallery

const counter = new Engine(); // counts and completes
const lister = new Engine(); // lists
let pool;

const text = (squares) => [...squares].join('+') || '-';
const question = () => `${board.size} ${text(board.fixed)} ${text(board.blocked)}`;
const state = () => [board.size, text(board.fixed), text(board.blocked)];
const here = () => ['queens', ...state(), ...(placing ? ['place'] : [])];
const called = (key) => name(squareOf(key), board.size);

export function show([size, fixed, blocked, mode]) {
  if (buttons && size === undefined) return address(...here());
  const kept = load('queens');
  if (!states.length) [states, at] = [kept.states ?? [], kept.at ?? 0];
  if (size === undefined) {
    [size, fixed, blocked] = states[at]?.split('/') ?? ['8'];
    if (kept.placing) mode = 'place';
  }
  const isSize = /^\d{1,2}$/.test(size) && size >= SMALLEST && size <= LARGEST;
  const makesSense = isSize && areSquares(fixed, size) && areSquares(blocked, size);
  if (!isSize) [size, fixed, blocked] = [8];
  placing = mode === 'place';
  set(Number(size), squaresIn(fixed, size), squaresIn(blocked, size));
  if (!makesSense) strange();
}

export function redraw() {
  draw();
  tell();
  drawGallery(0);
}

/** Puts another board on the screen. */
function set(size, fixed, blocked, remembers = true) {
  const isNew = !buttons || size !== board.size;
  Object.assign(board, { size, fixed: new Set(fixed), blocked: new Set(blocked) });
  if (isNew) {
    options($('size'), Array.from({ length: LARGEST - SMALLEST + 1 }, (_, i) => SMALLEST + i), (n) => `${n} × ${n}`, size);
    buttons = fillSquare($('board'), size);
    lines = overlay($('board'));
  }
  const now = state().join('/');
  if (remembers && states[at] !== now) {
    states = [...states.slice(0, at + 1), now].slice(-MOST_STATES);
    at = states.length - 1;
  }
  save('queens', { states, at, placing });
  ask();
}

/** The pairs of queens on the board that attack each other. */
function conflicts() {
  const queens = [...board.fixed].map(squareOf);
  const pairs = queens.flatMap((queen, i) => queens.slice(i + 1).map((other) => [queen, other]));
  return pairs.filter(([queen, other]) => attacks(queen, other));
}

const attacks = ([a, b], [c, d]) => (a === c || b === d || Math.abs(a - c) === Math.abs(b - d)) && (a !== c || b !== d);

function draw() {
  const extra = new Set(shown);
  const queens = [...board.fixed, ...shown].map(squareOf);
  const pairs = conflicts();
  const inConflict = new Set(pairs.flat().map(String));
  for (const [key, button] of buttons) {
    const square = squareOf(key);
    const [state, symbol] = board.fixed.has(key) ? ['queen', 'queen']
      : board.blocked.has(key) ? ['blocked', 'cross']
      : extra.has(key) ? ['queen of the solution', 'queen'] : ['empty', null];
    const threatened = $('attacked').checked && queens.some((queen) => attacks(queen, square));
    const more = [threatened && 'attacked', inConflict.has(key) && 'conflict'].filter(Boolean);
    button.className = [(square[0] + square[1]) % 2 ? 'dark' : 'light', symbol && state.split(' ').join('-'), ...more].filter(Boolean).join(' ');
    button.setAttribute('aria-label', `${name(square, board.size)}: ${[state, ...more].map((word) => t(word)).join(', ')}`);
    button.replaceChildren(...(symbol ? [piece(symbol)] : []));
  }
  lines.innerHTML = pairs.map(([[a, b], [c, d]]) =>
    `<line x1="${40 * b + 20}" y1="${40 * a + 20}" x2="${40 * d + 20}" y2="${40 * c + 20}"/>`).join('');
  $('board').classList.toggle('placing', placing);
  $('queens-rule').textContent = t('Place {0} queens so that no two are in one row, column or diagonal.', board.size);
  $('queens-undo').disabled = at === 0;
  $('queens-redo').disabled = at >= states.length - 1;
  $('queens-place').setAttribute('aria-pressed', placing);
  for (const id of ['previous', 'next', 'queens-answers']) $(id).hidden = placing;
  for (const id of ['queens-check', 'queens-hidden']) $(id).hidden = !placing;
}

/** Asks everything about the board anew. */
async function ask() {
  [shown, answers, listed, place, gallery, chosen, checked] = [[], {}, [], -1, [], -1, ''];
  counter.drop();
  lister.drop();
  const mine = answers;
  const asks = !placing && !conflicts().length;
  const asked = asks && attempt(async () => {
    mine.count = (board.size <= QUICK && instant(`queens count ${question()}`)) || (await counter.ask(`queens count ${question()}`));
    tell();
    performance.mark('first answer');
    prepare();
    mine.most = await counter.ask(`queens most ${question()}`);
    tell();
    if (BigInt(mine.count.found) > 0n) {
      await lister.ask(`queens list fundamental ${question()}`);
      await more();
      await lister.ask(`queens list all ${question()}`);
    } else drawGallery(0);
  });
  // Drawn while the worker counts.
  notice('');
  if (!asks && !placing) answers.count = { found: '0', fundamental: null };
  draw();
  tell();
  if (!asks) drawGallery(0);
  address(...here());
  $('board').setAttribute('aria-busy', 'true');
  await asked;
  if (mine === answers) $('board').removeAttribute('aria-busy');
}

function tell() {
  const { count, most } = answers;
  $('solutions').textContent = count ? number(count.found) : '…';
  $('most').textContent = most ? (most.proved ? number(most.maximum) : t('{0} or more', number(most.maximum))) : count && conflicts().length ? '–' : '…';
  $('show-most').disabled = !most;
  // With fixed or blocked squares few symmetries are left, and no number of classes is counted.
  $('up-to-symmetry').parentElement.hidden = count?.fundamental === null;
  if (count?.fundamental) $('up-to-symmetry').textContent = number(count.fundamental);
  $('next').disabled = !count || place >= Number(count.found) - 1;
  $('previous').disabled = place <= 0;
  $('place').textContent = place >= 0 ? t('{0} of {1}', number(place + 1), number(count.found)) : '';
  const [sentence, kind] = feedback();
  $('queens-text').textContent = sentence;
  $('queens-text').dataset.kind = kind ?? '';
}

function feedback() {
  const { count, most } = answers;
  const pairs = conflicts().map((pair) => pair.map((square) => name(square, board.size)));
  if (pairs.length) {
    const told = pairs.length === 1 ? t('{0} and {1} attack each other.', ...pairs[0])
      : t('Queens that attack each other: {0}.', pairs.map((pair) => pair.join('–')).join(', '));
    return [told, 'conflict'];
  }
  if (placing) {
    const [placed, all] = [board.fixed.size, board.size];
    if (placed === all) return [t('All {0} queens are placed: a solution.', number(all)), 'solved'];
    return [checked || t('{0} of {1} queens are placed; none attacks another.', number(placed), number(all))];
  }
  if (place >= 0) return [t('Solution {0} of {1}.', number(place + 1), number(count.found))];
  if (chosen >= 0) return [t('Solution: {0}.', shown.map(called).join(' '))];
  if (!count) return [''];
  if (count.found !== '0') return [count.found === '1' ? t('One solution.') : t('{0} solutions.', number(count.found))];
  return [!most ? t('No solution.') : t('No solution: at most {0} queens fit.', number(most.maximum))];
}

/** Shows a solution, or the most queens that fit. */
function reveal(queens, inList, inGallery) {
  [shown, place, chosen] = [queens, inList, inGallery];
  draw();
  tell();
  for (const [index, button] of [...$('fundamental').children].entries()) button.setAttribute('aria-pressed', index === chosen);
}

async function step(by) {
  const mine = listed;
  await attempt(async () => {
    const next = place + by;
    if (next >= listed.length) mine.push(...(await lister.ask(`queens next all ${PAGE}`)).solutions);
    if (mine !== listed || !listed[next]) return;
    reveal(squaresOf(listed[next]), next, -1);
  });
}

const squaresOf = (columns) => columns.map((column, row) => `${row},${column}`);

async function more() {
  const mine = gallery;
  const { solutions } = await lister.ask(`queens next fundamental ${PAGE}`);
  if (mine !== gallery) return;
  const before = mine.length;
  mine.push(...solutions);
  $('more').hidden = solutions.length < PAGE;
  drawGallery(before);
}

/** The boards that turning and mirroring make of a solution and that have the queens and blocked squares of this one. */
function images(columns) {
  const last = board.size - 1;
  const turned = [];
  for (let i = 0, squares = squaresOf(columns).map(squareOf); i < 8; i++) {
    squares = squares.map(([row, column]) => (i === 4 ? [column, row] : i % 2 ? [row, last - column] : [last - row, last - column]));
    turned.push(squares.map(String));
  }
  const fits = (squares) => [...board.fixed].every((key) => squares.includes(key)) && !squares.some((key) => board.blocked.has(key));
  return new Map(turned.filter(fits).map((squares) => [[...squares].sort().join(), squares]));
}

/** Draws the gallery from this board on; what stands there stays. */
function drawGallery(from) {
  const hasConditions = board.fixed.size + board.blocked.size > 0;
  const boards = gallery.slice(from).map((columns, index) => {
    const alike = hasConditions ? images(columns).size : 1;
    const label = `${from + index + 1}: ${columns.map((column, row) => name([row, column], board.size)).join(' ')}`;
    const choose = () => {
      // Another click shows the next of those that are symmetric.
      const all = [...images(columns).values()];
      const now = chosen === from + index ? all.findIndex((squares) => squares.every((key) => board.fixed.has(key) || shown.includes(key))) : -1;
      reveal(chosen === from + index ? all[(now + 1) % all.length] : squaresOf(columns), -1, from + index);
    };
    const told = { ariaLabel: alike > 1 ? `${label}; ${t('{0} boards', alike)}` : label, ariaPressed: from + index === chosen };
    return button(choose, told, thumbnail(columns), ...(alike > 1 ? [`× ${alike}`] : []));
  });
  if (from) $('fundamental').append(...boards);
  else $('fundamental').replaceChildren(...boards);
  if (!gallery.length) $('more').hidden = true;
  $('gallery-title').textContent = t(hasConditions ? 'Solutions by symmetry' : 'Fundamental solutions');
  const isWhole = gallery.length && $('more').hidden;
  const told = !hasConditions ? t('One of each set that turning and mirroring the board turn into each other. Click one to see it on the board.')
    : t('Boards that turning and mirroring turn into each other stand together; a click shows one, another click the next.');
  $('gallery-note').textContent = !answers.count ? '' : !gallery.length ? t('No solution.')
    : hasConditions && isWhole && answers.count.found !== '1' ? `${t('{0} solutions, {1} up to symmetry.', number(answers.count.found), number(gallery.length))} ${told}` : told;
}

function thumbnail(columns) {
  const svg = piece('queen');
  const size = columns.length;
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`);
  const dark = columns.flatMap((_, row) => columns.map((_, column) => ((row + column) % 2 ? `M${column} ${row}h1v1h-1z` : '')));
  const queens = columns.map((column, row) =>
    `<use href="#queen" x="${column + 0.05}" y="${row + 0.05}" width=".9" height=".9"/>`);
  svg.innerHTML = `<path d="${dark.join('')}"/>${queens.join('')}`;
  return svg;
}

/** The next state of a square: a queen, blocked, empty. */
function change(key, to) {
  const [fixed, blocked] = [new Set(board.fixed), new Set(board.blocked)];
  const [queen, block] = [fixed.delete(key), blocked.delete(key)];
  const next = to ?? (queen ? 'blocked' : block ? 'empty' : 'queen');
  if (next === 'queen') fixed.add(key);
  if (next === 'blocked') blocked.add(key);
  set(board.size, fixed, blocked);
}

/** Goes to another of the boards so far. */
function go(to) {
  if (!states[to]) return;
  at = to;
  const [size, fixed, blocked] = states[at].split('/');
  set(Number(size), squaresIn(fixed, size), squaresIn(blocked, size), false);
}

$('board').addEventListener('click', ({ target }) => {
  const key = target.closest('[data-square]')?.dataset.square;
  if (key) change(key);
});
$('board').addEventListener('keydown', ({ key, target, ctrlKey, metaKey }) => {
  const to = { q: 'queen', x: 'blocked', Backspace: 'empty', Delete: 'empty' }[key.length === 1 ? key.toLowerCase() : key];
  if (to && !ctrlKey && !metaKey && target.dataset.square) change(target.dataset.square, to);
});
$('size').addEventListener('change', ({ target }) => {
  visit('queens', target.value, '-', '-');
  set(Number(target.value), [], []);
});
$('clear').addEventListener('click', () => set(board.size, [], []));
undoing('queens', () => go(at - 1), () => go(at + 1));
// The reader places the queens, or sees the answers.
for (const id of ['place', 'show', 'hide']) {
  $(`queens-${id}`).addEventListener('click', () => {
    placing = !placing;
    set(board.size, board.fixed, board.blocked);
  });
}
$('queens-check').addEventListener('click', () => attempt(async () => {
  if (conflicts().length) return;
  const mine = answers;
  const { found } = await counter.ask(`queens count ${question()}`);
  if (mine !== answers) return;
  checked = found === '0' ? t('No solution is possible any more: take something back.')
    : found === '1' ? t('One solution is still possible.') : t('{0} solutions are still possible.', number(found));
  tell();
}));
$('attacked').addEventListener('change', draw);
$('show-most').addEventListener('click', () => reveal(answers.most.queens.map(String), -1, -1));
$('next').addEventListener('click', () => step(1));
$('previous').addEventListener('click', () => step(-1));
$('more').addEventListener('click', () => attempt(more));

const squares = (names) => [...names].map(squareOf);

onPaper('queens', {
  picture: () => queensPicture({ size: board.size, queens: squares(shown), given: squares(board.fixed), blocked: squares(board.blocked), lines: conflicts() }),
  sheets: async (kind) => {
    const { size, fixed } = board;
    if (kind === 'complete' && !fixed.size) return notice(t('Place some queens first: the sheet asks for the others.'));
    const rule = t('Place {0} queens so that no two are in one row, column or diagonal.', size);
    const title = t('{0} queens on a board of {0} × {0}', size);
    const conditions = kind === 'complete' ? { given: squares(board.fixed), blocked: squares(board.blocked) } : {};
    Object.assign(conditions, { size, pale: true });
    const list = kind === 'complete' ? question() : `${size} - -`;
    const kinds = kind === 'four' ? 'fundamental' : 'all';
    const { solutions } = conflicts().length && kind === 'complete' ? { solutions: [] }
      : await new Engine().once([`queens list ${kinds} ${list}`, `queens next ${kinds} ${kind === 'four' ? 4 : 1}`]);
    const empty = queensPicture(conditions);
    const answers = solutions.map((columns) => queensPicture({ ...conditions, queens: squares(squaresOf(columns)) }));
    const [pictures, small, some] = kind === 'four' ? [[empty, empty, empty, empty], 'four', 'Some of the solutions.'] : [[empty], 'half', 'One of the solutions.'];
    return [
      { title, task: kind === 'complete' ? t('Add queens until there are {0}, no two of them in one row, column or diagonal.', size) : rule, pictures, small: kind },
      { title: t('Answers'), task: t(answers.length ? some : 'No solution.'), pictures: answers, small, isUnsolvable: !answers.length },
    ];
  },
});

/** Below this N one worker is as fast as several. */
const SHARED = 13;

$('count-start').addEventListener('click', () => attempt(async () => {
  const size = Number($('count-n').value);
  if (!(Number.isInteger(size) && size >= 1 && size <= 18)) return notice(t('N must be from 1 to 18.'));
  notice('');
  pool ??= new Pool();
  const shards = size < SHARED ? 1 : size < 17 ? pool.size : 2 * pool.size;
  for (const id of ['total', 'published', 'fundamental', 'time']) $(`count-${id}`).textContent = '–';
  $('count-start').disabled = true;
  $('count-stop').disabled = false;
  $('count-progress').value = 0;
  $('count-state').textContent = t('{0} workers', shards < pool.size ? 1 : pool.size);
  const began = performance.now();
  try {
    const { total, published } = await pool.count(
      (shard) => `queens count ${size} - - ${shard}`, shards, (part) => ($('count-progress').value = part));
    $('count-time').textContent = `${number(((performance.now() - began) / 1000).toFixed(2))} s`;
    $('count-total').textContent = number(total);
    $('count-published').textContent = number(published.value);
    const agrees = published.value === String(total);
    $('count-state').textContent = t(agrees ? 'agrees with {0}' : 'differs from {0}', published.source);
    $('count-state').classList.toggle('differs', !agrees);
    const { found } = await new Engine().once([`queens fundamental ${size} ${total}`]);
    $('count-fundamental').textContent = number(found);
  } catch (error) {
    $('count-progress').value = 0;
    $('count-state').textContent = t('stopped');
    throw error;
  } finally {
    $('count-start').disabled = false;
    $('count-stop').disabled = true;
  }
}));
$('count-stop').addEventListener('click', () => pool.stop());
