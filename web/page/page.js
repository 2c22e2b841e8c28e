// What the parts of the page share.
import { Dropped, Trap } from './workers.js';
import { failure, t } from './words.js';

export const $ = (id) => document.getElementById(id);

/** An element with these properties and contents. */
export function make(tag, properties = {}, ...contents) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...contents);
  return element;
}

/** A button with these contents, and what a click does. */
export function button(work, properties, ...contents) {
  const made = make('button', { type: 'button', ...properties }, ...contents);
  made.addEventListener('click', work);
  return made;
}

/** Undo and redo of a part: its buttons, and the keys U or Ctrl-Z, R or Ctrl-Y, unless one types. `others` are more keys. */
export function undoing(part, undo, redo, others = {}) {
  $(`${part}-undo`).addEventListener('click', undo);
  $(`${part}-redo`).addEventListener('click', redo);
  addEventListener('keydown', (event) => {
    if ($(`panel-${part}`).hidden || event.target.closest('input, select, textarea') || event.altKey) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const work = (isCommand ? { z: event.shiftKey ? redo : undo, y: redo } : { u: undo, r: redo, ...others })[event.key.toLowerCase()];
    if (!work) return;
    event.preventDefault();
    work();
  });
}

/** Runs what a click asks for. Answers that are out of date end in silence, other errors are told. */
export async function attempt(work, tell = notice) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Trap) notice(t('The engine stopped with an error and was started again: {0}', error.message));
    else if (!(error instanceof Dropped)) tell(failure(error.message));
    return undefined;
  }
}

export function notice(text) {
  $('notice').textContent = text;
  $('notice').hidden = !text;
  document.body.classList.toggle('noticed', Boolean(text));
  if (text) $('notice').scrollIntoView({ block: 'nearest' });
}

const hash = (parts) => `#${parts.map((part) => encodeURIComponent(part).replaceAll('%2C', ',').replaceAll('%2B', '+')).join('/')}`;

/** Puts a part's state into the address, without a step in the history, unless the reader has left for another part. */
export function address(...parts) {
  const [present] = location.hash.slice(1).split('/');
  if (present && present !== parts[0]) return;
  if (hash(parts) !== location.hash) history.replaceState(null, '', hash(parts));
}

/** Puts another puzzle or position into the address, so that Back leads to the one before. */
export function visit(...parts) {
  if (hash(parts) !== location.hash) history.pushState(null, '', hash(parts));
}

/** Says that something else is shown than the address asked for. */
export const strange = () => notice(t('This address makes no sense, so you see the usual board.'));

/** Scrolls to the top if this lies above the window: a button far below changed it. */
export const see = (element) => element.getBoundingClientRect().top < 0 && scrollTo({ top: 0 });

/** Hands the reader a file. */
export function download(name, type, content) {
  make('a', { download: name, href: content.startsWith('data:') ? content : `data:${type};charset=utf-8,${encodeURIComponent(content)}` }).click();
}

/** Copies the page's address, below this text, and says so. */
export async function copyAddress(tell, text = '') {
  try {
    await navigator.clipboard.writeText(`${text}\n${location.href}`.trim());
    tell(t('The address is copied.'));
  } catch {
    tell(t('The address of this page opens it again.'));
  }
}

export function options(select, values, label, chosen) {
  select.replaceChildren(...values.map((value) => new Option(label(value), value, false, String(value) === String(chosen))));
}
