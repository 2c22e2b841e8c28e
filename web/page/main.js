// The page's frame: tabs and their addresses, the language, the service worker.
import { t, translate, toggleLanguage } from './words.js';
import { $, copyAddress, notice, strange } from './page.js';
import { load, save } from './state.js';
import * as queens from './queens.js';
import * as watch from './watch.js';
import * as senku from './senku.js';
import * as regions from './regions.js';
import * as booklet from './booklet.js';

// Each has show(address), which is called whenever its tab is opened, redraw(), for another language, and perhaps hide().
const parts = { queens, watch, senku, regions, booklet };
const TAB = { booklet: 'regions' }; // of parts without a tab of their own
const tabs = Object.keys(parts).filter((name) => !TAB[name]).map((name) => $(`tab-${name}`));
const shown = new Set();

let before;

function open() {
  const [name, ...address] = location.hash.slice(1).split('/').map(decode);
  const part = [name || load('page').part].find((one) => Object.hasOwn(parts, one)) ?? 'queens';
  save('page', { part });
  for (const tab of tabs) {
    const chosen = tab.id === `tab-${TAB[part] ?? part}`;
    tab.setAttribute('aria-selected', chosen);
    tab.tabIndex = chosen ? 0 : -1;
  }
  for (const name of Object.keys(parts)) $(`panel-${name}`).hidden = name !== part;
  if (before !== part) {
    parts[before]?.hide?.();
    scrollTo({ top: 0 });
  }
  before = part;
  document.body.dataset.part = part;
  document.title = title();
  shown.add(part);
  notice('');
  parts[part].show(part === name ? address : []);
  if (name && part !== name) strange();
}

const title = () => `${before === 'booklet' ? t('A booklet to print') : $(`tab-${before}`).textContent} – Vuelta`;

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch { // an address that was typed
    return text;
  }
}

for (const [index, tab] of tabs.entries()) {
  tab.addEventListener('click', () => {
    if (tab.id !== `tab-${before}`) location.hash = tab.id.slice(4);
  });
  tab.addEventListener('keydown', ({ key }) => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!way) return;
    const other = tabs.at((index + way) % tabs.length);
    other.focus();
    other.click();
  });
}

$('language').addEventListener('click', () => {
  toggleLanguage();
  draw();
  document.title = title();
  for (const part of shown) parts[part].redraw();
});

$('fullscreen').hidden = !document.fullscreenEnabled;
$('fullscreen').addEventListener('click', () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
});

function draw() {
  translate(document);
  $('language').textContent = t('Español');
  $('language').lang = $('language').dataset.short = t('es');
}

for (const button of document.querySelectorAll('.share')) button.addEventListener('click', () => copyAddress((said) => (button.textContent = said)));
draw();
open();
addEventListener('hashchange', open);
// It waits until the page has what it needs.
if ('serviceWorker' in navigator) addEventListener('load', () => navigator.serviceWorker.register('./sw.js').catch(() => {}));
