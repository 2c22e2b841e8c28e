import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Trap, start } from '../page/engine.js';
import { CHROMIUM_ALONE, DIST, IN_CHROMIUM, WINDOWS, hint, launch, open, outside, press, says, serve } from './serve.mjs';

const axe = await readFile(new URL('./node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
let browser, server;
before(async () => [browser, server] = await Promise.all([launch(), serve()]));
after(() => Promise.all([browser.close(), server.close()]));

const PARTS = { queens: '#fundamental > *', watch: '#watch-step', senku: '#senku-board button', regions: '#regions-board button' };

/** What axe finds in the page as it is, in light and dark; playwright makes no Firefox dark. */
async function violations(page) {
  const found = [];
  for (const colorScheme of IN_CHROMIUM ? ['light', 'dark'] : ['light']) {
    await page.emulateMedia({ colorScheme });
    assert.ok(await page.evaluate((scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches, colorScheme));
    const { violations } = await page.evaluate(() => axe.run());
    found.push(...violations.map(({ id, nodes }) => `${colorScheme}, ${id}: ${nodes[0].html}`));
  }
  return found;
}

test('axe finds nothing in any part, light or dark, wide or narrow', async () => {
  const page = await open(browser, server.url, { bypassCSP: true, serviceWorkers: 'block' });
  await page.evaluate(axe);
  for (const [part, ready] of Object.entries(PARTS)) {
    await page.locator(`#tab-${part}`).click();
    await page.locator(ready).first().waitFor();
    if (part === 'senku') await page.locator('#senku-name').selectOption({ label: 'triangle of 15' });
    if (part === 'senku') await says(page, '#senku-ways', '6,816');
    if (part === 'regions') await hint(page);
    for (const width of [390, 1600]) {
      await page.setViewportSize({ width, height: 900 });
      assert.deepEqual(await violations(page), [], `${part} ${width}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${part} ${width}`);
    }
  }
  await page.context().close();
});

test('axe finds nothing in a booklet, a painting, a solved puzzle and a conflict', async () => {
  const page = await open(browser, 'about:blank', { ...WINDOWS[390], bypassCSP: true });
  const look = async (hash, ready) => {
    await page.goto(`${server.url}?${hash}#${hash}`);
    await page.locator(ready).first().waitFor();
    await page.evaluate(() => document.querySelectorAll('.part details').forEach((fold) => (fold.open = true)));
    await page.evaluate(axe);
    assert.deepEqual(await violations(page), [], hash);
  };
  await look('booklet/2/5/5/1/1/1/2/1/1/1/', '.sheet');
  await look('regions/paint/1/AAAAA~BBBBB~CCCCC~DDDDD~EEEE.', '#regions-palette button');
  await page.goto(`${server.url}?regions#regions/5/1/1`);
  await page.locator('#regions-board button').first().waitFor();
  for (let hints = 0; hints < 80 && !(await page.locator('#regions-board.won').count()); hints++) await hint(page);
  await look('regions/5/1/1', '#regions-board.won');
  await page.goto(`${server.url}?regions#regions/6/1/1`);
  for (const square of ['0,0', '0,1']) {
    await page.locator(`#regions-board [data-square="${square}"]`).tap();
    await page.locator(`#regions-board [data-square="${square}"]`).tap();
  }
  await page.locator('#regions-board .conflict').first().waitFor();
  await look('regions/6/1/1', '#regions-board .conflict');
  await page.context().close();
});

test('board, buttons and feedback are in one window, the side is beside the board or below, in both languages', async () => {
  for (const [width, screen] of Object.entries(WINDOWS)) {
    const page = await open(browser, server.url, screen);
    for (const part of ['queens', 'senku', 'regions']) {
      await page.locator(`#tab-${part}`).click();
      await page.locator(PARTS[part]).first().waitFor();
      if (part === 'regions') for (let i = 0; i < 3; i++) await hint(page);
      for (const language of ['English', 'Spanish']) {
        assert.deepEqual(await outside(page), [], `${part} ${width} ${language}`);
        const texts = await page.locator(`#panel-${part} .actions button`).evaluateAll((all) => all.filter((button) => button.scrollWidth > button.clientWidth + 1).map((button) => button.textContent));
        assert.deepEqual(texts, [], `${part} ${width} ${language}`);
        await press(page, '#language');
      }
    }
    await page.context().close();
  }
});

test('nothing moves by itself on a slow phone', CHROMIUM_ALONE, async () => {
  const page = await open(browser, 'about:blank', WINDOWS[390]);
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => {
    window.shifts = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((one) => (window.shifts += one.hadRecentInput ? 0 : one.value)))
      .observe({ type: 'layout-shift', buffered: true });
  });
  for (const part of ['regions', 'senku', 'queens']) {
    await page.goto(`${server.url}?${part}#${part}`);
    await page.locator(PARTS[part]).first().waitFor();
    await page.waitForTimeout(1_000);
    if (part === 'regions') await press(page, '#regions-hint');
    await page.waitForTimeout(700);
    const shifts = await page.evaluate(() => window.shifts);
    assert.ok(shifts < 0.1, `${part}: ${shifts}`);
  }
  await page.context().close();
});

test('the page can be installed, and is named after its part', CHROMIUM_ALONE, async () => {
  const page = await open(browser, server.url, { serviceWorkers: 'block' });
  const client = await page.context().newCDPSession(page);
  const { errors, url } = await client.send('Page.getAppManifest');
  assert.match(url, /manifest\.webmanifest$/);
  assert.deepEqual(errors, []);
  const manifest = JSON.parse(await readFile(join(DIST, 'manifest.webmanifest'), 'utf8'));
  for (const { src } of manifest.icons) assert.equal(await page.evaluate((src) => fetch(src).then(({ ok }) => ok), src), true, src);
  for (const [part, title] of Object.entries({ queens: 'Queens', senku: 'Senku', regions: 'Regions' })) {
    await page.locator(`#tab-${part}`).click();
    await page.waitForFunction((title) => document.title === `${title} – Vuelta`, title);
  }
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('an address of no part shows the queens and says so', async () => {
  for (const hash of ['#constructor', '#toString/8', '#nothing']) {
    const page = await open(browser, `${server.url}${hash}`);
    await says(page, '#solutions', '92');
    await says(page, '#notice', 'This address makes no sense, so you see the usual board.');
    await page.locator('#tab-regions').click();
    await page.locator('#regions-board button').first().waitFor();
    assert.ok(await page.locator('#notice').isHidden());
    await page.context().close();
  }
});

test('the tabs are reached by arrow keys, and the address opens each', async () => {
  const page = await open(browser, server.url);
  await says(page, '#solutions', '92');
  await page.locator('#tab-queens').focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('#watch-step').waitFor();
  assert.equal(await page.locator('#tab-watch').getAttribute('aria-selected'), 'true');
  // There the arrows step through the search.
  await page.keyboard.press('ArrowLeft');
  assert.ok(await page.locator('#panel-watch').isVisible());
  await page.locator('#tab-queens').click();
  await page.locator('#board').waitFor();
  await page.goBack();
  await page.locator('#panel-watch').waitFor();
  assert.match(page.url(), /#watch/);
  await page.context().close();
});

test('the address without a part opens the part of the last visit', async () => {
  const page = await open(browser, `${server.url}#senku`);
  await says(page, '#senku-pegs', '32');
  await page.goto('about:blank');
  await page.goto(server.url);
  await says(page, '#senku-pegs', '32');
  assert.ok(await page.locator('#panel-senku').isVisible());
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('Spanish texts replace the English ones, at once and the next time', async () => {
  const page = await open(browser, server.url);
  await says(page, '#solutions', '92');
  await page.locator('#size').selectOption('12');
  await says(page, '#solutions', '14,200');
  await page.locator('#language').click();
  await says(page, '#tab-queens', 'Reinas');
  await says(page, '#solutions', '14.200');
  await page.locator('#tab-watch').click();
  await says(page, '#watch-play', 'Reproducir');
  await page.reload();
  await says(page, '#tab-regions', 'Regiones');
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'es');
  await page.context().close();
  const spanish = await open(browser, `${server.url}#regions/own/1/AAAAABBC~AAAAADBC~AAEEDDDC~AFEECCCC~AFFEEECG~AFFEGGCG~FFFGGGGG~FFFHGGGG`, { locale: 'es-ES' });
  await says(spanish, '#regions-grade', 'exigente');
  for (const text of ['Fíjate en la región H.', 'En la región H solo queda d1.']) {
    await spanish.locator('#regions-hint').click();
    await says(spanish, '#regions-text', text);
  }
  await spanish.locator('#regions-hint').click();
  await says(spanish, '#regions-text', 'En la región H solo queda d1: ahí va una reina.');
  await spanish.context().close();
});

test('every text of the page has its Spanish', async () => {
  const table = (await Promise.all(['words.js', 'spanish.js'].map((file) => readFile(join(DIST, file), 'utf8')))).join('');
  const known = new Set([...table.matchAll(/^ {2}'((?:[^'])+)':/gm)].map(([, text]) => text));
  const used = new Set();
  for (const file of await readdir(DIST)) {
    const text = /\.(js|html)$/.test(file) ? await readFile(join(DIST, file), 'utf8') : '';
    const patterns = file === 'index.html'
      ? [/data-t>([^<]+)</g, /data-t-label="([^"]+)"/g]
      : [/\b(?:t|say)\('([^']+)'/g, /\b(?:t|say)\([^'()]*\? '([^']+)' : '[^']+'/g, /\b(?:t|say)\([^'()]*\? '[^']+' : '([^']+)'/g];
    for (const pattern of patterns) for (const [, words] of text.matchAll(pattern)) used.add(words);
  }
  assert.ok(used.size > 100, `${used.size} texts`);
  assert.deepEqual([...used].filter((text) => !known.has(text)), []);
});

test('nothing is asked of another host, and the policy forbids it', async () => {
  const context = await browser.newContext();
  const hosts = new Set();
  context.on('request', (request) => hosts.add(new URL(request.url()).host));
  const page = await open(browser, server.url, context);
  for (const [part, ready] of Object.entries(PARTS)) {
    await page.locator(`#tab-${part}`).click();
    await page.locator(ready).first().waitFor();
  }
  assert.deepEqual([...hosts].filter(Boolean), [new URL(server.url).host]);
  assert.deepEqual(page.errors, []);
  const blocked = await page.evaluate(() => fetch('http://127.0.0.2:1/').then(() => 'sent', (error) => error.name));
  assert.equal(blocked, 'TypeError');
  if (IN_CHROMIUM) assert.match(page.errors.join(), /Content Security Policy/);
  await context.close();
});

test('after the first visit the page works offline', async () => {
  const own = await serve();
  const page = await open(browser, own.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await own.close();
  await page.context().setOffline(true);
  await page.goto(`${own.url}#regions/8/3/7`);
  await page.reload();
  await says(page, '#regions-grade', 'tricky');
  await page.locator('#tab-queens').click();
  await says(page, '#solutions', '92');
  await page.context().close();
});

test('two tabs count at once', async () => {
  const context = await browser.newContext();
  const pages = await Promise.all([open(browser, server.url, context), open(browser, server.url, context)]);
  await Promise.all(pages.map(async (page) => {
    await says(page, '#solutions', '92');
    await page.locator('#count-n').fill('14');
    await page.locator('#count-start').dispatchEvent('click');
    await says(page, '#count-total', '365,596', 60_000);
  }));
  await context.close();
});

/** Serves the page with a worker to which this is added before each question. */
const withWorker = (code) => serve((path, body) =>
  path === '/worker.js' ? body.toString().replace('onmessage = async ({ data }) => {', `onmessage = async ({ data }) => {\n${code}\n`) : body);

test('a slow worker: the last click is answered, the earlier ones are dropped', async () => {
  const slow = await withWorker("if (/ 13 /.test(data.question)) await new Promise((done) => setTimeout(done, 2_000));");
  const page = await open(browser, slow.url, { serviceWorkers: 'block' });
  await says(page, '#solutions', '92');
  const seen = await page.evaluateHandle(() => {
    const seen = [];
    new MutationObserver(() => seen.push(document.querySelector('#solutions').textContent))
      .observe(document.querySelector('#solutions'), { childList: true, characterData: true, subtree: true });
    return seen;
  });
  await page.locator('#size').selectOption('13');
  await page.locator('#size').selectOption('14');
  await says(page, '#solutions', '365,596', 1_900); // it does not wait for the slow answer
  await page.waitForTimeout(2_200);
  await says(page, '#solutions', '365,596');
  assert.deepEqual(await seen.evaluate((seen) => seen.filter((text) => text === '73,712')), []);
  await page.context().close();
  await slow.close();
});

test('a trap is told, and the next question is answered by a new worker', async () => {
  const trap = await withWorker(
    "if (/ count 13 /.test(data.question)) return postMessage({ error: 'unreachable', trap: true });");
  const page = await open(browser, trap.url, { serviceWorkers: 'block' });
  await says(page, '#solutions', '92');
  await page.locator('#size').selectOption('13');
  await says(page, '#notice', 'The engine stopped with an error and was started again: unreachable');
  await page.locator('#size').selectOption('14');
  await says(page, '#solutions', '365,596');
  assert.ok(await page.locator('#notice').isHidden());
  await page.context().close();
  await trap.close();
});

test('a panic in the module is an error with its message', async () => {
  const section = (id, ...body) => [id, body.length, ...body];
  const named = (name, ...rest) => [name.length, ...Buffer.from(name), ...rest];
  const code = (...body) => [body.length + 2, 0, ...body, 0x0b];
  // A module whose ask() traps and whose answer() is "boom".
  const module = await WebAssembly.compile(Uint8Array.from([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, 2, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 0, 1, 0x7f),
    ...section(3, 3, 0, 1, 1),
    ...section(5, 1, 0, 1),
    ...section(7, 4, ...named('memory', 2, 0), ...named('input', 0, 0), ...named('ask', 0, 1), ...named('answer', 0, 2)),
    ...section(10, 3, ...code(0x41, 0), ...code(0), ...code(0x41, 16)),
    ...section(11, 1, 0, 0x41, 16, 0x0b, ...named('boom\0')),
  ]));
  const ask = await start(module);
  assert.throws(() => ask('question'), (error) => error instanceof Trap && error.message === 'boom');
});
