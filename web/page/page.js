// What the parts of the page share.
import { Dropped, Trap } from './workers.js';
import { t } from './words.js';

export const $ = (id) => document.getElementById(id);

/** Runs what a click asks for. Answers that are out of date end in silence, other errors are told. */
export async function attempt(work, tell = notice) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Trap) notice(t('The engine stopped with an error and was started again: {0}', error.message));
    else if (!(error instanceof Dropped)) tell(error.message);
    return undefined;
  }
}

export function notice(text) {
  $('notice').textContent = text;
  $('notice').hidden = !text;
}

/** Puts a part's state into the address, without a step in the history, unless the reader has left for another part. */
export function address(...parts) {
  const [present] = location.hash.slice(1).split('/');
  if (present && present !== parts[0]) return;
  const hash = `#${parts.map((part) => encodeURIComponent(part).replaceAll('%2C', ',').replaceAll('%2B', '+')).join('/')}`;
  if (hash !== location.hash) history.replaceState(null, '', hash);
}

export function options(select, values, label, chosen) {
  select.replaceChildren(...values.map((value) => new Option(label(value), value, false, String(value) === String(chosen))));
}
