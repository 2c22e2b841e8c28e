// The puzzles of regions that there are: by number, of the day, the reader's own. Their addresses, and their boards.
import { t } from './words.js';

/** The levels that are found within seconds, by stars and size. */
const LEVELS = {
  1: { 5: [1, 2, 3, 5], 6: [1, 2, 3, 5], 7: [1, 2, 3, 5], 8: [1, 2, 3, 4, 5], 9: [1, 2, 3, 4, 5], 10: [1, 2, 3, 4, 5], 11: [1, 2, 3, 4, 5], 12: [1, 2, 3, 4, 5] },
  2: { 8: [2, 3, 4, 5], 9: [2, 3, 4, 5, 6], 10: [2, 3, 4, 5, 6], 11: [2, 3, 4, 5, 6], 12: [3, 4, 5, 6] },
};
export const NAMES = ['any', 'easy', 'medium', 'tricky', 'hard', 'very hard', 'expert'];
/** Size and level of the puzzle of the day, from Sunday on. */
const WEEK = [[10, 5], [7, 1], [7, 2], [8, 2], [8, 3], [9, 2], [9, 3]];
export const LARGEST = 999_999_999; // number

export const FIRST = { kind: 'made', size: 8, level: 2, number: 1, stars: 1 };

export const levelOf = ({ level }) => (level ? t(NAMES[level]) : t('needs a guess'));
export const starred = (stars) => `${'★'.repeat(stars)} ${stars}`;
export const sizes = (stars) => Object.keys(LEVELS[stars] ?? LEVELS[1]);
export const levels = (size, stars) => LEVELS[stars]?.[size] ?? [];
export const whole = (text, least, most) => (/^\d{1,9}$/.test(text) && text >= least && text <= most ? Number(text) : undefined);
export const blank = (size) => Array.from({ length: size }, () => '.'.repeat(size));

/** The day of a date, here and now: 2026-11-26. */
export const day = (date) => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
export const today = () => day(new Date());

/** The rule, for this number of queens in each unit. */
export const rule = (stars) => (stars === 1
  ? t('One queen in every row, column and region; queens do not touch, not even at a corner.')
  : t('{0} queens in every row, column and region; queens do not touch, not even at a corner.', stars));

/** What an address asks for. */
export function understood([first, ...rest]) {
  if (first === 'day') {
    if (!rest.length) return { kind: 'day', date: today() };
    const date = new Date(`${rest[0]}T12:00`);
    return rest.length === 1 && date <= Date.now() + 36 * 3600e3 && day(date) === rest[0] ? { kind: 'day', date: rest[0] } : undefined;
  }
  const rows = rest[1]?.split('~') ?? [];
  const stars = whole(first === 'own' || first === 'paint' ? rest[0] : rest[2] ?? '1', 1, 8);
  const isSquare = rows.length > 0 && rows.length <= 32 && rows.every((row) => [...row].length === rows.length);
  if (first === 'own') return isSquare && stars ? { kind: 'own', stars, rows } : undefined;
  if (first === 'paint') return LEVELS[stars]?.[rows.length] && isSquare ? { kind: 'paint', stars, rows } : undefined;
  const [size, level, number] = [whole(first, 5, 12), whole(rest[0] ?? '0', 0, 6), whole(rest[1] ?? '1', 0, LARGEST)];
  const isKnown = LEVELS[stars]?.[size] && number !== undefined && (level === 0 || levels(size, stars).includes(level));
  return isKnown ? { kind: 'made', size, level, number, stars } : undefined;
}

/** The puzzle's address, in parts. */
export function words(puzzle) {
  if (puzzle.kind === 'day') return ['day', puzzle.date];
  if (puzzle.kind !== 'made') return [puzzle.kind, puzzle.stars, puzzle.rows.join('~')];
  return [puzzle.size, puzzle.level, puzzle.number, ...(puzzle.stars > 1 ? [puzzle.stars] : [])];
}

/** The puzzle, with what is known about it. */
export async function puzzleOf(wanted, engine) {
  if (wanted.kind === 'own') {
    const { puzzles: [puzzle] } = await engine.ask(`regions read\n# stars: ${wanted.stars}\n${wanted.rows.join('\n')}`);
    if (puzzle.error) throw new Error(puzzle.error);
    return puzzle;
  }
  const [size, level] = wanted.kind === 'day' ? WEEK[new Date(`${wanted.date}T12:00`).getDay()] : [wanted.size, wanted.level];
  const number = wanted.kind === 'day' ? wanted.date.replaceAll('-', '') : wanted.number;
  return engine.ask(`regions make ${size} ${wanted.stars ?? 1} ${level} ${number}`);
}

/** The puzzles of a text, with what is known about them. One that is faulty is an error. */
export async function readPuzzles(text, engine) {
  const read = (stars) => engine.ask(`regions read\n${stars}${text}`).then(({ puzzles }) => puzzles);
  const [two, one] = await Promise.all([read('# stars: 2\n\n').catch(() => []), read('')]); // the plain text last: there what is dropped ends
  // Letters that say nothing of stars are a puzzle of two stars if it has one solution so, and not otherwise.
  const puzzles = one.map((puzzle, i) => (puzzle.solutions !== 1 && two[i]?.solutions === 1 ? two[i] : puzzle));
  const faulty = puzzles.find(({ error }) => error);
  if (faulty) throw new Error(faulty.error);
  return puzzles;
}
