// A player for the textbook search: step, play, speed, the board, the running line of pseudo-code, nodes by row, and
// the search tree so far. A plain ES module without dependencies; its style is player.css.
//
//   import { watch } from './player.js';
//   const player = watch(container, { problem: 'queens', n: 8 }, steps);
//
// `steps` is an array or any iterable of the objects that `vuelta queens trace --json` prints; it is read as far as the
// reader has stepped, so that it may be a generator. The trace's other fields:
//   queens: n; fixed, blocked ([[row, column], ...]);
//   senku:  holes ([[row, column], ...]), start (holes with a peg), triangular;
//   both:   names (squares are called b4, not [4,1]); levels (how many bars of nodes there will be);
//           comparison ([{ name, values }], a column each beside the nodes by row).
// A fourth argument holds what else the page around it wants, all of it optional:
//   translate(text, ...values), locale: another language; lines of pseudo-code are translated too;
//   at, speed, lesson: where to begin, the place of the slider, and whether the player fills the window;
//   moved(step):  hears the step that is shown, and that the lesson began or ended;
//   settings:     an element that is shown among the controls.
//
// `watch` returns { step, back, play, pause, restart, seek, state, destroy }; `state()` tells the step, the slider's place,
// the path, whether it plays and whether it is a lesson. A step costs O(N), stepping back too, so that a jump to a step costs
// its distance.

const CODE = {
  queens: {
    lines: [
      'fill row r:',
      '  for each column c of the row:',
      '    if a queen attacks square (r, c): try the next column',
      '    place a queen on (r, c)',
      '    if r is the last row: a solution',
      '    else: fill the next row',
      '    take the queen back',
    ],
    kinds: ['place', 'conflict', 'back', 'solution'],
    running: { place: 3, conflict: 2, back: 6, solution: 4, start: 0 },
  },
  senku: {
    lines: [
      'play on from a position:',
      '  if it is the goal: a solution, return',
      '  for each jump, hole by hole:',
      '    if it is legal: make it',
      '      play on from there',
      '      take the jump back',
      '  if no jump was legal: a dead end',
    ],
    kinds: ['jump', 'dead_end', 'back', 'solution'],
    running: { jump: 3, dead_end: 6, back: 5, solution: 1, start: 0 },
  },
};
const GROWS = { place: true, jump: true };
const FASTEST = 10; // 2^10 steps a second
const SLOWEST = -1;
const ANNOUNCED = 2; // steps a second up to which each step is read aloud
const AHEAD = 500_000; // steps that are read ahead, for the scrubber
const SLICE = 8; // ms of reading ahead at a time

/** The player's own language: fills in the values. */
const english = (text, ...values) => text.replace(/\{(\d)\}/g, (_, index) => values[index]);

/** The steps of a packed trace: `steps` holds [kind, square or jump, attacker], squares being row * n + column. */
export function* unpack(trace) {
  const square = (index) => [Math.floor(index / trace.n), index % trace.n];
  for (const [kind, at, attacker] of trace.steps) {
    const step = CODE[trace.problem].kinds[kind];
    if (at === undefined) {
      yield { step };
    } else if (trace.problem === 'queens') {
      const [row, column] = square(at);
      yield { step, row, column, with: attacker === undefined ? null : square(attacker) };
    } else {
      const [from, over, to] = trace.jumps[at].map((hole) => trace.holes[hole]);
      yield { step, from, over, to };
    }
  }
}

/** The search as it stands: the path from the root, the tree, the numbers. */
class Search {
  constructor() {
    this.path = []; // the steps that placed the queens, or the jumps
    this.nodes = [{ parent: -1, depth: 0, slot: 0, x: 0, first: -1, last: -1, previous: -1, won: false }];
    this.current = 0;
    this.slots = 0; // the last slot taken: leaves stand in slots from left to right
    this.levels = [1];
    this.counts = { conflict: 0, dead_end: 0, back: 0, solution: 0 };
  }

  apply(step) {
    const node = this.nodes[this.current];
    if (GROWS[step.step]) {
      this.path.push(step);
      const first = node.first < 0;
      const slot = first ? node.slot : ++this.slots;
      const depth = node.depth + 1;
      const child = { parent: this.current, depth, slot, x: slot, first: -1, last: -1, previous: node.last, won: false };
      this.current = this.nodes.push(child) - 1;
      if (first) node.first = this.current;
      node.last = this.current;
      this.levels[depth] = (this.levels[depth] ?? 0) + 1;
      this.spread(child.parent);
    } else if (step.step === 'back') {
      this.counts.back += 1;
      this.path.pop();
      this.current = node.parent;
    } else {
      this.counts[step.step] += 1;
      if (step.step === 'solution') node.won = true;
    }
  }

  undo(step) {
    if (GROWS[step.step]) {
      this.path.pop();
      const child = this.nodes.pop();
      this.current = child.parent;
      const node = this.nodes[this.current];
      this.levels[child.depth] -= 1;
      node.last = child.previous;
      if (node.last < 0) node.first = -1;
      else this.slots -= 1;
      this.spread(this.current);
    } else if (step.step === 'back') {
      this.counts.back -= 1;
      // The node that was left is the last child of the present one.
      this.current = this.nodes[this.current].last;
      this.path.push(step);
    } else {
      this.counts[step.step] -= 1;
      if (step.step === 'solution') this.nodes[this.current].won = false;
    }
  }

  /** Centres a node and those above it over their children. */
  spread(index) {
    for (let at = index; at >= 0; at = this.nodes[at].parent) {
      const node = this.nodes[at];
      node.x = node.first < 0 ? node.slot : (this.nodes[node.first].x + this.nodes[node.last].x) / 2;
    }
  }
}

/** Boards as SVG, a cell being 40 units wide; how squares are called and steps are told. */
class QueensBoard {
  constructor(trace, say) {
    this.say = say;
    this.n = trace.n;
    this.names = trace.names && trace.n <= 26;
    const list = (squares) => new Set((squares ?? []).map(String));
    this.fixed = list(trace.fixed);
    this.blocked = list(trace.blocked);
    this.levels = trace.n + 1;
    this.words = { other: 'conflict', others: 'conflicts', row: 'Rows', levels: 'Nodes by row' };
    this.viewBox = `-22 -2 ${trace.n * 40 + 24} ${trace.n * 40 + 24}`;
  }

  name([row, column]) {
    return this.names ? `${String.fromCharCode(97 + column)}${this.n - row}` : `[${row},${column}]`;
  }

  ground() {
    let svg = '';
    for (let row = 0; row < this.n; row++) {
      for (let column = 0; column < this.n; column++) {
        const kind = (row + column) % 2 ? 'dark' : 'light';
        svg += `<rect class="watch-${kind}" x="${column * 40}" y="${row * 40}" width="40" height="40"/>`;
        if (this.blocked.has(`${row},${column}`)) svg += cross(row, column, 'watch-blocked');
        if (this.fixed.has(`${row},${column}`)) svg += crown(row, column, 'watch-fixed');
      }
    }
    const label = (x, y, text) => `<text class="watch-label" x="${x}" y="${y}">${text}</text>`;
    for (let i = 0; i < this.n; i++) {
      svg += label(-11, i * 40 + 20, this.names ? this.n - i : i);
      svg += label(i * 40 + 20, this.n * 40 + 11, this.names ? String.fromCharCode(97 + i) : i);
    }
    return svg;
  }

  pieces(search, step) {
    let svg = '';
    for (const { row, column } of search.path) svg += crown(row, column, 'watch-queen');
    const frame = (kind) =>
      `<rect class="watch-${kind}" x="${step.column * 40 + 2}" y="${step.row * 40 + 2}" width="36" height="36"/>`;
    if (step?.step === 'conflict') {
      if (step.with) {
        const [row, column] = step.with;
        const ends = [column, row, step.column, step.row].map((at) => at * 40 + 20);
        svg += `<line class="watch-attack" x1="${ends[0]}" y1="${ends[1]}" x2="${ends[2]}" y2="${ends[3]}"/>`;
        svg += crown(row, column, 'watch-attacker');
      }
      svg += frame('tried') + cross(step.row, step.column, 'watch-cross');
    } else if (step && step.step !== 'solution') {
      svg += frame(step.step === 'place' ? 'placed' : 'taken');
    }
    return svg;
  }

  describe(search) {
    const queens = search.path.map(({ row, column }) => this.name([row, column]));
    return this.say('Board of {0} by {0}, queens: {1}', this.n, queens.join(', ') || this.say('none'));
  }

  tell(step, before) {
    const square = () => this.name([step.row, step.column]);
    switch (step.step) {
      case 'place':
        return this.say('place a queen on {0}', square());
      case 'conflict':
        return step.with
          ? this.say('conflict on {0}: the queen on {1} attacks it', square(), this.name(step.with))
          : this.say('conflict on {0}: the square is blocked', square());
      case 'back':
        return this.say(before?.step === 'solution' ? 'the solution is noted: take the queen on {0} back and search on'
          : 'no square is left below: take the queen on {0} back', square());
      default:
        return this.say('a solution: every row has a queen');
    }
  }
}

class PegBoard {
  constructor(trace, say) {
    this.say = say;
    this.holes = trace.holes;
    this.triangular = trace.triangular;
    this.start = trace.start.map(String);
    this.rows = Math.max(...trace.holes.map(([row]) => row)) + 1;
    const columns = Math.max(...trace.holes.map(([, column]) => column)) + 1;
    this.names = trace.names && columns <= 26;
    this.levels = trace.levels ?? this.start.length;
    this.words = { other: 'dead_end', others: 'dead ends', row: 'Jumps', levels: 'Nodes by jumps made' };
    this.viewBox = `-2 -2 ${columns * 40 + 4} ${this.rows * 40 + 4}`;
  }

  name([row, column]) {
    if (!this.names) return `[${row},${column}]`;
    return this.triangular ? String((row * (row + 1)) / 2 + column + 1) : `${String.fromCharCode(97 + column)}${this.rows - row}`;
  }

  centre([row, column]) {
    const shift = this.triangular ? (this.rows - 1 - row) * 20 : 0;
    return [column * 40 + 20 + shift, row * 40 + 20];
  }

  disc(hole, radius, kind) {
    const [x, y] = this.centre(hole);
    return `<circle class="watch-${kind}" cx="${x}" cy="${y}" r="${radius}"/>`;
  }

  ground() {
    return this.holes.map((hole) => this.disc(hole, 9, 'hole')).join('');
  }

  position(search) {
    const pegs = new Set(this.start);
    for (const { from, over, to } of search.path) {
      pegs.delete(String(from));
      pegs.delete(String(over));
      pegs.add(String(to));
    }
    return pegs;
  }

  pieces(search, step) {
    const pegs = this.position(search);
    let svg = '';
    for (const hole of this.holes) if (pegs.has(String(hole))) svg += this.disc(hole, 15, 'peg');
    if (step?.from) {
      const [[x1, y1], [x2, y2]] = [this.centre(step.from), this.centre(step.to)];
      svg += `<line class="watch-way" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;
      const end = step.step === 'jump' ? step.to : step.from;
      svg += this.disc(end, 15, step.step === 'jump' ? 'moved' : 'returned');
      svg += this.disc(step.over, 15, step.step === 'jump' ? 'removed' : 'returned');
    }
    for (const hole of this.names ? this.holes : []) {
      const [x, y] = this.centre(hole);
      svg += `<text class="watch-name${pegs.has(String(hole)) ? ' watch-on-peg' : ''}" x="${x}" y="${y}">${this.name(hole)}</text>`;
    }
    return svg;
  }

  describe(search) {
    const pegs = [...this.position(search)].map((hole) => this.name(hole.split(',').map(Number)));
    return this.say('Board with {0} pegs: {1}', pegs.length, pegs.join(', '));
  }

  tell(step) {
    const jump = () => this.say('{0} over {1} to {2}', this.name(step.from), this.name(step.over), this.name(step.to));
    switch (step.step) {
      case 'jump':
        return this.say('jump from {0}', jump());
      case 'back':
        return this.say('take back the jump from {0}', jump());
      case 'dead_end':
        return this.say('a dead end: no jump is left');
      default:
        return this.say('a solution: the goal is reached');
    }
  }
}

function crown(row, column, kind) {
  const points = '-9,9 -14,-8 -7,0 -7,-13 -2,-1 0,-14 2,-1 7,-13 7,0 14,-8 9,9';
  return `<g class="${kind}" transform="translate(${column * 40 + 20} ${row * 40 + 20})">` +
    `<polygon points="${points}"/><rect x="-10" y="10" width="20" height="4"/></g>`;
}

function cross(row, column, kind) {
  const [x, y] = [column * 40 + 20, row * 40 + 20];
  return `<path class="${kind}" d="M${x - 9} ${y - 9}l18 18m0 -18l-18 18"/>`;
}

/** What the reader sees; ids are for tests and for links. */
function page(board, code, trace, say) {
  const item = (id, name) => `<div><dt>${say(name)}</dt><dd id="watch-${id}">0</dd></div>`;
  const button = (id, name, sign) => `<button type="button" id="watch-${id}" title="${say(name)}" aria-label="${say(name)}">${sign}</button>`;
  const heads = (trace.comparison ?? []).map(({ name }) => `<th scope="col">${say(name)}</th>`).join('');
  const keys = ['→', '←', say('Space'), say('Home'), 'N', 'B', '+ -', 'L'].map((key) => `<kbd>${key}</kbd>`);
  return `
<div class="watch-columns">
  <div class="watch-stage">
    <svg id="watch-board" class="watch-board" role="img" viewBox="${board.viewBox}"><g>${board.ground()}</g><g></g></svg>
  </div>
  <div class="watch-side">
    <div class="watch-controls" role="group" aria-label="${say('Playback')}">
      ${button('restart', 'Restart', '⇤')}
      ${button('back', 'Previous step', '←')}
      <button type="button" id="watch-play">${say('Play')}</button>
      ${button('step', 'Next step', '→')}
      ${button('next-back', 'Next step back', `⇥ ${say('step back')}`)}
      ${button('next-solution', 'Next solution', `⇥ ${say('solution')}`)}
      <button type="button" id="watch-lesson" aria-pressed="false">${say('Lesson')}</button>
    </div>
    <label class="watch-scrubber"><input type="range" id="watch-scrub" min="0" max="0" value="0" aria-label="${say('Step')}">
    <output id="watch-place"></output></label>
    <p id="watch-state" role="status" aria-live="polite"></p>
    <div class="watch-settings">
      <label class="watch-pace">${say('Speed')} <input type="range" id="watch-speed" min="${SLOWEST}" max="${FASTEST}" step="1" value="2">
      <output id="watch-pace"></output></label>
    </div>
    <dl class="watch-numbers">${item('nodes', 'Nodes')}${item('others', board.words.others)}${item('backs', 'steps back')}${item('solutions', 'solutions')}</dl>
    <div class="watch-pair">
      <ol id="watch-code" class="watch-code" aria-label="${say('The search as pseudo-code')}">${code.lines
        .map((line) => `<li><code>${say(line)}</code></li>`)
        .join('')}</ol>
      <div class="watch-scroll" tabindex="0" role="region" aria-label="${say(board.words.levels)}"><table class="watch-rows">
      <thead>${heads && `<tr><td colspan="2"></td><th scope="colgroup" colspan="${trace.comparison.length}">${say('Brute force:')}</th></tr>`}
      <tr><th scope="col">${say(board.words.row)}</th><th scope="col">${say('Nodes')}</th>${heads}</tr></thead>
      <tbody id="watch-rows"></tbody></table></div>
    </div>
    <div class="watch-tree"><canvas id="watch-tree" role="img"></canvas></div>
    <p class="watch-legend"><span class="watch-open">${say('current path')}</span> <span class="watch-left">${say('stepped back from')}</span> <span class="watch-won">${say('solution')}</span></p>
  </div>
</div>
<p class="watch-note">${trace.comparison ? say('Beside the nodes: the placements that brute force looks at, a queen in each row.') : ''}
${say('Keys: {0} next step, {1} previous step, {2} play or pause, {3} restart, {4} next solution, {5} next step back, {6} speed, {7} lesson.', ...keys)}</p>`;
}

/** Large numbers of the comparison, which come as decimal strings. */
function short(text, number) {
  if (text === null || text === undefined) return '';
  const digits = String(text);
  return digits.length <= 12 ? number(Number(digits)) : `${digits[0]}.${digits.slice(1, 3)} × 10^${digits.length - 1}`;
}

/** Shows the trace in the container, which it fills, and returns its controls. */
export function watch(container, trace, steps, options = {}) {
  const { translate: say = english, locale = 'en', at: first = 0, speed: pace = 2, lesson = false, moved = () => {}, settings } = options;
  const number = (value) => value.toLocaleString(locale);
  const source = (steps ?? unpack(trace))[Symbol.iterator]();
  const seen = []; // all steps read so far
  let at = 0; // the steps that are shown
  let ended = false; // whether there is nothing more to read
  let search = new Search();
  let timer = 0;
  let due = 0; // steps owed while playing
  let clock = 0;

  const board = trace.problem === 'senku' ? new PegBoard(trace, say) : new QueensBoard(trace, say);
  const code = CODE[trace.problem === 'senku' ? 'senku' : 'queens'];
  container.classList.add('watch');
  container.innerHTML = page(board, code, trace, say);
  if (settings) container.querySelector('.watch-settings').prepend(settings);
  const find = (id) => container.querySelector(`#watch-${id}`);
  const [stage, pieces] = [find('board'), find('board').lastElementChild];
  const lines = [...find('code').children];
  lines.forEach((line, index) => line.style.setProperty('--watch-deep', code.lines[index].search(/\S/)));
  container.style.setProperty('--watch-levels', board.levels);
  const canvas = find('tree');
  const rows = [];

  function addRow() {
    const values = (trace.comparison ?? []).map(({ values }) => `<td>${short(values[rows.length], number)}</td>`);
    find('rows').insertAdjacentHTML(
      'beforeend',
      `<tr><th scope="row">${rows.length}</th><td class="watch-bar"><span></span><b>0</b></td>${values.join('')}</tr>`,
    );
    const cell = find('rows').lastElementChild.children[1];
    rows.push([cell.firstElementChild, cell.lastElementChild]);
  }
  while (rows.length < Math.min(board.levels, 64)) addRow();

  /** Reads the next step; undefined at the end. */
  function read() {
    if (at === seen.length) readOn();
    return seen[at];
  }

  /** Reads a step more, unless the trace has ended. */
  function readOn() {
    const { value, done } = ended ? { done: true } : source.next();
    if (done) ended = true;
    else seen.push(value);
    return !done;
  }

  /** Reads ahead while the page has nothing else to do, so that the scrubber has all steps. */
  function readAhead() {
    for (const began = performance.now(); seen.length < AHEAD && performance.now() - began < SLICE; ) if (!readOn()) break;
    tellPlace();
    if (!ended && seen.length < AHEAD) ahead = setTimeout(readAhead, SLICE);
  }

  function tellPlace() {
    const scrub = find('scrub');
    scrub.max = seen.length;
    scrub.value = at;
    scrub.setAttribute('aria-valuetext', find('state').textContent);
    find('place').textContent = say(ended ? '{0} of {1}' : '{0} of {1} or more', number(at), number(seen.length));
  }

  const tell = (at, step) => say('Step {0}: {1}.', number(at), board.tell(step, seen[at - 2]));
  const cut = trace.complete === false ? ` ${say('The trace ends here.')}` : '';
  // Room for the longest of these sentences.
  const last = trace.holes?.at(-1);
  find('state').dataset.room = tell(AHEAD, { step: 'back', row: 0, column: trace.n - 1, from: last, over: last, to: last }) + cut;

  function forward() {
    const step = read();
    if (step === undefined) return false;
    search.apply(step);
    at += 1;
    return true;
  }

  function render() {
    const step = seen[at - 1];
    const over = read() === undefined;
    pieces.innerHTML = board.pieces(search, step);
    stage.setAttribute('aria-label', board.describe(search));
    stage.classList.toggle('watch-solved', step?.step === 'solution');
    const running = code.running[step?.step ?? 'start'];
    lines.forEach((line, index) => {
      line.classList.toggle('watch-running', index === running);
      if (index === running) line.setAttribute('aria-current', 'step');
      else line.removeAttribute('aria-current');
    });
    const isWhole = over && trace.complete !== false;
    find('state').setAttribute('aria-live', timer && speed() > ANNOUNCED ? 'off' : 'polite');
    find('state').textContent = (!step ? say('Ready: step or play.') : isWhole ? `${say('Step')} ${number(at)}.` : tell(at, step))
      + (isWhole ? ` ${say('The search is complete.')}` : over ? cut : '');
    find('nodes').textContent = number(search.nodes.length);
    find('others').textContent = number(search.counts[board.words.other]);
    find('backs').textContent = number(search.counts.back);
    find('solutions').textContent = number(search.counts.solution);
    while (rows.length < search.levels.length) addRow();
    const most = Math.max(...search.levels);
    rows.forEach(([bar, text], level) => {
      const nodes = search.levels[level] ?? 0;
      bar.style.width = nodes ? `max(2px, (100% - 3em) * ${nodes / most})` : '0';
      text.textContent = number(nodes);
    });
    for (const id of ['step', 'next-back', 'next-solution']) find(id).disabled = over;
    find('back').disabled = at === 0;
    find('restart').disabled = at === 0;
    find('play').textContent = say(timer ? 'Pause' : 'Play');
    tellPlace();
    draw();
    moved(at, Boolean(timer));
  }

  /** Draws the tree; of a wide one the part around the present node. */
  function draw() {
    const style = getComputedStyle(container);
    const color = (name) => style.getPropertyValue(`--watch-${name}`);
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (!width) return pause(); // nobody sees it
    const depth = Math.max(board.levels - 1, search.levels.length - 1, 1);
    const down = Math.min(30, (height - 28) / depth);
    const scale = window.devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
    }
    const across = Math.max(9, Math.min(34, (width - 28) / (search.slots + 1)));
    const { nodes, current } = search;
    // Where not all leaves fit, the latest are shown.
    const hidden = Math.max(0, (search.slots + 1) * across - (width - 28));
    const place = (node) => [Math.max(10, 14 + across / 2 + node.x * across - hidden), 14 + node.depth * down];
    const path = new Set();
    for (let index = current; index >= 0; index = nodes[index].parent) path.add(index);
    let from = nodes.length - 1;
    while (from > 0 && nodes[from - 1].slot * across >= hidden) from -= 1;
    // What lies above those leaves is shown too, at the edge where its middle lies beyond it.
    const shown = [];
    for (let index = nodes[from].parent; index >= 0; index = nodes[index].parent) shown.push(index);
    for (let index = from; index < nodes.length; index++) shown.push(index);

    const context = canvas.getContext('2d');
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    for (const onPath of [false, true]) {
      context.beginPath();
      for (const index of shown) {
        const node = nodes[index];
        if (node.parent < 0 || path.has(index) !== onPath) continue;
        context.moveTo(...place(nodes[node.parent]));
        context.lineTo(...place(node));
      }
      context.strokeStyle = color(onPath ? 'path' : 'edge');
      context.lineWidth = onPath ? 2.5 : 1;
      context.stroke();
    }
    const radius = Math.max(2, Math.min(5, across / 3));
    for (const index of shown) {
      const [node, [x, y]] = [nodes[index], place(nodes[index])];
      context.beginPath();
      if (node.won) context.rect(x - radius - 1, y - radius - 1, 2 * radius + 2, 2 * radius + 2);
      else context.arc(x, y, radius, 0, 7);
      context.fillStyle = color(node.won ? 'won' : path.has(index) ? 'path' : 'left');
      context.fill();
    }
    const [x, y] = place(nodes[current]);
    context.beginPath();
    context.arc(x, y, radius + 4, 0, 7);
    context.strokeStyle = color('path');
    context.lineWidth = 1.5;
    context.stroke();
    if (hidden) {
      context.font = `${parseFloat(style.fontSize) * 0.8}px system-ui, sans-serif`;
      context.fillStyle = color('soft');
      context.textAlign = place(nodes[0])[0] > width / 2 ? 'left' : 'right'; // away from the root
      context.fillText(say('part of the tree'), context.textAlign === 'left' ? 6 : width - 6, parseFloat(style.fontSize));
    }
    const name = say('Search tree; nodes: {0}, solutions: {1}, depth: {2}', number(nodes.length),
      number(search.counts.solution), search.path.length);
    canvas.setAttribute('aria-label', name);
  }

  const speed = () => 2 ** Number(find('speed').value);
  const isLesson = () => container.classList.contains('watch-lesson');

  function showSpeed() {
    const steps = speed();
    find('pace').textContent = say(steps === 1 ? '{0} step/s' : '{0} steps/s', number(steps));
  }

  function tick(now) {
    due = Math.min(due + ((now - clock) / 1000) * speed(), 2000);
    clock = now;
    const before = at;
    while (due >= 1 && forward()) due -= 1;
    if (read() === undefined) return pause();
    timer = requestAnimationFrame(tick);
    if (at !== before) render();
  }

  function play() {
    if (timer) return;
    if (read() === undefined) seek(0); // once more
    due = 1; // the first step at once
    clock = performance.now();
    timer = requestAnimationFrame(tick);
    render();
  }

  function pause() {
    if (!timer) return;
    cancelAnimationFrame(timer);
    timer = 0;
    render();
  }

  /** Shows the search after this many steps, or at its end. */
  function seek(to) {
    pause();
    while (at < to && forward());
    while (at > to) search.undo(seen[--at]);
    render();
  }

  /** Goes to the next step of the kind, as far as steps are read ahead. */
  function next(kind) {
    pause();
    for (let looked = 0; looked < AHEAD && forward(); looked++) if (seen[at - 1].step === kind) break;
    render();
  }

  const actions = {
    step: () => seek(at + 1),
    back: () => seek(Math.max(0, at - 1)),
    restart: () => seek(0),
    play: () => (timer ? pause() : play()),
    'next-back': () => next('back'),
    'next-solution': () => next('solution'),
    lesson: () => teach(!isLesson()),
  };
  for (const [id, action] of Object.entries(actions)) find(id).addEventListener('click', action);
  find('speed').addEventListener('input', showSpeed);
  find('scrub').addEventListener('input', ({ target }) => seek(Number(target.value)));
  // What was clicked does not take the keyboard away from the player.
  container.onmousedown = (event) => event.target.closest('button') && event.preventDefault();
  container.onpointerup = ({ target }) => target.matches('input[type=range]') && target.blur();

  /** The player alone, as large as the window, on the whole screen where that is possible. */
  function teach(on) {
    container.classList.toggle('watch-lesson', on);
    find('lesson').setAttribute('aria-pressed', on);
    for (let inner = container; inner !== document.body; inner = inner.parentElement) {
      for (const other of inner.parentElement.children) if (other !== inner && other.tagName !== 'SCRIPT') other.inert = on;
    }
    if (on) container.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
    moved(at, Boolean(timer));
  }

  const keys = { ArrowRight: 'step', ArrowLeft: 'back', ' ': 'play', Home: 'restart', n: 'next-solution', b: 'next-back', l: 'lesson' };
  const remote = { PageDown: 'step', PageUp: 'back' }; // the keys of a presenter's remote, in a lesson
  function onKey(event) {
    const { key, target } = event;
    if (!canvas.clientWidth || event.ctrlKey || event.altKey || event.metaKey) return;
    const isSlider = target.matches?.('input[type=range]') && /^(Arrow|Home|End|Page)/.test(key); // which moves it
    if ((isSlider || target.matches?.('input:not([type=range]), select, textarea')) && key !== 'Escape') return;
    const presses = target.matches?.('a, summary, button:not([aria-selected=true])');
    if ((key === ' ' || key === 'Enter') && presses) return; // it presses that
    const action = keys[key.length === 1 ? key.toLowerCase() : key] ?? (isLesson() && remote[key]);
    if (key === '+' || key === '-') {
      find('speed').value = Number(find('speed').value) + (key === '+' ? 1 : -1);
      showSpeed();
    } else if (key === 'Escape' && isLesson()) teach(false);
    else if (!action) return;
    else if (!find(action).disabled) actions[action]();
    event.preventDefault();
    event.stopPropagation();
  }
  const resized = new ResizeObserver(draw);
  const listeners = [
    [document, 'keydown', onKey, true], // before all others, wherever the focus is
    [document, 'visibilitychange', () => document.hidden && pause()],
    [document, 'fullscreenchange', () => document.fullscreenElement || teach(false)],
    [matchMedia('(prefers-color-scheme: dark)'), 'change', draw],
    [matchMedia('print'), 'change', draw],
  ];
  for (const [target, ...listener] of listeners) target.addEventListener(...listener);

  function destroy() {
    cancelAnimationFrame(timer);
    clearTimeout(ahead);
    for (const [target, ...listener] of listeners) target.removeEventListener(...listener);
    resized.disconnect();
    if (isLesson()) teach(false);
    container.replaceChildren();
  }

  const state = () => ({ at, speed: find('speed').value, lesson: isLesson(), plays: Boolean(timer), path: search.path, pegs: board.position?.(search) });
  find('speed').value = pace;
  showSpeed();
  seek(first);
  if (lesson) teach(true);
  resized.observe(canvas);
  let ahead = setTimeout(readAhead, 200);
  const { step, back, restart } = actions;
  return { step, back, play, pause, restart, seek, state, destroy };
}
