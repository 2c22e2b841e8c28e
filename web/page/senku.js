// Senku: a peg board to play on, with what the map of winnable positions knows about each position.
import { $, address, attempt, notice, options, see, strange, undoing, visit } from './page.js';
import { onPaper, pegsPicture } from './paper.js';
import { load, save } from './state.js';
import { Engine } from './workers.js';
import { fill, holeName, overlay } from './board.js';
import { number, t } from './words.js';
import { NAMED, SHORTEST } from './games.js';

const EXAMPLE = '   ooo\n   ooo\noooo.oooo\n   ooo\n   ooo';
const MAP_MIB = 512;
const COUNT_MIB = 1024;
const PEGS_APART = 100 / 0.76; // in percent of a peg's width, by the style
const MOST_NODES = 300_000; // where there is no map
const MOST_OWN = 8; // own boards that are kept
const PACE = 700; // ms per jump when a game is played back
const GLIDE = 220; // ms of a peg's jump

let text; // the board as the module reads it
let board; // its holes, jumps, start and goal
let buttons;
let arrows; // the hints, drawn over the board
let [made, at] = [[], 0]; // jumps, of which `at` are on the board
let demo = null; // the reader's own game, while another is played back: { made, at, timer }
let chosen = null; // the hole whose peg is about to jump
let map = 'making'; // making, made, too large
let counted = false; // whether the solutions from all positions are known
let progress = { map: 0, ways: 0 };
let advice; // what is known about the position
let hints = false; // whether good jumps are shown
let told; // a sentence and its kind, which stay until the next jump

const judge = new Engine(); // makes the map and tells which jumps are good
const counter = new Engine(); // makes a map of its own and counts solutions, so that jumps are judged meanwhile
const helper = new Engine(); // counts games, and finds a shortest one

const ask = (engine, question, progress) => engine.ask(`senku ${question}\n${text}`, progress);
const nameOf = (text) => Object.keys(NAMED).find((name) => NAMED[name] === text);
const label = (hole) => holeName(board, board.holes[hole]);
const rows = () => Math.max(...board.holes.map(([row]) => row)) + 1;

export async function show([wanted, jumps]) {
  if (board && wanted === undefined) return tellAddress();
  const kept = load('senku', { games: {} });
  const own = wanted === undefined ? (kept.board ?? NAMED.english) : Object.hasOwn(NAMED, wanted) ? NAMED[wanted] : wanted.replaceAll('~', '\n');
  if (board && own === text && jumps === made.slice(0, at).join('-')) return;
  await open(own, jumps, true);
}

export function redraw() {
  drawOptions();
  if (board) draw();
}

export const hide = () => putBack();

function drawOptions(other) {
  const words = (value) => {
    if (!Object.hasOwn(NAMED, value)) return value === 'own' ? t('own board…') : t('own board, {0} holes', value.match(/[o.]/g)?.length ?? 0);
    const [, kind, size] = /^([a-z]+)(\d*)/.exec(value);
    return !size ? t(kind) : kind === 'square' ? t('square {0}', size) : t('triangle of {0}', size);
  };
  const own = [...new Set([...Object.keys(load('senku', { games: {} }).games), text])].filter((value) => value && !nameOf(value));
  options($('senku-name'), [...Object.keys(NAMED), ...own, 'own'], words, other ?? nameOf(text) ?? text);
  $('senku-own').hidden = !other && Boolean(nameOf(text));
  if (!other && !nameOf(text)) $('senku-draw').value = text;
}

/** Opens a board with the game that was played on it last, or with these jumps. */
async function open(next, jumps, asked = false) {
  putBack(false); // the address is the next one's already
  notice('');
  for (const engine of [judge, counter, helper]) engine.drop();
  const before = text;
  text = next;
  await attempt(async () => {
    // Both at once, so that the worker does not wait until the board is drawn.
    const [described, mapped] = ['board', `map ${MAP_MIB}`].map((question) => ask(judge, question, hear('map')));
    mapped.catch(() => {}); // is told below
    const answer = await described;
    if (text !== next) return;
    [board, progress] = [answer, { map: 0, ways: 0 }];
    const kept = load('senku', { games: {} }).games[text] ?? { made: [], at: 0 };
    [made, at, chosen, map, counted, advice, told] = [[], 0, null, 'making', false, undefined, undefined];
    for (const jump of jumps?.split('-').filter(Boolean).map(Number) ?? kept.made) {
      if (isLegal(board.jumps[jump], pegs())) made.splice(at++, Infinity, jump);
    }
    if (jumps === undefined) at = Math.min(kept.at, made.length);
    else {
      if (jumps && made.join('-') !== jumps) strange();
      if (kept.made.slice(0, at).join() === made.join()) made = [...kept.made]; // with what was undone
    }
    for (const id of ['games', 'solutions']) $(`senku-${id}`).textContent = '–';
    $('senku-source').textContent = '';
    drawOptions();
    layOut();
    if (!asked) visit(...place());
    changed(!asked);
    await makeMap(mapped);
  }, (message) => {
    if (text === next) text = before;
    if (!board && asked) return open(NAMED.english).then(strange);
    if (board) draw();
    return notice(message);
  });
}

const hear = (part, mine = text) => ({ done }) => {
  if (mine !== text) return;
  progress[part] = done;
  tell();
};

/** The map is made while the reader plays; answers come from it as soon as it is there. */
async function makeMap(mapped) {
  const mine = board;
  attempt(() => countAll(mine, hear('ways'), mapped));
  const { made } = await mapped;
  if (mine !== board) return;
  map = made ? 'made' : 'too large';
  tell();
  await judgePosition();
}

/** Counts the solutions from all positions of a game at once. */
async function countAll(mine, hear, mapped) {
  if (!(navigator.hardwareConcurrency > 2) && !(await mapped).made) return; // two maps at once would take each other's time
  if (!(await ask(counter, `map ${MAP_MIB}`, ({ done }) => hear({ done: done / 2 }))).made || mine !== board) return;
  await ask(counter, `ways ${MAP_MIB} ${bits(new Set(board.start))}`, ({ done }) => hear({ done: (1 + done) / 2 }));
  if (mine !== board) return;
  counted = true;
  await countWays();
}

function layOut() {
  const shift = board.triangular ? ([row]) => rows() - 1 - row : undefined;
  buttons = fill($('senku-board'), board.holes, 'hole', shift);
  $('senku-board').classList.toggle('triangular', board.triangular);
  arrows = overlay($('senku-board'));
}

const rule = () => t('A peg jumps over its neighbour into an empty hole; the peg it jumps over is taken away. Go on until {0} is left.',
  board.goal === null ? t('one peg') : t('one peg in {0}', label(board.goal)));

const isLegal = (jump, pegs) => jump && pegs.has(jump[0]) && pegs.has(jump[1]) && !pegs.has(jump[2]);

/** The holes with pegs after the first `count` jumps. */
function pegs(count = at) {
  const pegs = new Set(board.start);
  for (const [from, over, to] of made.slice(0, count).map((jump) => board.jumps[jump])) {
    pegs.delete(from);
    pegs.delete(over);
    pegs.add(to);
  }
  return pegs;
}

const bits = (of = pegs()) => [...of].reduce((bits, hole) => bits | (1n << BigInt(hole)), 0n).toString(16);
const legal = (from, to) => board.jumps.findIndex((jump) => jump[0] === from && jump[2] === to && isLegal(jump, pegs()));

function play(jump, glides = true) {
  if (made[at] !== jump) made.splice(at, Infinity, jump);
  at += 1;
  changed();
  if (glides) glide(jump, 0, 2);
}

/** Shows a peg on its way between two holes of a jump. */
function glide(jump, from, to) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const [[a, b], [c, d]] = [from, to].map((which) => board.holes[board.jumps[jump][which]]);
  const across = b - d + (board.triangular ? (c - a) / 2 : 0);
  const end = buttons.get([c, d].join());
  requestAnimationFrame(() => { // beginning it takes longer than the answer about the position
    end.style.zIndex = 2;
    const moved = end.animate({ translate: [`${across * PEGS_APART}% ${(a - c) * PEGS_APART}%`, '0 0'] }, { duration: GLIDE, easing: 'ease-in-out', pseudoElement: '::before' });
    moved.onfinish = moved.oncancel = () => (end.style.zIndex = '');
  });
}

/** Another position is on the board. One that comes from an address is kept from the first jump on. */
function changed(keeps = true) {
  [chosen, advice, told] = [null, undefined, undefined];
  if (map === 'made' || map === 'too large') attempt(judgePosition); // while the board is drawn
  if (counted) attempt(countWays);
  if (!demo && keeps) keep();
  tellAddress();
  draw();
}

function keep() {
  const { games } = load('senku', { games: {} });
  delete games[text];
  games[text] = { made, at };
  const own = Object.keys(games).filter((text) => !nameOf(text));
  for (const text of own.slice(0, -MOST_OWN)) delete games[text];
  save('senku', { board: text, games });
}

const place = () => ['senku', nameOf(text) ?? text.replaceAll('\n', '~'), made.slice(0, at).join('-')];
const tellAddress = () => demo || address(...place());

async function judgePosition() {
  const position = bits();
  judge.drop(map === 'made'); // the map is in its worker
  const answer = await ask(judge, map === 'too large' ? `solve ${MOST_NODES} ${position}` : `ask ${MAP_MIB} ${position}`);
  if (position !== bits()) return;
  advice = { ...advice, ...answer };
  draw();
}

async function countWays() {
  const position = bits();
  counter.drop(true); // the numbers are in its worker
  // Numbers that are not in the table come in slices, so that the next position need not wait for them.
  for (let ways = null; ways === null && position === bits(); ) {
    ways = (await ask(counter, `ways ${MAP_MIB} ${position}`)).solutions;
    if (ways !== null && position === bits()) advice = { ...advice, ways };
  }
  tell();
}

function draw() {
  const present = pegs();
  const targets = new Set(board.jumps.filter((jump) => jump[0] === chosen && isLegal(jump, present)).map((jump) => jump[2]));
  const good = hints ? goodJumps() : [];
  for (const [index, square] of board.holes.entries()) {
    const button = buttons.get(square.join());
    const is = {
      peg: present.has(index), chosen: index === chosen, target: targets.has(index), goal: index === board.goal,
      from: good.some((jump) => jump[0] === index), to: good.some((jump) => jump[2] === index),
    };
    button.className = Object.keys(is).filter((key) => is[key]).join(' ');
    const words = [t(is.peg ? 'peg' : 'hole'), is.chosen && t('chosen'), is.goal && t('goal')].filter(Boolean);
    button.setAttribute('aria-label', `${label(index)}: ${words.join(', ')}`);
  }
  drawArrows(good);
  $('senku-rule').textContent = rule();
  $('senku-undo').disabled = $('senku-restart').disabled = at === 0 && !demo;
  $('senku-redo').disabled = at === made.length && !demo;
  tell();
}

/** Each good jump as an arrow, with the names of its holes. */
function drawArrows(good) {
  const centre = (hole) => {
    const [row, column] = board.holes[hole];
    return [40 * column + 20 + (board.triangular ? 20 * (rows() - 1 - row) : 0), 40 * row + 20];
  };
  const lines = good.map(([from, , to]) => {
    const [[x, y], [u, v]] = [centre(from), centre(to)];
    const length = Math.hypot(u - x, v - y);
    const [dx, dy] = [(u - x) / length, (v - y) / length];
    const [a, b] = [u - 11 * dx, v - 11 * dy]; // the arrow's head ends at the rim of the hole
    const head = [[a, b], [a - 8 * dx - 5 * dy, b - 8 * dy + 5 * dx], [a - 8 * dx + 5 * dy, b - 8 * dy - 5 * dx]];
    return `<path d="M${x + 12 * dx} ${y + 12 * dy}L${a - 7 * dx} ${b - 7 * dy}"/><polygon points="${head.join(' ')}"/>`;
  });
  const named = new Set(good.flatMap(([from, , to]) => [from, to]));
  const names = [...named].map((hole) => `<text x="${centre(hole)[0]}" y="${centre(hole)[1]}" class="${pegs().has(hole) ? 'on-peg' : ''}">${label(hole)}</text>`);
  arrows.innerHTML = lines.join('') + names.join('');
}

function goodJumps() {
  const numbers = advice?.good ?? advice?.jumps?.slice(0, 1) ?? [];
  return numbers.map((jump) => board.jumps[jump]);
}

function tell() {
  const present = pegs();
  $('senku-pegs').textContent = number(present.size);
  const winnable = advice?.winnable;
  $('senku-winnable').textContent = winnable === undefined ? '…' : winnable === null ? t('not known') : t(winnable ? 'yes' : 'no');
  $('senku-winnable').dataset.answer = String(winnable);
  $('senku-ways').textContent = advice?.ways !== undefined ? number(advice.ways) : map === 'too large' ? t('not known')
    : counted || !progress.ways ? '…' : `… ${Math.floor(100 * progress.ways)} %`;
  $('senku-hint').setAttribute('aria-pressed', hints);
  const [sentence, kind] = told ?? feedback(present);
  $('senku-text').textContent = sentence;
  $('senku-text').dataset.kind = kind ?? '';
  $('senku-play').textContent = t(!demo ? $('senku-play').dataset.t : 'Back to your game');
}

function feedback(present) {
  const stuck = !board.jumps.some((jump) => isLegal(jump, present));
  const won = present.size === 1 && (board.goal === null || present.has(board.goal));
  if (demo?.moves) {
    const move = t('move {0} of {1}', number(demo.move), number(demo.moves));
    return [won ? `${move}. ${t('The game is won.')}` : move];
  }
  if (won) return [t('The game is won.'), 'solved'];
  if (stuck) return [t('No jump is left: {0} pegs remain. Undo some.', number(present.size)), 'wrong'];
  if (hints && advice) {
    const good = goodJumps().map(([from, , to]) => `${label(from)} → ${label(to)}`);
    return good.length ? [t('Good jumps: {0}', good.join(', '))]
      : advice.winnable === null ? [t('It is not known whether this can be won.')] : [t('No jump is good: undo some.'), 'wrong'];
  }
  if (map === 'making') return [t('The map of the winnable positions is being made: {0} %', 10 * Math.floor(10 * progress.map))];
  return [map === 'too large' ? t('This board is too large for a map of its winnable positions: each position is searched.') : ''];
}

// By click and keyboard: a peg, then a hole. By drag: from a peg to a hole.
const holeOf = (element) => {
  const key = element?.closest?.('#senku-board [data-hole]')?.dataset.hole;
  return key === undefined ? -1 : board.holes.findIndex((square) => square.join() === key);
};

function choose(hole) {
  if (hole < 0 || putBack()) return;
  if (chosen !== null && hole !== chosen && !pegs().has(hole)) return tryJump(chosen, hole);
  [chosen, told] = [pegs().has(hole) && hole !== chosen ? hole : null, undefined];
  draw();
}

/** Jumps from one hole to another, or says that this is not possible. */
function tryJump(from, to, glides = true) {
  const found = legal(from, to);
  if (found >= 0) return play(found, glides);
  chosen = null;
  told = [t('No jump from {0} to {1}: jump over a peg into a hole.', label(from), label(to)), 'wrong'];
  draw();
}

let drag; // { hole, button, x, y, moved }
$('senku-board').addEventListener('click', ({ target }) => {
  if (!drag?.moved) choose(holeOf(target));
  drag = undefined;
});
$('senku-board').addEventListener('pointerdown', ({ target, clientX: x, clientY: y, button }) => {
  const hole = holeOf(target);
  drag = !demo && button === 0 && hole >= 0 && pegs().has(hole) ? { hole, button: target, x, y, moved: false } : undefined;
});
addEventListener('pointermove', ({ clientX, clientY, buttons }) => {
  if (!drag || !buttons) return;
  const [dx, dy] = [clientX - drag.x, clientY - drag.y];
  if (!drag.moved && Math.hypot(dx, dy) < 8) return;
  if (!drag.moved) {
    drag.moved = true;
    chosen = drag.hole;
    draw();
  }
  drag.button.classList.add('dragged');
  drag.button.style.translate = `${dx}px ${dy}px`;
});
for (const type of ['pointerup', 'pointercancel']) {
  addEventListener(type, ({ clientX, clientY }) => {
    if (!drag?.moved) return;
    drag.button.style.translate = '';
    drag.button.classList.remove('dragged');
    const to = type === 'pointerup' ? holeOf(document.elementFromPoint(clientX, clientY)) : -1;
    if (to >= 0 && to !== drag.hole) tryJump(drag.hole, to, false);
    else {
      chosen = null;
      draw();
    }
    setTimeout(() => (drag = undefined)); // behind the click that may follow
  });
}
$('senku-board').addEventListener('keydown', ({ key, ctrlKey, metaKey }) => {
  if (key === 'Escape' && !ctrlKey && !metaKey) choose(chosen ?? -1);
});

function go(to) {
  if (putBack() || to < 0 || to > made.length) return;
  const by = to - at;
  at = to;
  changed();
  if (by === -1) glide(made[at], 2, 0);
  if (by === 1) glide(made[at - 1], 0, 2);
}

undoing('senku', () => go(at - 1), () => go(at + 1));
$('senku-restart').addEventListener('click', () => go(0));
$('senku-hint').addEventListener('click', () => {
  [hints, told] = [!hints, undefined];
  draw();
});
$('senku-name').addEventListener('change', ({ target }) => {
  if (target.value !== 'own') return open(NAMED[target.value] ?? target.value);
  drawOptions('own');
  $('senku-draw').value ||= EXAMPLE;
  $('senku-draw').focus();
});
$('senku-own').addEventListener('submit', (event) => {
  event.preventDefault();
  open($('senku-draw').value.replaceAll('\r', ''), '');
  see($('senku-board'));
});

/** Ends a playback: the reader's game is on the board again. Tells whether there was one. */
function putBack(isShown = true) {
  if (!demo) return false;
  clearTimeout(demo.timer);
  [made, at, demo] = [demo.made, demo.at, null];
  if (isShown) changed();
  return true;
}

$('senku-play').addEventListener('click', () => {
  if (putBack()) return;
  attempt(async () => {
    const mine = board;
    demo = { made, at };
    const own = demo;
    told = [t('Searching for a shortest game…')];
    tell();
    const { moves } = SHORTEST[text] ? { moves: SHORTEST[text] } : await ask(helper, 'fewest');
    if (mine !== board || demo !== own) return;
    if (!moves) {
      putBack();
      told = [t('no game wins')];
      return tell();
    }
    $('senku-board').scrollIntoView({ block: 'nearest' });
    const jumps = moves.flatMap((jumps, move) => jumps.map((jump) => ({ jump, move })));
    Object.assign(demo, { moves: moves.length, move: 0 });
    [made, at] = [[], 0];
    changed();
    const next = (index) => {
      const { jump, move } = jumps[index];
      demo.move = move + 1;
      play(jump);
      if (index + 1 < jumps.length) demo.timer = setTimeout(next, PACE, index + 1);
    };
    demo.timer = setTimeout(next, PACE, 0);
  });
});

$('senku-count').addEventListener('click', () => attempt(async () => {
  helper.drop();
  const mine = board;
  const source = $('senku-source');
  source.textContent = t('counting: {0} %', 0);
  const { games, solutions, published } = await ask(helper, `count ${COUNT_MIB}`, ({ done }) => {
    if (mine === board) source.textContent = t('counting: {0} %', 10 * Math.floor(10 * done));
  });
  if (mine !== board) return;
  $('senku-games').textContent = number(games);
  $('senku-solutions').textContent = number(solutions);
  const known = [[games, published?.games], [solutions, published?.solutions]].filter(([, number]) => number);
  const agree = known.every(([counted, { value }]) => counted === value);
  const sources = [...new Set(known.map(([, { source }]) => source))].join('; ');
  source.textContent = !known.length ? '' : t(agree ? 'Both agree with {0}.' : 'They differ from {0}.', sources);
}, (message) => {
  $('senku-source').textContent = message;
}));

onPaper('senku', {
  picture: () => pegsPicture({ ...board, pegs: pegs() }),
  sheets: async () => {
    const position = pegsPicture({ ...board, pegs: pegs(), names: label });
    const task = `${rule()} ${t('Write down your jumps.')}`;
    const { jumps } = await new Engine().once([`senku solve ${MOST_NODES} ${bits()}\n${text}`]);
    const told = jumps?.map((jump) => `${label(board.jumps[jump][0])}\u00a0→\u00a0${label(board.jumps[jump][2])}`).join(', ');
    return [
      { title: t('Senku: {0} pegs', pegs().size), task, pictures: [position], lines: 5, small: 'half' },
      { title: t('Answers'), task: told ?? (advice?.winnable === false ? t('This position cannot be won.') : t('No answer is known.')), pictures: [position], small: 'half', isUnsolvable: advice?.winnable === false },
    ];
  },
});
