// Boards of regions as SVG, for files and for paper.
import { QUEEN } from './paper.js';

export const COLOURS = ['#f5b7b1', '#aed6f1', '#f9e79f', '#abebc6', '#d7bde2', '#f5cba7', '#d5dbdb', '#a3e4d7', '#e6b0c8', '#c8d99a',
  '#b9b8ef', '#e0c9a6'];
export const colour = (region) => COLOURS[region % COLOURS.length];

const SIDE = 40; // of a square

/** The board with these queens and marks, perhaps without colours. */
export function picture({ size, regions }, queens = [], marks = [], plain = false) {
  const [row, column] = [(square) => Math.floor(square / size), (square) => square % size];
  const whole = size * SIDE;
  const squares = new Map();
  const [thin, thick] = [[], []];
  regions.forEach((region, square) => {
    const [x, y] = [column(square) * SIDE, row(square) * SIDE];
    squares.set(region, `${squares.get(region) ?? ''}M${x} ${y}h${SIDE}v${SIDE}h-${SIDE}z`);
    if (column(square)) (regions[square - 1] === region ? thin : thick).push(`M${x} ${y}v${SIDE}`);
    if (row(square)) (regions[square - size] === region ? thin : thick).push(`M${x} ${y}h${SIDE}`);
  });
  const at = (square) => `translate(${(column(square) + 0.5) * SIDE} ${(row(square) + 0.5) * SIDE})`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 ${whole + 6} ${whole + 6}" width="${whole + 6}" height="${whole + 6}" preserveAspectRatio="xMidYMin">${
    [...squares].map(([region, path]) => `<path fill="${plain ? '#fff' : colour(region)}" d="${path}"/>`).join('')
  }<path fill="none" stroke="#555" stroke-width="1" d="${thin.join('')}"/><path fill="none" stroke="#000" stroke-width="4" stroke-linecap="square" d="${
    thick.join('')}M0 0h${whole}v${whole}h-${whole}z"/>${
    queens.map((square) => `<path transform="${at(square)}" d="${QUEEN}"/>`).join('')
  }${marks.map((square) => `<path transform="${at(square)}" stroke="#000" stroke-width="2" d="M-5-5 5 5M5-5-5 5"/>`).join('')}</svg>`;
}
