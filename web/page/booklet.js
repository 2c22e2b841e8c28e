// A booklet of region puzzles for paper: several puzzles a page, sizes and levels that rise, the answers at the end.
import { $, address, attempt, make, options, strange, visit } from './page.js';
import { Engine } from './workers.js';
import { list, number, t } from './words.js';
import { load, save } from './state.js';
import { picture } from './picture.js';
import { NAMES, levelOf, levels, puzzleOf, readPuzzles, rule, sizes, starred } from './puzzles.js';

const FIRST = { count: 12, from: 6, to: 9, easiest: 1, hardest: 3, stars: 1, per: 4, answers: 1, name: 0, number: 1, title: '', plain: 0 };
const RANGES = { count: [1, 60], from: [5, 12], to: [5, 12], easiest: [1, 6], hardest: [1, 6], stars: [1, 2], per: [1, 6], answers: [0, 1], name: [0, 1], number: [0, 999_999_999], plain: [0, 1] };
const PER_PAGE = [1, 2, 4, 6];
const ANSWERS = 12; // a page

let wanted;
let made = []; // the puzzles, once all are there
const engine = new Engine();

export function show(parts) {
  const before = wanted && Object.values(wanted).join('/');
  const saved = { ...FIRST, ...load('booklet') };
  const asked = parts.length ? understood(parts) : wanted ?? possible(saved);
  wanted = asked ?? { ...FIRST };
  address('booklet', ...Object.values(wanted));
  if (before !== Object.values(wanted).join('/')) {
    drawOptions();
    makeAll();
  }
  if (!asked) strange();
}

function understood(parts) {
  const values = Object.fromEntries(Object.keys(FIRST).map((key, i) => [key, key === 'title' ? parts[i] ?? '' : Number(parts[i] ?? FIRST[key])]));
  const fits = Object.entries(RANGES).every(([key, [least, most]]) => Number.isInteger(values[key]) && values[key] >= least && values[key] <= most);
  return fits && PER_PAGE.includes(values.per) ? possible(values) : undefined;
}

/** Such sizes and levels as there are with these stars. */
const offered = (stars) => [sizes(stars).map(Number), [...new Set(sizes(stars).flatMap((size) => levels(size, stars)))].sort()];

/** The nearest booklet that can be made: sizes and levels that there are, and that rise. */
function possible(values) {
  const [sizes, levels] = offered(values.stars);
  const near = (numbers, wish, least) => Math.max(least, Math.min(Math.max(wish, numbers[0]), numbers.at(-1)));
  const [from, easiest] = [near(sizes, values.from, 0), near(levels, values.easiest, 0)];
  return { ...values, from, to: near(sizes, values.to, from), easiest, hardest: near(levels, values.hardest, easiest) };
}

export function redraw() {
  drawOptions();
  draw();
}

function drawOptions() {
  const [sizes, levels] = offered(wanted.stars);
  for (const key of ['from', 'to']) options($(`booklet-${key}`), sizes, (size) => `${size} × ${size}`, wanted[key]);
  for (const key of ['easiest', 'hardest']) options($(`booklet-${key}`), levels, (level) => t(NAMES[level]), wanted[key]);
  options($('booklet-stars'), [1, 2], starred, wanted.stars);
  options($('booklet-per'), PER_PAGE, number, wanted.per);
  for (const key of ['count', 'number', 'title']) $(`booklet-${key}`).value = wanted[key];
  for (const key of ['answers', 'name', 'plain']) $(`booklet-${key}`).checked = wanted[key];
}

/** Size, level and number of each puzzle: both rise from the first to the last. */
function plan({ count, from, to, easiest, hardest, stars, number }) {
  return Array.from({ length: count }, (_, i) => {
    const part = count > 1 ? i / (count - 1) : 0;
    const size = Math.round(from + part * (to - from));
    const offered = levels(size, stars);
    const level = easiest + part * (hardest - easiest);
    const nearest = offered.reduce((best, one) => (Math.abs(one - level) < Math.abs(best - level) ? one : best));
    return { kind: 'made', size, stars, level: nearest, number: 100 * number + i }; // other puzzles for each number
  });
}

async function makeAll() {
  engine.drop();
  const mine = wanted;
  made = [];
  draw();
  save('booklet', wanted);
  await attempt(async () => {
    const own = $('booklet-own').value.trim();
    save('booklet-own', own || undefined);
    const all = own ? await readPuzzles(own, engine) : [];
    for (const one of own ? [] : plan(mine)) {
      $('booklet-text').textContent = t('{0} of {1}', number(all.length), number(mine.count));
      all.push({ ...await puzzleOf(one, engine), level: one.level });
      if (mine !== wanted) return;
    }
    if (mine !== wanted) return;
    const doubtful = [...all.keys()].filter((i) => all[i].solutions !== 1).map((i) => number(i + 1));
    $('booklet-text').textContent = doubtful.length ? t('Puzzles without exactly one solution: {0}.', list(doubtful, t('and'))) : '';
    made = all;
    draw();
  }, (text) => mine === wanted && ($('booklet-text').textContent = text));
}

function draw() {
  $('booklet-print').disabled = !made.length;
  $('booklet-pages').replaceChildren(...sheets(made, wanted.per, false), ...(wanted.answers ? sheets(made, ANSWERS, true) : []));
}

function sheets(puzzles, per, isAnswer) {
  const title = wanted.title || t('Region puzzles');
  const pages = Array.from({ length: Math.ceil(puzzles.length / per) }, (_, page) => puzzles.slice(page * per, (page + 1) * per));
  return pages.map((ones, page) => make('section', { className: `sheet per-${per}` },
    make('h2', {}, isAnswer ? `${title}: ${t('answers')}` : title),
    ...(!isAnswer && wanted.name ? [make('p', {}, `${t('Name')}: ______________________________`)] : []),
    ...(!isAnswer && !page ? [...new Set(puzzles.map(({ stars }) => stars))].map((stars) => make('p', {}, rule(stars))) : []),
    make('div', { className: 'boards' }, ...ones.map((puzzle, i) => {
      const queens = puzzle.queens.map(([row, column]) => row * puzzle.size + column);
      const figure = make('figure', { innerHTML: picture(puzzle, isAnswer ? queens : [], [], wanted.plain) });
      figure.prepend(make('figcaption', {}, `${number(page * per + i + 1)}${isAnswer ? '' : ` · ${puzzle.solutions === 1 ? levelOf(puzzle) : t('not unique')}${puzzle.stars > 1 ? ` · ${'★'.repeat(puzzle.stars)}` : ''}`}`));
      return figure;
    }))));
}

$('booklet-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const values = Object.fromEntries(Object.keys(FIRST).map((key) => {
    const field = $(`booklet-${key}`);
    if (key === 'title') return [key, field.value];
    const [least, most] = RANGES[key];
    return [key, field.type === 'checkbox' ? Number(field.checked) : Math.min(most, Math.max(least, Math.trunc(Number(field.value) || 0)))];
  }));
  wanted = possible(values);
  visit('booklet', ...Object.values(wanted));
  drawOptions();
  makeAll();
});
$('booklet-own').value = load('booklet-own', '');
$('booklet-form').addEventListener('input', () => ($('booklet-print').disabled = true)); // it would print another one
$('booklet-stars').addEventListener('change', () => $('booklet-form').requestSubmit());
$('booklet-print').addEventListener('click', () => print());
