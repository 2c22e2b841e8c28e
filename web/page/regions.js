// Regions: puzzles to play, of a number, of the day, imported or painted by the reader.
import { $, address, attempt, button, copyAddress, make, notice, options, see, strange, undoing, visit } from './page.js';
import { Engine } from './workers.js';
import { fillSquare, name, piece } from './board.js';
import { list, locale, number, sentence, t, unitName } from './words.js';
import { load, save } from './state.js';
import { Game, Painting, letterOf, lettersOf, rowsIn, rowsOf } from './game.js';
import { FIRST, LARGEST, NAMES, blank, day, levelOf, levels, puzzleOf, readPuzzles, rule, sizes, starred, today, understood, whole, words } from './puzzles.js';
import { onPaper } from './paper.js';
import { colour, picture } from './picture.js';

const WAIT = 300; // ms until the page says that it is still making a puzzle
const MOST_KEPT = 60; // games
const MARKS = { ' ': 'empty', x: 'mark', q: 'queen' };
const NEXT = { ' ': 'x', x: 'q', q: ' ' };

let wanted = FIRST;
let chosen = { ...FIRST }; // what the controls say
let game;
let paint; // the board that is painted: { size, stars, cells, brush, past, at }
let buttons = [];
let drawn = [];
let told = { kind: 'none' };
let hint; // the step that is told, and how much of it
let isMaking = false;
let isTyped = false; // whether the reader typed a number that is not made yet

const maker = new Engine();
const judge = new Engine(); // answers while a puzzle is made
const settings = () => load('regions').settings ?? { auto: false, conflicts: true };
const label = (square) => name([Math.floor(square / size()), square % size()], size());
const labels = (squares) => squares.map(label);
const size = () => (paint ?? game.puzzle).size;
const indices = (pairs) => pairs.map(([row, column]) => row * size() + column);
const pairs = (squares) => squares.map((square) => `${Math.floor(square / size())},${square % size()}`).join('+') || '-';

const key = () => words(wanted).join('/');

export function show(parts) {
  const before = (game || paint || isMaking) && key();
  const last = understood((load('regions').last ?? []).map(String)) ?? FIRST;
  // After a day's puzzle is solved, the next visit begins with that of the day.
  const begun = last.kind === 'day' && isSolved(last) ? { kind: 'day', date: today() } : last;
  const asked = parts.length ? understood(parts) : before ? wanted : begun;
  wanted = asked ?? FIRST;
  address('regions', ...words(wanted));
  if (key() !== before) begin();
  if (!asked) strange();
  clock();
}

/** Another puzzle, to which Back leads from the next. */
function go(puzzle) {
  const before = key();
  wanted = puzzle;
  visit('regions', ...words(wanted));
  see(board);
  if (key() !== before) begin();
  else if (game && !paint && !isMaking) tell(game.solved ? game.verdict : verdictOf(game.puzzle));
}

export function hide() {
  keep();
  clearInterval(ticking);
}

export function redraw() {
  drawOptions();
  drawn = [];
  if (game || paint) draw();
  tell();
}

async function begin() {
  keep();
  [hint, isTyped] = [undefined, false];
  paint = undefined;
  notice('');
  maker.drop();
  judge.drop();
  save('regions', { ...load('regions'), last: words(wanted) });
  if (wanted.kind === 'made') chosen = { ...wanted };
  drawOptions();
  if (wanted.kind === 'paint') return beginPainting();
  const mine = wanted;
  isMaking = true;
  $('regions-board').setAttribute('aria-busy', 'true');
  const slow = setTimeout(() => tell({ kind: 'making' }), WAIT);
  await attempt(async () => {
    const puzzle = await puzzleOf(mine, maker);
    if (mine !== wanted) return;
    game = new Game(puzzle, load(`regions/${key()}`, null));
    chosen = { ...chosen, size: puzzle.size, stars: puzzle.stars };
    drawOptions();
    layOut(puzzle);
    judge.warm();
    tell(game.solved ? game.verdict : verdictOf(puzzle));
    draw();
  }, (text) => mine === wanted && tell({ kind: 'error', text }));
  clearTimeout(slow);
  if (mine !== wanted) return;
  isMaking = false;
  $('regions-board').removeAttribute('aria-busy');
  clock();
}

/** What is told of a board before anything is on it: with several solutions, the squares in which two of them differ. */
const verdictOf = (puzzle) => ({
  kind: ['unsolvable', 'none', 'several'][puzzle.solutions], squares: indices(puzzle.differing),
  split: puzzle.split.length ? t('Regions in several pieces: {0}.', list(puzzle.split.map((region) => lettersOf(puzzle)[region]), t('and'))) : '',
});

/** Saves the game, and forgets the oldest ones. */
function keep() {
  if (!game || paint || isMaking || !(game.past.length || game.seconds > 5 || load(`regions/${game.address}`, null))) return;
  const { games = [], ...rest } = load('regions');
  const recent = [game.address, ...games.filter((other) => other !== game.address)];
  for (const old of recent.splice(MOST_KEPT)) save(`regions/${old}`, undefined);
  save('regions', { ...rest, games: recent });
  save(`regions/${game.address}`, game.kept);
}

function drawOptions() {
  options($('regions-stars'), [1, 2], starred, chosen.stars);
  options($('regions-size'), sizes(chosen.stars), (size) => `${size} × ${size}`, chosen.size);
  options($('regions-level'), [0, ...levels(chosen.size, chosen.stars)], (level) => t(NAMES[level]), chosen.level);
  if (!isTyped) $('regions-seed').value = chosen.number;
  $('regions-auto').checked = settings().auto;
  $('regions-conflicts').checked = settings().conflicts;
  drawWeek();
}

/** The last seven days, today first. */
const days = () => Array.from({ length: 7 }, (_, back) => day(new Date(Date.now() - back * 24 * 3600e3)));
const isSolved = (puzzle) => Boolean(load(`regions/${words(puzzle).join('/')}`, null)?.solved);

/** Those days, with a mark for the solved ones. */
function drawWeek() {
  $('regions-date').max = today();
  $('regions-week').replaceChildren(...days().map((date) => {
    const { solved, seconds, hinted } = load(`regions/day/${date}`, {}) ?? {};
    const when = new Date(`${date}T12:00`).toLocaleDateString(locale(), { weekday: 'short', day: 'numeric' });
    return button(() => go({ kind: 'day', date }), {}, solved ? `${when} ${hinted?.length ? '(✓)' : '✓'} ${time(seconds)}` : when);
  }));
}

function layOut({ size, regions }) {
  game.address = key();
  [buttons, drawn] = [[...fillSquare(board, size).values()], []];
  game.letters = lettersOf(game.puzzle);
  buttons.forEach((button, square) => {
    const own = regions[square];
    colourIn(button, regions, square);
    button.style.setProperty('--row', Math.floor(square / size));
    button.dataset.letter = game.letters[own];
    if (regions.indexOf(own) === square) button.dataset.first = game.letters[own];
  });
  draw();
}

/** Colours a square, with an edge at the sides beyond which is another region, or none. */
function colourIn(button, regions, square) {
  const [row, column, last] = [Math.floor(square / size()), square % size(), size() - 1];
  const beyond = [row > 0 && square - size(), column < last && square + 1, row < last && square + size(), column > 0 && square - 1];
  const isEdge = (other) => other === false || regions[other] !== regions[square];
  button.style.borderWidth = beyond.map((other) => (isEdge(other) ? '2.5px' : '0')).join(' ');
  button.style.background = regions[square] < 0 ? '#fff' : colour(regions[square]);
}

function draw() {
  const { at, past } = paint ?? game;
  $('regions-undo').disabled = !at;
  $('regions-redo').disabled = at >= past.length;
  $('regions-rule').textContent = rule((paint ?? game.puzzle).stars);
  for (const id of ['hint', 'check']) $(`regions-${id}`).disabled = Boolean(paint);
  if (paint) return drawPaint();
  const { auto, conflicts } = settings();
  const excluded = auto ? game.excluded() : new Set();
  const red = new Set(conflicts ? game.conflicts().flatMap(({ queens }) => queens) : []);
  const lit = new Set(hint?.squares ?? told.squares ?? []);
  const looked = new Set(hint?.units ?? []);
  buttons.forEach((button, square) => {
    const cell = shown(square, excluded);
    const state = [cell, red.has(square), lit.has(square), looked.has(square)].join();
    if (drawn[square] === state) return;
    drawn[square] = state;
    const is = { marked: cell === 'x', queen: cell === 'q', conflict: red.has(square), hinted: lit.has(square), looked: looked.has(square) };
    button.className = Object.keys(is).filter((name) => is[name]).join(' ');
    button.ariaLabel = `${label(square)}, ${t('region')} ${button.dataset.letter}: ${t(MARKS[cell])}${is.conflict ? `, ${t('conflict')}` : ''}`;
    button.replaceChildren(...(cell === ' ' ? [] : [piece(cell === 'q' ? 'queen' : 'cross')]));
    if (button.dataset.first) button.append(make('i', {}, button.dataset.first));
  });
  $('regions-board').classList.toggle('won', game.solved && game.isComplete);
  $('regions-queens').textContent = t('{0} of {1}', number(game.squares('q').length), number(game.puzzle.size * game.puzzle.stars));
  $('regions-grade').textContent = game.puzzle.solutions === 1 ? levelOf(game.puzzle) : '–';
  const date = new Date(`${wanted.date}T12:00`).toLocaleDateString(locale(), { weekday: 'long', day: 'numeric', month: 'long' });
  const title = wanted.kind === 'day' ? t('Puzzle of {0}', date)
    : wanted.kind === 'own' ? t('Own puzzle') : t('Puzzle {0}', words(wanted).join('/'));
  $('regions-title').textContent = title;
  $('regions-heading').textContent = `${title} · ${$('regions-grade').textContent}`;
  const isPlayed = game.solved && game.isComplete;
  $('regions-do').hidden = !(hint?.stage === 2 || hint?.wrong);
  $('regions-new').classList.toggle('main', $('regions-do').hidden); // one button stands out
  $('regions-follow').hidden = $('regions-do').hidden && !isPlayed;
  for (const id of ['share', 'next']) $(`regions-${id}`).hidden = !isPlayed;
  $('regions-palette').hidden = $('regions-use').hidden = true;
  tellTime();
}

const time = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`;
const tellTime = () => ($('regions-clock').textContent = time(game?.seconds ?? 0));

let ticking;
let since = 0;

/** Starts the clock, unless the puzzle is solved or out of sight. */
function clock() {
  clearInterval(ticking);
  since = performance.now();
  if (!game || isMaking || paint || game.solved || document.hidden || $('panel-regions').hidden) return;
  ticking = setInterval(() => {
    const now = performance.now();
    [game.seconds, since] = [game.seconds + (now - since) / 1000, now];
    tellTime();
    if (Math.floor(game.seconds) % 10 === 0) keep();
  }, 1000);
}
document.addEventListener('visibilitychange', () => {
  if (document.hidden) keep();
  clock();
});
addEventListener('pagehide', keep);

function tell(what = told) {
  told = what;
  $('regions-text').textContent = sentence(told, { label, unit, labels });
  $('regions-text').dataset.kind = told.kind;
}

/** A unit as the module names it: row 4, column b, region C. */
const called = ({ kind, number }) =>
  `${kind} ${kind === 'row' ? size() - number : kind === 'column' ? String.fromCharCode(97 + number) : game.letters[number]}`;
const unit = (of) => unitName(called(of));

/** Makes a step on the board, unless it is solved, and says what comes of it. */
function change(changes, isHint) {
  if (isMaking || (game.solved && game.isComplete)) return;
  game.change(changes, isHint);
  changed();
}

function changed() {
  [hint, told] = [undefined, { kind: 'none' }];
  const last = game.past[game.at - 1]?.[0][0];
  const conflicts = settings().conflicts ? game.conflicts() : [];
  const conflict = conflicts.find(({ queens }) => queens.includes(last)) ?? conflicts[0];
  if (game.isComplete && game.puzzle.solutions && !game.solved) {
    game.solved = true;
    clock();
  }
  tell(game.solved && game.isComplete ? game.verdict : conflict ? { kind: 'conflict', stars: game.puzzle.stars, ...conflict } : { kind: 'none' });
  draw();
  keep();
  if (game.solved && wanted.kind === 'day') drawWeek();
}

const shown = (square, excluded = settings().auto ? game.excluded() : new Set()) => (game.cells[square] === ' ' && excluded.has(square) ? 'x' : game.cells[square]);

/** Asks for the next hint, or whether all is right so far. */
async function ask(what) {
  if (isMaking) return tell({ kind: 'making' });
  if (paint) return;
  if (what === 'hint' && hint?.stage < 2) return tellHint(hint.stage + 1);
  if (what === 'hint' && (hint?.answer || hint?.wrong)) doHint();
  judge.drop();
  if (game.solved && game.isComplete) return tell(game.verdict);
  const [conflict] = game.conflicts();
  if (conflict) {
    const solution = indices(game.puzzle.queens);
    if (what === 'hint' && solution.length) hint = { wrong: conflict.queens.filter((queen) => !solution.includes(queen)) };
    tell({ kind: 'conflict', stars: game.puzzle.stars, ...conflict });
    return draw();
  }
  const [mine, before] = [game, game.cells.join('')];
  await attempt(async () => {
    const question = `regions ${what} ${pairs(game.squares('q'))} ${pairs(game.squares('x'))}\n${game.puzzle.text}`;
    const answer = await judge.ask(question);
    if (mine !== game || before !== game.cells.join('')) return;
    const full = ['right', 'stuck', 'marks'].includes(answer.kind) && game.full();
    hint = undefined;
    if (full) hint = { units: full.squares };
    if (answer.kind === 'step') {
      hint = { answer };
      return tellHint(0);
    }
    const wrong = indices(answer.queens ?? answer.removed ?? []);
    if (wrong.length && what === 'hint') hint = { ...hint, wrong };
    tell(full ? { kind: 'full', unit: full } : answer.kind === 'right' && game.puzzle.solutions > 1 ? verdictOf(game.puzzle) : { ...answer, squares: wrong });
    draw();
  });
}

/** Says where to look, then why, then what follows. */
function tellHint(stage) {
  const { answer } = hint;
  const squares = indices(answer.placed.length ? answer.placed : answer.removed);
  const units = game.units.filter((unit) => answer.units.includes(called(unit)));
  const isTrial = answer.level >= 5;
  hint = { answer, stage, units: isTrial && !stage ? [] : units.flatMap(({ squares }) => squares), squares: stage || isTrial ? squares : [] };
  tell({ kind: 'step', stage, text: answer.text, units: answer.units, trial: isTrial ? labels(squares) : undefined });
  draw();
}

/** Makes the step: its queens, and marks that do not follow from these alone. Or takes off what is wrong. */
function doHint() {
  if (hint.wrong) return change(hint.wrong.map((square) => [square, ' ']), true);
  const queens = indices(hint.answer.placed).map((square) => [square, 'q']);
  game.change(queens);
  const excluded = game.excluded();
  if (queens.length) game.undo();
  const marks = indices(hint.answer.removed).filter((square) => !excluded.has(square) && game.cells[square] === ' ');
  change([...queens, ...marks.map((square) => [square, 'x'])], true);
}

// The board: a tap changes a square, a drag marks or clears several.

let drag;
const squareAt = ({ clientX, clientY }) => {
  const square = buttons.indexOf(document.elementFromPoint(clientX, clientY)?.closest('[data-square]'));
  return square < 0 ? undefined : square;
};
const board = $('regions-board');

/** The squares on the straight line from one to another. */
function between(from, to) {
  const [row, column] = [Math.floor(from / size()), from % size()];
  const [down, across] = [Math.floor(to / size()) - row, (to % size()) - column];
  const steps = Math.max(Math.abs(down), Math.abs(across));
  return Array.from({ length: steps + 1 }, (_, i) => size() * Math.round(row + (i * down) / steps) + Math.round(column + (i * across) / steps));
}

board.addEventListener('pointerdown', (event) => {
  const square = buttons.indexOf(event.target.closest('[data-square]'));
  if (square < 0 || event.button || isMaking) return;
  drag = { at: square, over: new Set(), to: paint ? paint.brush : shown(square) === 'x' ? ' ' : 'x' };
});
board.addEventListener('pointermove', (event) => {
  if (!drag || !event.buttons) return;
  const square = squareAt(event);
  if (square === undefined || square === drag.at) return;
  // A swift finger is not seen on every square.
  for (const one of between(drag.at, square)) {
    drag.over.add(one);
    if (paint) buttons[one].style.background = colour(drag.to);
    else if (game.cells[one] !== 'q') buttons[one].classList.add('touched');
  }
  drag.at = square;
});
for (const type of ['pointerup', 'pointercancel']) {
  addEventListener(type, () => {
    const { over, to } = drag ?? {};
    const squares = [...(over ?? [])];
    for (const square of squares) buttons[square].classList.remove('touched');
    if (squares.length && type === 'pointercancel') draw();
    else if (squares.length && paint) paintOn(squares);
    else if (squares.length) change(squares.filter((square) => game.cells[square] !== 'q' && shown(square) !== to).map((square) => [square, to]));
    setTimeout(() => (drag = undefined)); // after the click that may follow
  });
}
// A finger marks squares and does not move the page; two fingers enlarge it.
board.addEventListener('touchmove', (event) => {
  if (drag && event.touches.length === 1 && event.cancelable) event.preventDefault();
}, { passive: false });
board.addEventListener('click', ({ target }) => {
  const square = buttons.indexOf(target.closest('[data-square]'));
  if (square < 0 || drag?.over.size) return;
  if (paint) paintOn([square]);
  else change([[square, NEXT[shown(square)]]]);
});
board.addEventListener('keydown', ({ key, target, ctrlKey, metaKey }) => {
  const to = { q: 'q', x: 'x', Backspace: ' ', Delete: ' ' }[key.length === 1 ? key.toLowerCase() : key];
  const square = buttons.indexOf(target);
  if (!to || ctrlKey || metaKey || square < 0 || paint) return;
  change([[square, to]]);
});
function move(way) {
  if (!paint && (!game || isMaking)) return;
  (paint ?? game)[way]();
  if (paint) paintChanged();
  else changed();
}

undoing('regions', () => move('undo'), () => move('redo'), { h: () => ask('hint') });
for (const what of ['hint', 'check']) $(`regions-${what}`).addEventListener('click', () => ask(what));
$('regions-do').addEventListener('click', doHint);
$('regions-clear').addEventListener('click', () => {
  if (paint) return go({ kind: 'paint', stars: chosen.stars, rows: blank(chosen.size) });
  if (!game || isMaking) return;
  if (game.solved) {
    game.clear();
    game.seconds = 0;
    clock();
  } else game.change(game.cells.map((_, square) => [square, ' ']));
  changed();
});

let imported = []; // puzzles of a text, after the first

/** Makes what the controls say: the number that was typed, or any. After an imported puzzle comes the next one of its text. */
function another(id) {
  const open = id === 'next' && wanted.kind === 'day' && days().map((date) => ({ kind: 'day', date })).find((puzzle) => !isSolved(puzzle));
  if (open) return go(open);
  if (imported.length && wanted.kind === 'own' && game?.solved) return go(imported.shift());
  const typed = whole($('regions-seed').value, 0, LARGEST);
  const number = isTyped && typed !== undefined ? typed : crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000;
  isTyped = false;
  go({ ...chosen, kind: 'made', number });
}
for (const id of ['new', 'next']) $(`regions-${id}`).addEventListener('click', () => another(id));
$('regions-seed').addEventListener('input', () => (isTyped = true));
$('regions-seed').addEventListener('keydown', ({ key }) => key === 'Enter' && another());
for (const id of ['size', 'level', 'stars']) {
  $(`regions-${id}`).addEventListener('change', ({ target }) => {
    chosen[id] = Number(target.value);
    if (id === 'stars' && wanted.kind === 'own') return go({ ...wanted, stars: chosen.stars });
    if (!sizes(chosen.stars).includes(String(chosen.size))) chosen.size = 8;
    const offered = levels(chosen.size, chosen.stars);
    if (chosen.level && !offered.includes(chosen.level)) chosen.level = offered.findLast((level) => level < chosen.level) ?? offered[0];
    if (paint) return id === 'level' ? drawOptions() : go({ kind: 'paint', stars: chosen.stars, rows: blank(chosen.size) });
    const typed = whole($('regions-seed').value, 0, LARGEST);
    go({ ...chosen, kind: 'made', number: typed ?? chosen.number });
  });
}
for (const id of ['auto', 'conflicts']) {
  $(`regions-${id}`).addEventListener('change', ({ target }) => {
    save('regions', { ...load('regions'), settings: { ...settings(), [id]: target.checked } });
    if (game && !paint) draw();
  });
}
$('regions-daily').addEventListener('click', () => go({ kind: 'day', date: today() }));
$('regions-week').parentElement.addEventListener('toggle', drawWeek);
$('regions-date').addEventListener('change', ({ target }) => go(understood(['day', target.value]) ?? wanted));
onPaper('regions', { picture: () => picture(game.puzzle, game.squares('q'), game.squares('x')) });
for (const id of ['share', 'address']) {
  $(`regions-${id}`).addEventListener('click', async () => {
    if (!game && !paint) return; // it is being made
    const title = $('regions-title').textContent;
    const { hints } = paint ? {} : game.verdict;
    const result = !paint && game.solved ? [time(game.seconds), ...(hints ? [t('moves by hints: {0}', number(hints))] : [])] : [];
    const text = ['Vuelta', title, `${size()} × ${size()}`, $('regions-grade').textContent, ...result].join(' · ');
    if (navigator.share && matchMedia('(pointer: coarse)').matches) return navigator.share({ title, text, url: location.href }).catch(() => {});
    return copyAddress((said) => tell({ kind: 'said', text: result.length ? t('The result and the address are copied.') : said }), result.length ? text : '');
  });
}

$('regions-import-go').addEventListener('click', () => attempt(async () => {
  const good = await readPuzzles($('regions-import').value, judge);
  imported = good.map(({ stars, text }) => ({ kind: 'own', stars, rows: rowsIn(text) }));
  go(imported.shift());
  if (imported.length) notice(t('The text has {0} puzzles. When this one is solved, the next one follows.', number(good.length)));
}, (text) => {
  tell({ kind: 'error', text });
  see(board);
}));
$('regions-file').addEventListener('change', ({ target }) => attempt(async () => {
  if (target.files[0]) $('regions-import').value = await target.files[0].text();
  $('regions-import-go').click();
}));

// Painting a puzzle: a brush per region, and a verdict as soon as every square has one.

function beginPainting() {
  paint = new Painting(wanted);
  clock();
  isMaking = false;
  board.removeAttribute('aria-busy');
  chosen = { ...chosen, size: paint.size, stars: paint.stars };
  drawOptions();
  [buttons, drawn] = [[...fillSquare(board, paint.size).values()], []];
  draw();
  judgePaint();
}

function drawPaint() {
  const { size, cells, brush } = paint;
  buttons.forEach((button, square) => {
    colourIn(button, cells, square);
    button.replaceChildren();
    button.className = told.squares?.includes(square) ? 'hinted' : '';
    button.setAttribute('aria-label', `${label(square)}: ${cells[square] < 0 ? t('no region') : `${t('region')} ${letterOf(cells[square])}`}`);
  });
  $('regions-palette').replaceChildren(...Array.from({ length: size }, (_, region) => {
    const choose = () => {
      paint.brush = region;
      draw();
      $('regions-palette').children[region].focus();
    };
    return button(choose, { ariaPressed: region === brush, style: `background: ${colour(region)}` }, letterOf(region));
  }));
  board.classList.remove('won');
  $('regions-title').textContent = $('regions-heading').textContent = t('Paint regions');
  for (const id of ['clock', 'queens', 'grade']) $(`regions-${id}`).textContent = '–';
  for (const id of ['share', 'next', 'do']) $(`regions-${id}`).hidden = true;
  $('regions-follow').hidden = $('regions-palette').hidden = false;
  $('regions-use').hidden = told.kind !== 'painted';
}

function paintOn(squares) {
  paint.paint(squares);
  paintChanged();
}

function paintChanged() {
  wanted = { ...wanted, rows: rowsOf(paint.cells, paint.size) };
  address('regions', ...words(wanted));
  save('regions', { ...load('regions'), last: words(wanted) });
  judgePaint();
}

async function judgePaint() {
  judge.drop();
  const mine = wanted;
  const missing = paint.cells.filter((region) => region < 0).length;
  const unused = [...Array(paint.size).keys()].filter((region) => !paint.cells.includes(region));
  tell(missing ? { kind: 'said', text: t('Paint each region with its letter; squares left: {0}.', number(missing)) }
    : { kind: 'said', text: unused.length ? t('Regions without a square: {0}.', list(unused.map(letterOf), t('and'))) : '…' });
  draw();
  if (missing || unused.length) return;
  await attempt(async () => {
    const puzzle = await puzzleOf({ ...mine, kind: 'own' }, judge);
    if (mine !== wanted) return;
    tell({ ...verdictOf(puzzle), ...(puzzle.solutions === 1 ? { kind: 'painted', text: levelOf(puzzle) } : {}) });
    draw();
  });
}

$('regions-paint').addEventListener('click', () => {
  const own = wanted.kind === 'own' && !isMaking && understood(['paint', game.puzzle.stars, rowsOf(game.puzzle.regions, size()).join('~')]);
  go(own || { kind: 'paint', stars: chosen.stars, rows: blank(chosen.size) });
});
$('regions-use').addEventListener('click', () => go({ ...wanted, kind: 'own' }));
