// Queens: a board on which the reader fixes queens and blocks squares, its solutions, and a count on all processors.
import { $, address, attempt, notice, options } from './page.js';
import { Engine, Pool } from './workers.js';
import { coordinates, fill, name, piece, squareOf } from './board.js';
import { number, t } from './words.js';

const SMALLEST = 4;
const LARGEST = 14;
const PAGE = 24; // boards of the gallery that come together

const board = { size: 8, fixed: new Set(), blocked: new Set() };
let buttons;
let shown = []; // queens that are drawn beside the fixed ones
let answers = {}; // of the present board
let listed = [];
let place = -1; // in the list
let gallery = [];

const counter = new Engine(); // counts and completes
const lister = new Engine(); // lists
let pool;

const list = (squares) => [...squares].join('+') || '-';
const question = () => `${board.size} ${list(board.fixed)} ${list(board.blocked)}`;

export function show([size, fixed, blocked]) {
  if (buttons && size === undefined) return address('queens', board.size, list(board.fixed), list(board.blocked));
  const inside = (key) => /^\d+,\d+$/.test(key) && squareOf(key).every((at) => at < board.size);
  const squares = (text) => new Set((text ?? '-').split('+').filter(inside));
  board.size = Math.min(LARGEST, Math.max(SMALLEST, Number(size) || 8));
  board.fixed = squares(fixed);
  board.blocked = squares(blocked);
  options($('size'), Array.from({ length: LARGEST - SMALLEST + 1 }, (_, i) => SMALLEST + i), (n) => `${n} × ${n}`, board.size);
  layOut();
  ask();
}

export function redraw() {
  draw();
  tell();
  drawGallery();
}

function layOut() {
  const rows = Array.from({ length: board.size }, (_, row) => row);
  buttons = fill($('board'), rows.flatMap((row) => rows.map((column) => [row, column])), 'square');
  coordinates(buttons, board.size);
}

function attacked() {
  const queens = [...board.fixed, ...shown].map(squareOf);
  const hits = ([a, b], [c, d]) => (a === c || b === d || Math.abs(a - c) === Math.abs(b - d)) && (a !== c || b !== d);
  return (square) => $('attacked').checked && queens.some((queen) => hits(queen, square));
}

function draw() {
  const extra = new Set(shown);
  const isAttacked = attacked();
  for (const [key, button] of buttons) {
    const square = squareOf(key);
    const [state, symbol] = board.fixed.has(key) ? ['queen', 'queen']
      : board.blocked.has(key) ? ['blocked', 'cross']
      : extra.has(key) ? ['queen of the solution', 'queen'] : ['empty', null];
    const threatened = isAttacked(square);
    button.className = [(square[0] + square[1]) % 2 ? 'dark' : 'light', symbol && state.split(' ').join('-'), threatened && 'attacked']
      .filter(Boolean).join(' ');
    button.setAttribute('aria-label', `${name(square, board.size)}: ${t(state)}${threatened ? `, ${t('attacked')}` : ''}`);
    button.replaceChildren(...(symbol ? [piece(symbol)] : []));
  }
}

/** Asks everything about the board anew. */
async function ask() {
  [shown, answers, listed, place, gallery] = [[], {}, [], -1, []];
  counter.drop();
  lister.drop();
  const mine = answers;
  const asked = attempt(async () => {
    mine.count = await counter.ask(`queens count ${question()}`);
    tell();
    performance.mark('first answer');
    mine.most = await counter.ask(`queens most ${question()}`);
    tell();
    if (BigInt(mine.count.found) > 0n) {
      await lister.ask(`queens list fundamental ${question()}`);
      await more();
      await lister.ask(`queens list all ${question()}`);
    } else drawGallery();
  }, (message) => mine === answers && refuse(message));
  // Drawn while the worker counts.
  notice('');
  draw();
  address('queens', board.size, list(board.fixed), list(board.blocked));
  $('board').setAttribute('aria-busy', 'true');
  await asked;
  if (mine === answers) $('board').removeAttribute('aria-busy');
}

/** A board that cannot be, such as one with two queens that attack each other. */
function refuse(message) {
  answers.count = { found: '0', fundamental: null };
  $('most').textContent = '–';
  tell();
  drawGallery();
  $('place').textContent = message;
}

function tell() {
  const { count, most } = answers;
  if (count) $('solutions').textContent = number(count.found);
  if (most) $('most').textContent = most.proved ? number(most.maximum) : t('{0} or more', number(most.maximum));
  $('show-most').disabled = !most;
  // With fixed or blocked squares few symmetries are left, and no number of classes is counted.
  $('up-to-symmetry').parentElement.hidden = count?.fundamental === null;
  if (count?.fundamental) $('up-to-symmetry').textContent = number(count.fundamental);
  $('next').disabled = !count || place >= Number(count.found) - 1;
  $('previous').disabled = place <= 0;
  $('place').textContent = place >= 0 ? t('{0} of {1}', number(place + 1), number(count.found)) : '';
}

async function step(by) {
  const mine = listed;
  await attempt(async () => {
    const next = place + by;
    if (next >= listed.length) mine.push(...(await lister.ask(`queens next all ${PAGE}`)).solutions);
    if (mine !== listed || !listed[next]) return;
    place = next;
    shown = keys(listed[place]);
    draw();
    tell();
  });
}

const keys = (columns) => columns.map((column, row) => `${row},${column}`);

async function more() {
  const mine = gallery;
  const { solutions } = await lister.ask(`queens next fundamental ${PAGE}`);
  if (mine !== gallery) return;
  gallery = [...gallery, ...solutions];
  $('more').hidden = solutions.length < PAGE;
  drawGallery();
}

function drawGallery() {
  $('fundamental').replaceChildren(...gallery.map((columns, index) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.setAttribute('aria-label', `${index + 1}: ${columns.map((column, row) => name([row, column], board.size)).join(' ')}`);
    button.append(thumbnail(columns));
    button.addEventListener('click', () => {
      [shown, place] = [keys(columns), -1];
      draw();
      tell();
    });
    return button;
  }));
  if (!gallery.length) $('more').hidden = true;
  const text = !answers.count ? '' : !gallery.length ? t('No solution.')
    : t('One of each set that turning and mirroring the board turn into each other. Click one to see it on the board.');
  $('gallery-note').textContent = text;
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
  const [queen, block] = [board.fixed.delete(key), board.blocked.delete(key)];
  const next = to ?? (queen ? 'blocked' : block ? 'empty' : 'queen');
  if (next === 'queen') board.fixed.add(key);
  if (next === 'blocked') board.blocked.add(key);
  ask();
}

$('board').addEventListener('click', ({ target }) => {
  const key = target.closest('[data-square]')?.dataset.square;
  if (key) change(key);
});
$('board').addEventListener('keydown', ({ key, target, ctrlKey, metaKey }) => {
  const to = { q: 'queen', x: 'blocked', Backspace: 'empty', Delete: 'empty' }[key.length === 1 ? key.toLowerCase() : key];
  if (to && !ctrlKey && !metaKey && target.dataset.square) change(target.dataset.square, to);
});
$('size').addEventListener('change', ({ target }) => show([target.value]));
$('clear').addEventListener('click', () => show([board.size]));
$('attacked').addEventListener('change', draw);
$('show-most').addEventListener('click', () => {
  [shown, place] = [answers.most.queens.map(String), -1];
  draw();
  tell();
});
$('next').addEventListener('click', () => step(1));
$('previous').addEventListener('click', () => step(-1));
$('more').addEventListener('click', () => attempt(more));

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
    const { found } = await pool.ask(`queens fundamental ${size} ${total}`);
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
// The workers start while the reader reaches for the button.
for (const event of ['pointerover', 'focusin']) {
  document.querySelector('#panel-queens .card').addEventListener(event, () => (pool ??= new Pool()).warm(), { once: true });
}
