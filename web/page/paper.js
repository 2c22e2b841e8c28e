// Paper and files: boards as SVG and PNG, what the browser prints, and worksheets for a class.
import { $, attempt, download, make, notice } from './page.js';
import { t } from './words.js';

const CELL = 40;
export const QUEEN = document.querySelector('#queen path').getAttribute('d');
const BIG = 1600; // pixels across a PNG

const svg = ([x, y, width, height], content) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}"><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#fff"/>${content}</svg>`;
const label = (x, y, text, color = '#444') =>
  `<text x="${x}" y="${y}" font-family="sans-serif" font-size="13" text-anchor="middle" dominant-baseline="central" fill="${color}">${text}</text>`;
const centre = (at) => CELL * at + CELL / 2;

/** A board with queens; `given` ones are blue, `lines` join two squares. Squares are [row, column]. `pale` is for pencils. */
export function queensPicture({ size, queens = [], given = [], blocked = [], lines = [], pale = false }) {
  let content = '';
  const [light, dark] = pale ? ['#fff', '#e2e2e2'] : ['#f7ecd6', '#cdb28c'];
  const at = ([row, column], path, more) => (content += `<path transform="translate(${centre(column)} ${centre(row)})" d="${path}" ${more}/>`);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      content += `<rect x="${column * CELL}" y="${row * CELL}" width="${CELL}" height="${CELL}" fill="${(row + column) % 2 ? dark : light}"/>`;
    }
    content += label(-12, centre(row), size - row) + label(centre(row), size * CELL + 13, String.fromCharCode(97 + row));
  }
  content += `<rect width="${size * CELL}" height="${size * CELL}" fill="none" stroke="#222" stroke-width="2"/>`;
  for (const square of blocked) at(square, 'M-9-9 9 9M9-9-9 9', 'stroke="#444" stroke-width="4"');
  for (const square of queens) at(square, QUEEN, 'fill="#222"');
  for (const square of given) at(square, QUEEN, 'fill="#1b4b8f"');
  for (const [[a, b], [c, d]] of lines) content += `<path d="M${centre(b)} ${centre(a)}L${centre(d)} ${centre(c)}" stroke="#b3261e" stroke-width="4"/>`;
  return svg([-24, -2, size * CELL + 26, size * CELL + 26], content);
}

/** A Senku position; with `names`, which stand in the holes, it is drawn for pencils. Holes are [row, column], `pegs` their numbers. */
export function pegsPicture({ holes, triangular, pegs, goal, names }) {
  const rows = Math.max(...holes.map(([row]) => row)) + 1;
  const place = ([row, column]) => [centre(column) + (triangular ? (CELL / 2) * (rows - 1 - row) : 0), centre(row)];
  const width = Math.max(...holes.map((hole) => place(hole)[0])) + CELL / 2;
  const content = holes.map((hole, index) => {
    const [x, y] = place(hole);
    const full = pegs.has(index);
    return `${index === goal ? `<circle cx="${x}" cy="${y}" r="19" fill="none" stroke="#888"/>` : ''}` +
      `<circle cx="${x}" cy="${y}" r="${full ? 16 : 12}" fill="${!full ? '#fff' : names ? '#ddd' : '#2c4a70'}" stroke="#222" stroke-width="${full ? 2 : 1}"/>` +
      (names ? label(x, y, names(index), '#000') : '');
  });
  return svg([-4, -4, width + 8, rows * CELL + 8], content.join(''));
}

/** A search tree: nodes have x, depth, text (empty to be filled in) and won; levels are as high as a node needs. */
export function treePicture({ nodes, width, depth, levels }) {
  const [across, down] = [Math.min(64, 720 / width), 70];
  const place = ({ x, depth }) => [70 + across * (x + 0.5), 30 + down * depth];
  let content = '';
  for (let level = 1; level <= depth; level++) content += label(30, 30 + down * level, levels(level), '#000');
  const radius = Math.min(17, across / 2 - 2);
  let circles = ''; // above the lines
  for (const node of nodes) {
    const [x, y] = place(node);
    if (node.parent) content += `<path d="M${place(node.parent)}L${x},${y}" stroke="#777"/>`;
    circles += `<circle cx="${x}" cy="${y}" r="${radius}" fill="${node.won ? '#ddd' : '#fff'}" stroke="#222" stroke-width="${node.won ? 3 : 1.2}"/>`;
    if (node.text) circles += label(x, y, node.text, '#000');
  }
  return svg([0, 0, 80 + across * width, 60 + down * depth], content + circles);
}

/** A page of a worksheet: a title, what to do, pictures, empty lines to write on; a line for a name, but on the last, the answers. */
function sheet({ title, task, pictures, lines = 0, small = '' }, number, { length }) {
  const name = number < length - 1 ? [make('p', { className: 'pupil' }, `${t('Name')}: `)] : [];
  const drawings = pictures.map((innerHTML) => make('div', { className: 'drawing', innerHTML }));
  return make('section', { className: 'worksheet' }, ...name, make('h2', {}, title), make('p', {}, task),
    make('div', { className: `drawings ${small}` }, ...drawings), ...Array.from({ length: lines }, () => make('p', { className: 'line' })));
}

/** Prints pages in place of what is on the screen. */
function printSheets(pages) {
  if (!pages) return;
  $('paper').replaceChildren(...pages.map(sheet));
  notice(pages.some(({ isUnsolvable }) => isUnsolvable) ? t('The sheet asks for a solution, and there is none.') : '');
  document.body.classList.add('prints-paper');
  addEventListener('afterprint', () => {
    document.body.classList.remove('prints-paper');
    $('paper').replaceChildren();
  }, { once: true });
  print();
}

/** A picture as PNG, large enough for paper. */
export async function png(picture) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(picture)}`;
  const [, , , width, height] = /viewBox="(\S+) (\S+) (\S+) (\S+)"/.exec(picture).map(Number);
  const canvas = document.createElement('canvas');
  const scale = BIG / Math.max(width, height);
  [canvas.width, canvas.height] = [width * scale, height * scale].map(Math.round);
  [image.width, image.height] = [canvas.width, canvas.height];
  await image.decode();
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}

/** Fills a part's fold: `picture()` is its board, `sheets(kind)` the pages of a worksheet, if it has one, the answers last. */
export function onPaper(part, { picture, sheets }) {
  const fold = document.querySelector(`.paper[data-part=${part}]`);
  fold.append($('paper-fold').content.cloneNode(true));
  for (const one of fold.querySelectorAll('[data-of]')) if (!one.dataset.of.split(' ').includes(part)) one.remove();
  const on = (name, work) => fold.querySelector(name)?.addEventListener('click', () => attempt(work));
  on('.print', () => print());
  on('.svg', () => download(`${part}.svg`, 'image/svg+xml', picture()));
  on('.png', async () => download(`${part}.png`, 'image/png', await png(picture())));
  on('.sheet-print', async () => printSheets(await sheets(fold.querySelector('.sheet-kind').value)));
}
