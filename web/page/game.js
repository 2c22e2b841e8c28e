// A game of region queens: marks and queens on squares, their history, and what the rules say about them at once. Squares
// are numbers, row by row.

const KINDS = ['row', 'column', 'region'];

export class Game {
  /** `saved` is what `kept` gave. */
  constructor(puzzle, saved) {
    this.puzzle = puzzle;
    const { size, regions } = puzzle;
    const all = Array.from({ length: size * size }, (_, square) => square);
    const in_ = [(square) => Math.floor(square / size), (square) => square % size, (square) => regions[square]];
    /** The rows, columns and regions, each with its squares. */
    this.units = KINDS.flatMap((kind, k) => Array.from({ length: size }, (_, number) =>
      ({ kind, number, squares: all.filter((square) => in_[k](square) === number) })));
    this.around = all.map((square) => all.filter((other) => other !== square
      && Math.abs(in_[0](other) - in_[0](square)) <= 1 && Math.abs(in_[1](other) - in_[1](square)) <= 1));
    this.clear();
    if (saved?.cells?.length === all.length) Object.assign(this, { ...saved, cells: [...saved.cells] });
  }

  /** Begins anew; the clock goes on. */
  clear() {
    this.cells = this.puzzle.regions.map(() => ' '); // or x, a mark, or q, a queen
    this.past = []; // steps, each a list of [square, before, after]
    this.at = 0; // how many of them are on the board
    this.seconds ??= 0;
    this.hinted = []; // those of the steps that were hints
    this.solved = false;
  }

  /** For a later visit. */
  get kept() {
    const { cells, past, at, seconds, hinted, solved } = this;
    return { cells: cells.join(''), past, at, seconds, hinted, solved };
  }

  /** Makes one step of all these changes, each a square and its new state, perhaps by a hint. */
  change(changes, isHint) {
    const step = changes.map(([square, to]) => [square, this.cells[square], to]).filter(([, before, after]) => before !== after);
    if (!step.length) return;
    this.past.splice(this.at, Infinity, step);
    this.hinted = [...this.hinted.filter((other) => other < this.at), ...(isHint ? [this.at] : [])];
    this.redo();
  }

  undo() {
    if (this.at) for (const [square, before] of this.past[--this.at]) this.cells[square] = before;
  }

  redo() {
    if (this.at < this.past.length) for (const [square, , after] of this.past[this.at++]) this.cells[square] = after;
  }

  squares(state) {
    return this.cells.flatMap((cell, square) => (cell === state ? [square] : []));
  }

  queensIn({ squares }) {
    return squares.filter((square) => this.cells[square] === 'q');
  }

  /** The squares on which no queen can stand beside those that are there. */
  excluded() {
    const out = new Set(this.squares('q').flatMap((queen) => this.around[queen]));
    for (const unit of this.units) {
      if (this.queensIn(unit).length >= this.puzzle.stars) unit.squares.forEach((square) => out.add(square));
    }
    return new Set([...out].filter((square) => this.cells[square] !== 'q'));
  }

  /** Groups of queens that cannot stand together: two that touch, or too many of a unit. */
  conflicts() {
    const touching = this.squares('q').flatMap((queen) => this.around[queen]
      .filter((other) => other > queen && this.cells[other] === 'q').map((other) => ({ queens: [queen, other] })));
    const crowded = this.units.filter((unit) => this.queensIn(unit).length > this.puzzle.stars);
    return [...touching, ...crowded.map((unit) => ({ queens: this.queensIn(unit), unit }))];
  }

  /** A row, column or region that has too few squares left for its queens. */
  full() {
    const excluded = this.excluded();
    const left = ({ squares }) => squares.filter((square) => this.cells[square] !== 'x' && !excluded.has(square)).length;
    return this.units.find((unit) => left(unit) < this.puzzle.stars);
  }

  /** That the puzzle is solved, and by how many hints. */
  get verdict() {
    return { kind: 'solved', hints: this.hinted.filter((step) => step < this.at).length, moves: this.at };
  }

  get isComplete() {
    return this.squares('q').length === this.puzzle.size * this.puzzle.stars && !this.conflicts().length;
  }
}

/** A board whose regions are painted: a number from 0 per square, or -1. */
export class Painting {
  constructor({ rows, stars }) {
    [this.size, this.stars, this.brush] = [rows.length, stars, 0];
    const region = (letter) => Math.max(-1, Math.min(letter.charCodeAt(0) - 65, rows.length - 1));
    this.cells = rows.flatMap((row) => [...row].map(region));
    this.past = []; // steps: the squares before and after
    this.at = 0;
  }

  /** Paints these squares; a single one that has the brush's region loses it. */
  paint(squares) {
    const after = [...this.cells];
    for (const square of squares) after[square] = squares.length === 1 && after[square] === this.brush ? -1 : this.brush;
    this.past.splice(this.at, Infinity, [this.cells, after]);
    this.redo();
  }

  undo() {
    if (this.at) [this.cells] = this.past[--this.at];
  }

  redo() {
    if (this.at < this.past.length) [, this.cells] = this.past[this.at++];
  }

  /** A line of letters per row, with a dot where there is no region. */
  get rows() {
    const row = (_, row) => this.cells.slice(row * this.size, (row + 1) * this.size);
    return Array.from({ length: this.size }, row).map((cells) => cells.map((region) => (region < 0 ? '.' : String.fromCharCode(65 + region))).join(''));
  }

  /** How many squares have no region. */
  get missing() {
    return this.cells.filter((region) => region < 0).length;
  }

  /** The regions without a square. */
  get unused() {
    return Array.from({ length: this.size }, (_, region) => region).filter((region) => !this.cells.includes(region));
  }
}
