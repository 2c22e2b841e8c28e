// A server of static files on 127.0.0.1, and a browser to look at them.
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, firefox } from 'playwright-core';

export const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.webmanifest': 'application/manifest+json' };

/** Serves the folder. `change(path, text)` may give a file another text. `server.requests` lists the paths. */
export async function serve(change = (path, body) => body) {
  const requests = [];
  const server = createServer(async ({ url }, response) => {
    const path = url.split('?')[0].replace(/\/$/, '/index.html');
    requests.push(path);
    try {
      const body = change(path, await readFile(join(DIST, path)));
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  server.unref(); // a test that fails does not close it
  const url = `http://127.0.0.1:${server.address().port}/`;
  const close = () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  };
  return { url, requests, close };
}

/** The tests run in Chromium, or in the Firefox that FIREFOX names. */
export const IN_CHROMIUM = !process.env.FIREFOX;
/** The option of a test that looks at paper, motion, the manifest or a finger's way: that needs Chromium's own protocol. */
export const CHROMIUM_ALONE = { skip: !IN_CHROMIUM && "it needs Chromium's protocol" };
export const launch = () =>
  IN_CHROMIUM
    ? chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
    : firefox.launch({ executablePath: process.env.FIREFOX, channel: 'moz-firefox' });

/** Mends what playwright gets wrong in Firefox: taps are clicks, which leave the page where it was, and what fills a field replaces its text. */
function mend(prototype) {
  const { click } = prototype;
  prototype.tap = prototype.click = async function (...options) {
    const at = await this.page().evaluate(() => scrollY);
    await click.apply(this, options);
    // The scrolling may come after the click.
    await this.page().evaluate((at) => new Promise((done) => requestAnimationFrame(() => done(scrollTo(0, at)))), at);
  };
  prototype.fill = function (text) {
    return this.evaluate((field, text) => {
      field.focus();
      field.value = text;
      for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
    }, text);
  };
  mend = () => {};
}

/** A page that keeps what goes wrong in `page.errors`. */
export async function open(browser, url, options = {}) {
  const { name, hasTouch, isMobile, ...settings } = options;
  const phone = hasTouch && IN_CHROMIUM;
  const context = options.newPage ? options : await browser.newContext({ ...settings, ...(phone && { hasTouch, isMobile }) });
  context.touch ??= phone;
  const page = await context.newPage();
  if (!IN_CHROMIUM) mend(page.locator('html').constructor.prototype);
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && page.errors.push(message.text()));
  await page.goto(url);
  return page;
}

/** Waits until the element says this. */
export async function says(page, selector, text, timeout = 30_000) {
  const is = ([selector, text]) => document.querySelector(selector)?.textContent.trim() === text;
  try {
    await page.waitForFunction(is, [selector, text], { timeout });
  } catch {
    throw new Error(`${selector} says '${await page.locator(selector).textContent()}', not '${text}'`);
  }
}

const phone = { hasTouch: true, isMobile: true, serviceWorkers: 'block' };

/** The windows of the tests: phones, which are tapped, and desks and projectors, where there is a mouse. */
export const WINDOWS = {
  320: { viewport: { width: 320, height: 568 }, ...phone },
  390: { viewport: { width: 390, height: 664 }, ...phone },
  844: { viewport: { width: 844, height: 390 }, ...phone },
  768: { viewport: { width: 768, height: 1024 }, serviceWorkers: 'block' },
  1280: { viewport: { width: 1280, height: 720 }, serviceWorkers: 'block' },
  1920: { viewport: { width: 1920, height: 1080 }, serviceWorkers: 'block' },
};
export const SCREENS = [{ name: '390 px', ...WINDOWS[390] }, { name: '1280 px', ...WINDOWS[1280] }];

/** What does not lie in the window, or beside the board where there is room. In Firefox playwright may scroll long after a click. */
export const outside = (page) => page.evaluate((inChromium) => {
  if (!inChromium) scrollTo(0, 0);
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.offsetParent);
  const faults = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : [];
  for (const element of seen('.board, .pegs, .actions, .feedback, .follow')) {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    if (left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1) faults.push(`${element.className} ${[left, top, right, bottom].map(Math.round)}`);
  }
  const [board, side] = [seen('.board, .pegs')[0], seen('.side')[0]].map((element) => element.getBoundingClientRect());
  if (innerWidth >= 768 && side.left < board.right) faults.push('the side is not beside the board');
  if (board.width < 0.7 * Math.min(innerWidth, innerHeight - 100) && innerWidth !== 768) faults.push(`the board is ${board.width} px wide`);
  return faults;
}, IN_CHROMIUM);

/** Clicks, or taps where there is no mouse. */
export const press = (page, selector) =>
  page.context().touch ? page.locator(selector).tap() : page.locator(selector).click();

/** Does something, and waits until the sentence about the puzzle is another. */
export async function tells(page, act) {
  const before = await page.locator('#regions-text').textContent();
  await act();
  await page.waitForFunction((before) => document.querySelector('#regions-text').textContent !== before, before);
}

/** Asks for a hint, or for more of it. */
export const hint = (page) => tells(page, () => press(page, '#regions-hint'));

/** What the native program prints. */
export const vuelta = (...words) => execFileSync(process.env.VUELTA, words, { encoding: 'utf8' });
