// A game of region queens: marks and queens on squares, their history, and what the rules say about them at once. Squares
// are numbers, row by row.

const KINDS = ['row', 'column', 'region'];

/** Steps on cells, each a list of [square, before, after], of which the first `at` are done. */
class Steps {
  past = [];
  at = 0;

  /** Makes one step of all these changes, each a square and what its cell becomes. Tells whether any differs. */
  change(changes) {
    const step = changes.map(([square, to]) => [square, this.cells[square], to]).filter(([, before, after]) => before !== after);
    if (!step.length) return false;
    this.past.splice(this.at, Infinity, step);
    this.redo();
    return true;
  }

  undo() {
    if (this.at) for (const [square, before] of this.past[--this.at]) this.cells[square] = before;
  }

  redo() {
    if (this.at < this.past.length) for (const [square, , after] of this.past[this.at++]) this.cells[square] = after;
  }
}

export class Game extends Steps {
  /** `saved` is what `kept` gave. */
  constructor(puzzle, saved) {
    super();
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
    [this.past, this.at] = [[], 0];
    this.seconds ??= 0;
    this.hinted = []; // those of the steps that were hints
    this.solved = false;
  }

  /** For a later visit. */
  get kept() {
    const { cells, past, at, seconds, hinted, solved } = this;
    return { cells: cells.join(''), past, at, seconds, hinted, solved };
  }

  change(changes, isHint) {
    if (!super.change(changes)) return;
    const step = this.at - 1;
    this.hinted = [...this.hinted.filter((other) => other < step), ...(isHint ? [step] : [])];
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

export const letterOf = (region) => (region < 0 ? '.' : String.fromCharCode(65 + region));

/** A line of letters per row, with a dot where there is no region. */
export const rowsOf = (regions, size) =>
  Array.from({ length: size }, (_, row) => regions.slice(row * size, (row + 1) * size).map(letterOf).join(''));

/** The rows of a text as the module writes it. */
export const rowsIn = (text) => text.split('\n').filter((row) => row && !row.startsWith('#'));

/** The letters of a puzzle's regions, by their numbers. */
export const lettersOf = ({ text, regions }) => Object.fromEntries([...rowsIn(text).join('')].map((letter, square) => [regions[square], letter]));

/** A board whose regions are painted: a number from 0 per square, or -1. */
export class Painting extends Steps {
  constructor({ rows, stars }) {
    super();
    [this.size, this.stars, this.brush] = [rows.length, stars, 0];
    const region = (letter) => Math.max(-1, Math.min(letter.charCodeAt(0) - 65, rows.length - 1));
    this.cells = rows.flatMap((row) => [...row].map(region));
  }

  /** Paints these squares; a single one that has the brush's region loses it. */
  paint(squares) {
    this.change(squares.map((square) => [square, squares.length === 1 && this.cells[square] === this.brush ? -1 : this.brush]));
  }
}
