// Boards of buttons: one is in the tab order, arrow keys lead to the others.

import { make } from './page.js';

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The name of a square: b4, from the bottom left. */
export const name = ([row, column], rows) => String.fromCharCode(97 + column) + (rows - row);

export const squareOf = (key) => key.split(',').map(Number);

/** A picture from the page's symbols. */
export function piece(symbol) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 40 40');
  svg.setAttribute('aria-hidden', 'true');
  const use = svg.appendChild(document.createElementNS(svg.namespaceURI, 'use'));
  use.setAttribute('href', `#${symbol}`);
  return svg;
}

/** The name of a hole: by row and column, or on triangles its number. */
export const holeName = ({ holes, triangular }, [row, column]) =>
  (triangular ? String((row * (row + 1)) / 2 + column + 1) : name([row, column], Math.max(...holes.map(([row]) => row)) + 1));

/** A picture over a board that `fill` filled, 40 units a square, for lines between them. */
export function overlay(container) {
  const [columns, rows] = ['--columns', '--rows'].map((name) => container.style.getPropertyValue(name));
  const svg = piece('queen');
  svg.setAttribute('class', 'over');
  svg.setAttribute('viewBox', `0 0 ${40 * columns} ${40 * rows}`);
  container.append(svg);
  svg.replaceChildren();
  return svg;
}

/** Fills the container with a square board, the names of rows and columns in its first column and last row. */
export function fillSquare(container, size) {
  const rows = Array.from({ length: size }, (_, row) => row);
  const buttons = fill(container, rows.flatMap((row) => rows.map((column) => [row, column])), 'square');
  for (let i = 0; i < size; i++) {
    buttons.get(`${i},0`).dataset.row = size - i;
    buttons.get(`${size - 1},${i}`).dataset.column = name([0, i], 0)[0];
  }
  return buttons;
}

/**
 * Fills the container with a button per square. `attribute` gets the square's "row,column"; `shift` halves of a square to
 * the right, for triangles. Returns the buttons by their squares.
 */
export function fill(container, squares, attribute, shift = () => 0) {
  const columns = Math.max(...squares.map((square) => 2 * square[1] + shift(square))) / 2 + 1;
  const rows = Math.max(...squares.map(([row]) => row)) + 1;
  container.style.setProperty('--columns', columns);
  container.style.setProperty('--rows', rows);
  const buttons = new Map();
  for (const square of squares) {
    const button = make('button', { type: 'button', tabIndex: buttons.size ? -1 : 0 });
    button.dataset[attribute] = square.join();
    button.style.gridArea = `${square[0] + 1} / ${2 * square[1] + shift(square) + 1} / auto / span 2`;
    buttons.set(square.join(), button);
  }
  container.replaceChildren(...buttons.values());
  container.onkeydown = (event) => {
    const way = ARROWS[event.key];
    if (!way || !buttons.has(event.target.dataset[attribute])) return;
    event.preventDefault();
    const here = squareOf(event.target.dataset[attribute]);
    const [x, y] = [2 * here[1] + shift(here), 2 * here[0]];
    let [nearest, least] = [undefined, Infinity];
    for (const square of squares) {
      const [dx, dy] = [2 * square[1] + shift(square) - x, 2 * square[0] - y];
      const ahead = dx * way[0] + dy * way[1];
      const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
      if (ahead > 0 && aside <= ahead && ahead + 2 * aside < least) [nearest, least] = [square, ahead + 2 * aside];
    }
    if (nearest) focus(buttons, event.target, buttons.get(nearest.join()));
  };
  container.onpointerdown = ({ target }) => {
    const button = target.closest('button');
    if (button) focus(buttons, [...buttons.values()].find((other) => other.tabIndex === 0), button, false);
  };
  return buttons;
}

function focus(buttons, from, to, now = true) {
  if (from) from.tabIndex = -1;
  to.tabIndex = 0;
  if (now) to.focus();
}

/** The squares in a text such as 4,1+3,3 that are on a square board of this size. */
export function squaresIn(text, size) {
  const inside = (key) => /^\d+,\d+$/.test(key) && squareOf(key).every((at) => at < size);
  return [...new Set(parts(text).filter(inside))];
}

/** Whether the text has such squares alone, each once; none as `-`. */
export const areSquares = (text, size) => squaresIn(text, size).length === parts(text).filter((key) => !/^-?$/.test(key)).length;

const parts = (text) => String(text ?? '').split('+');
