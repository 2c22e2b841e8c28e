// Senku: a peg board to play on, with what the map of winnable positions knows about each position.
import { $, address, attempt, notice, options } from './page.js';
import { Engine } from './workers.js';
import { fill, name, squareOf } from './board.js';
import { number, t } from './words.js';
import { SHORTEST } from './games.js';

const NAMED = ['english', 'triangle15', 'triangle21', 'triangle28'];
const EXAMPLE = '   ooo\n   ooo\noooo.oooo\n   ooo\n   ooo';
const MAP_MIB = 512;
const COUNT_MIB = 1024;
const MOST_HOLES = 36; // beyond it no map fits
const MOST_NODES = 300_000; // where there is no map
const PACE = 700; // ms per jump when a game is played back

let text = '@english'; // the board as the module reads it
let board; // its holes, jumps, start and goal
let buttons;
let made = []; // jumps, of which `at` are on the board
let at = 0;
let chosen = null; // the hole whose peg is about to jump
let map = 'none'; // none, making, made, too large
let progress = 0;
let advice; // what is known about the position
let hints = false; // whether good jumps are shown
let timer = 0;

const judge = new Engine(); // makes the map and answers from it
const helper = new Engine(); // counts, and finds a shortest game

const ask = (engine, question, progress) => engine.ask(`senku ${question}\n${text}`, progress);
const label = (hole) => {
  const square = board.holes[hole];
  return board.triangular ? `[${square}]` : name(square, Math.max(...board.holes.map(([row]) => row)) + 1);
};

export async function show([wanted, jumps]) {
  if (board && wanted === undefined) return tellAddress();
  const next = wanted === undefined || NAMED.includes(wanted) ? `@${wanted ?? text.slice(1)}` : wanted.replaceAll('~', '\n');
  drawOptions(next);
  await open(next, (jumps ?? '').split('-').filter(Boolean).map(Number));
}

export function redraw() {
  drawOptions(text);
  if (board) draw();
}

function drawOptions(chosen) {
  const name = (value) => (value === 'own' ? t('own board') : value === 'english' ? t('english') : t('triangle of {0}', value.slice(8)));
  const own = !chosen.startsWith('@');
  options($('senku-name'), [...NAMED, 'own'], name, own ? 'own' : chosen.slice(1));
  $('senku-own').hidden = !own;
  if (own) $('senku-text').value = chosen;
}

async function open(next, jumps = []) {
  stopPlaying();
  notice('');
  judge.drop();
  helper.drop();
  const before = text;
  text = next;
  await attempt(async () => {
    const described = await ask(judge, 'board');
    if (text !== next) return;
    board = described;
    [made, at, chosen, map, advice] = [[], 0, null, 'none', undefined];
    for (const jump of jumps) if (isLegal(board.jumps[jump], pegs())) made.splice(at++, Infinity, jump);
    for (const id of ['games', 'solutions']) $(`senku-${id}`).textContent = '–';
    $('senku-source').textContent = '';
    layOut();
    changed();
    await makeMap();
  }, (message) => {
    if (text === next) text = before;
    notice(message);
  });
}

/** The map is made while the reader plays; answers come from it as soon as it is there. */
async function makeMap() {
  const mine = board;
  [map, progress] = ['making', 0];
  tell();
  const { made } = board.holes.length > MOST_HOLES ? { made: false } : await ask(judge, `map ${MAP_MIB}`, ({ done }) => {
    progress = done;
    if (mine === board) tell();
  });
  if (mine !== board) return;
  map = made ? 'made' : 'too large';
  await judgePosition();
}

function layOut() {
  const rows = Math.max(...board.holes.map(([row]) => row));
  buttons = fill($('senku-board'), board.holes, 'hole', board.triangular ? ([row]) => rows - row : undefined);
  $('senku-board').classList.toggle('triangular', board.triangular);
}

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

const bits = () => [...pegs()].reduce((bits, hole) => bits | (1n << BigInt(hole)), 0n).toString(16);
const legal = (from, to) => board.jumps.findIndex((jump) => jump[0] === from && jump[2] === to && isLegal(jump, pegs()));

function play(jump) {
  if (made[at] !== jump) made.splice(at, Infinity, jump);
  at += 1;
  changed();
}

/** Another position is on the board. */
function changed() {
  [chosen, advice] = [null, undefined];
  if (map === 'made' || map === 'too large') attempt(judgePosition); // while the board is drawn
  tellAddress();
  draw();
}

const tellAddress = () => address('senku', text.startsWith('@') ? text.slice(1) : text.replaceAll('\n', '~'), made.slice(0, at).join('-'));

async function judgePosition() {
  const position = bits();
  const isLast = () => position === bits();
  const mine = {};
  judge.drop(map === 'made'); // the map is in its worker
  if (map === 'too large') Object.assign(mine, await ask(judge, `solve ${MOST_NODES} ${position}`));
  else Object.assign(mine, await ask(judge, `ask ${MAP_MIB} ${position}`));
  if (!isLast()) return;
  advice = mine;
  draw();
  if (map === 'too large') return;
  // It comes in slices, so that the next position need not wait for it.
  for (let ways = null; ways === null && isLast(); ) {
    ways = (await ask(judge, `ways ${MAP_MIB} ${position}`)).solutions;
    mine.ways = ways ?? undefined;
  }
  if (isLast()) tell();
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
  $('senku-undo').disabled = at === 0;
  $('senku-restart').disabled = at === 0;
  $('senku-redo').disabled = at === made.length;
  tell();
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
  $('senku-ways').textContent = advice?.ways !== undefined ? number(advice.ways) : map === 'too large' ? t('not known') : '…';
  const stuck = !board.jumps.some((jump) => isLegal(jump, present));
  const won = present.size === 1 && (board.goal === null || present.has(board.goal));
  $('senku-state').textContent = won ? t('The game is won.') : stuck ? t('No jump is left.')
    : map === 'making' ? t('The map of the winnable positions is being made: {0} %', 10 * Math.floor(10 * progress))
    : map === 'too large' ? t('This board is too large for a map of its winnable positions: each position is searched.') : '';
  $('senku-hint').setAttribute('aria-pressed', hints);
  const good = goodJumps().map(([from, , to]) => `${label(from)} → ${label(to)}`);
  $('senku-good').textContent = !hints || !advice || won ? '' : good.length ? t('Good jumps: {0}', good.join(', ')) : t('No jump is good: undo some.');
}

// By click and keyboard: a peg, then a hole. By drag: from a peg to a hole.
const holeOf = (element) => {
  const key = element?.closest?.('#senku-board [data-hole]')?.dataset.hole;
  return key === undefined ? -1 : board.holes.findIndex((square) => square.join() === key);
};

function choose(hole) {
  if (hole < 0) return;
  stopPlaying();
  const jump = chosen === null ? -1 : legal(chosen, hole);
  if (jump >= 0) return play(jump);
  chosen = pegs().has(hole) && hole !== chosen ? hole : null;
  draw();
}

let drag; // { hole, button, x, y, moved }
$('senku-board').addEventListener('click', ({ target }) => {
  if (!drag?.moved) choose(holeOf(target));
  drag = undefined;
});
$('senku-board').addEventListener('pointerdown', ({ target, clientX: x, clientY: y, button }) => {
  const hole = holeOf(target);
  drag = button === 0 && hole >= 0 && pegs().has(hole) ? { hole, button: target, x, y, moved: false } : undefined;
});
addEventListener('pointermove', ({ clientX, clientY, buttons }) => {
  if (!drag || !buttons) return;
  const [dx, dy] = [clientX - drag.x, clientY - drag.y];
  if (!drag.moved && Math.hypot(dx, dy) < 8) return;
  if (!drag.moved) {
    drag.moved = true;
    stopPlaying();
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
    const jump = to >= 0 ? legal(drag.hole, to) : -1;
    if (jump >= 0) play(jump);
    else {
      chosen = null;
      draw();
    }
    setTimeout(() => (drag = undefined)); // behind the click that may follow
  });
}
$('senku-board').addEventListener('keydown', ({ key, ctrlKey, metaKey }) => {
  if (ctrlKey || metaKey) return;
  if (key === 'u') go(at - 1);
  if (key === 'r') go(at + 1);
  if (key === 'Escape') choose(chosen ?? -1);
});

function go(to) {
  stopPlaying();
  if (to < 0 || to > made.length) return;
  at = to;
  changed();
}

$('senku-undo').addEventListener('click', () => go(at - 1));
$('senku-redo').addEventListener('click', () => go(at + 1));
$('senku-restart').addEventListener('click', () => go(0));
$('senku-hint').addEventListener('click', () => {
  hints = !hints;
  draw();
});
$('senku-share').addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    $('senku-good').textContent = t('The address is copied; it opens this position.');
  } catch { // not allowed, or not over https
    $('senku-good').textContent = t('The address of this page opens this position.');
  }
});
$('senku-name').addEventListener('change', ({ target }) => {
  if (target.value !== 'own') return show([target.value]);
  $('senku-own').hidden = false;
  $('senku-text').value ||= EXAMPLE;
  $('senku-text').focus();
});
$('senku-own').addEventListener('submit', (event) => {
  event.preventDefault();
  open($('senku-text').value.replaceAll('\r', ''));
});

function stopPlaying() {
  clearTimeout(timer);
  timer = 0;
  $('senku-play').textContent = t($('senku-play').dataset.t);
  $('senku-move').textContent = '';
}

$('senku-play').addEventListener('click', () => {
  if (timer) return stopPlaying();
  return attempt(async () => {
    const mine = board;
    $('senku-move').textContent = t('Searching for a shortest game…');
    const { moves } = SHORTEST[text] ? { moves: SHORTEST[text] } : await ask(helper, 'fewest');
    if (mine !== board) return;
    $('senku-move').textContent = moves ? '' : t('no game wins');
    if (!moves) return;
    go(0);
    $('senku-play').textContent = t('Stop');
    const jumps = moves.flatMap((jumps, move) => jumps.map((jump) => ({ jump, move })));
    const next = (index) => {
      const { jump, move } = jumps[index];
      play(jump);
      $('senku-move').textContent = t('move {0} of {1}', number(move + 1), number(moves.length));
      if (index + 1 < jumps.length) timer = setTimeout(next, PACE, index + 1);
      else {
        timer = 0;
        $('senku-play').textContent = t($('senku-play').dataset.t);
      }
    };
    timer = setTimeout(next, PACE, 0);
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
