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
    this.of = all.map((square) => this.units.filter(({ squares }) => squares.includes(square)));
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
    this.hints = 0;
    this.solved = false;
  }

  /** For a later visit. */
  get kept() {
    const { cells, past, at, seconds, hints, solved } = this;
    return { cells: cells.join(''), past, at, seconds, hints, solved };
  }

  /** Makes one step of all these changes, each a square and its new state. */
  change(changes) {
    const step = changes.map(([square, to]) => [square, this.cells[square], to]).filter(([, before, after]) => before !== after);
    if (!step.length) return;
    this.past.splice(this.at, Infinity, step);
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

  get isComplete() {
    return this.squares('q').length === this.puzzle.size * this.puzzle.stars && !this.conflicts().length;
  }
}
