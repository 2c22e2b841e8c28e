import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { NAMED, SHORTEST } from '../page/games.js';
import { CHROMIUM_ALONE, SCREENS, WINDOWS, launch, open, press, says, serve, vuelta } from './serve.mjs';

let browser, server;
before(async () => [browser, server] = await Promise.all([launch(), serve()]));
after(() => Promise.all([browser.close(), server.close()]));

const hole = (key) => `#senku-board [data-hole="${key}"]`;

for (const screen of SCREENS) {
  test(`the triangle is played, undone and judged at ${screen.name}`, async () => {
    const page = await open(browser, `${server.url}#senku/triangle15`, screen);
    await says(page, '#senku-pegs', '14');
    const [games, solutions] = vuelta('senku', 'count', 'triangle15', '-q').trim().split('\n').map((text) => Number(text).toLocaleString('en'));
    await says(page, '#senku-ways', solutions);
    await says(page, '#senku-winnable', 'yes');
    await press(page, hole('2,0'));
    await press(page, hole('0,0'));
    await says(page, '#senku-pegs', '13');
    await says(page, '#senku-ways', '3,408');
    await press(page, '#senku-hint');
    await page.waitForFunction(() => /^Good jumps: \d/.test(document.querySelector('#senku-text').textContent));
    assert.ok(await page.locator('#senku-board .from').count() > 0);
    await press(page, '#senku-undo');
    await says(page, '#senku-pegs', '14');
    await press(page, '#senku-redo');
    await says(page, '#senku-pegs', '13');
    await press(page, '#senku-restart');
    await says(page, '#senku-ways', solutions);
    await press(page, '#senku-count');
    await says(page, '#senku-games', games);
    await says(page, '#senku-solutions', solutions);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
}

test('the English board: told while the map is made, then winnable and counted; drag, keys and the address', async () => {
  const page = await open(browser, `${server.url}#senku`);
  await page.waitForFunction(() => document.querySelector('#senku-text').textContent.includes('map'));
  await says(page, '#senku-pegs', '32');
  await says(page, '#senku-winnable', 'yes', 90_000);
  await says(page, '#senku-ways', '40,861,647,040,079,968', 90_000);
  await page.locator(hole('1,3')).dragTo(page.locator(hole('3,3')));
  await says(page, '#senku-pegs', '31');
  await says(page, '#senku-ways', '10,215,411,760,019,992');
  await page.locator(hole('1,3')).focus(); // it is empty now
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.hole), '2,2');
  await page.keyboard.press('u');
  await says(page, '#senku-pegs', '32');
  await page.keyboard.press('r');
  await says(page, '#senku-pegs', '31');
  const address = page.url();
  assert.match(address, /#senku\/english\/\d+$/);
  const again = await open(browser, address);
  await says(again, '#senku-pegs', '31');
  assert.ok(await again.locator('#senku-undo').isEnabled());
  assert.deepEqual([...page.errors, ...again.errors], []);
  await again.context().close();
  await page.context().close();
});

test('a position that is lost is told, with a sentence where good jumps would stand', async () => {
  const page = await open(browser, `${server.url}#senku/oo.oo`);
  await says(page, '#senku-winnable', 'no');
  await says(page, '#senku-ways', '0');
  await page.locator('#senku-hint').click();
  await says(page, '#senku-text', 'No jump is good: undo some.');
  await page.context().close();
});

test('a jump that is not possible is told until the next one', async () => {
  const page = await open(browser, `${server.url}#senku/triangle15`);
  await says(page, '#senku-ways', '6,816');
  await page.locator(hole('4,0')).click();
  await page.locator(hole('0,0')).click();
  await says(page, '#senku-text', 'No jump from 11 to 1: jump over a peg into a hole.');
  await page.locator(hole('1,0')).dragTo(page.locator(hole('0,0')));
  await says(page, '#senku-text', 'No jump from 2 to 1: jump over a peg into a hole.');
  await says(page, '#senku-pegs', '14');
  await page.locator(hole('2,0')).click();
  await says(page, '#senku-text', '');
  await page.locator(hole('0,0')).click();
  await says(page, '#senku-pegs', '13');
  await says(page, '#senku-text', '');
  await page.context().close();
});

test('nothing moves when the number of solutions comes', async () => {
  for (const screen of [320, 390, 768, 1280]) {
    const page = await open(browser, `${server.url}#senku/triangle15`, WINDOWS[screen]);
    await says(page, '#senku-ways', '6,816');
    const top = (number) => page.evaluate((number) => {
      document.querySelector('#senku-ways').textContent = number;
      return document.querySelector('#senku-name').getBoundingClientRect().top;
    }, number);
    assert.equal(await top('40,861,647,040,079,968'), await top('…'), `${screen}`);
    await page.context().close();
  }
});

test('an own board is typed in; bad ones are refused in a sentence and leave the board alone', async () => {
  const page = await open(browser, `${server.url}#senku/triangle15`);
  await says(page, '#senku-pegs', '14');
  await page.locator('#senku-name').selectOption('own');
  await page.locator('#senku-draw').fill('oo.');
  await page.locator('#senku-own button').click();
  await says(page, '#senku-pegs', '2');
  await says(page, '#senku-ways', '1');
  await page.locator(hole('0,0')).focus();
  for (const key of ['Enter', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await says(page, '#senku-pegs', '1');
  await says(page, '#senku-text', 'The game is won.');
  await page.locator('#senku-draw').fill('oo?');
  await page.locator('#senku-own button').click();
  await page.locator('#notice').waitFor();
  assert.ok((await page.locator('#notice').textContent()).length > 10);
  await says(page, '#senku-pegs', '1');
  await page.context().close();
});

test('where the map does not fit, each position is searched', async () => {
  const rows = ['  .oo', ' ooooo', 'ooooooo', 'ooooooo', 'ooooooo', ' ooooo', '  ooo'].join('~');
  const page = await open(browser, `${server.url}#senku/${encodeURIComponent(rows)}`);
  await page.waitForFunction(() => document.querySelector('#senku-text').textContent.includes('too large'), null, { timeout: 60_000 });
  await says(page, '#senku-ways', 'not known');
  await page.waitForFunction(() => document.querySelector('#senku-winnable').textContent !== '…', null, { timeout: 60_000 });
  assert.match(await page.locator('#senku-winnable').textContent(), /^(yes|no|not known)$/);
  await page.context().close();
});

test('a shortest game is played back, and the games that are shipped win in as many moves as published', async () => {
  const page = await open(browser, `${server.url}#senku/oo.o.`);
  await says(page, '#senku-ways', '2');
  await page.locator('#senku-play').click();
  await says(page, '#senku-text', 'move 1 of 1. The game is won.', 10_000);
  for (const [board, moves] of Object.entries(SHORTEST)) {
    const jumps = moves.flat();
    await page.goto(`${server.url}#senku/${board.slice(1)}/${jumps.join('-')}`);
    await page.reload();
    await says(page, '#senku-text', 'The game is won.');
    assert.equal(moves.length, { '@english': 18, '@triangle28': 12 }[board]);
    // Each move is made by one peg: its jumps are a chain.
    const list = await page.evaluate(async (board) => {
      const { Engine } = await import('./workers.js');
      return (await new Engine().ask(`senku board\n${board}`)).jumps;
    }, board);
    for (const move of moves) {
      for (let i = 1; i < move.length; i++) assert.equal(list[move[i]][0], list[move[i - 1]][2]);
    }
  }
  await page.context().close();
});

test('a jump is judged while the solutions of the position before it are still being counted', async () => {
  const page = await open(browser, `${server.url}#senku`);
  await says(page, '#senku-winnable', 'yes', 90_000);
  await page.locator(hole('1,3')).click();
  await page.locator(hole('3,3')).click();
  await says(page, '#senku-winnable', 'yes', 2_000);
  await says(page, '#senku-ways', '10,215,411,760,019,992', 60_000);
  await page.locator('#senku-undo').click();
  await says(page, '#senku-ways', '40,861,647,040,079,968', 60_000);
  assert.ok(await page.locator('#notice').isHidden());
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a playback leaves the game in progress as it was, which a reload and another board keep too', async () => {
  const page = await open(browser, `${server.url}#senku/triangle15`);
  await says(page, '#senku-ways', '6,816');
  await page.locator(hole('2,0')).click();
  await page.locator(hole('0,0')).click();
  await says(page, '#senku-pegs', '13');
  await page.locator('#senku-play').click();
  await page.waitForFunction(() => /^move [23] of/.test(document.querySelector('#senku-text').textContent), null, { timeout: 60_000 });
  await page.locator('#senku-play').click();
  await says(page, '#senku-pegs', '13');
  await page.locator('#senku-undo').click();
  await says(page, '#senku-pegs', '14');
  await page.reload();
  await says(page, '#senku-pegs', '14');
  await page.locator('#senku-redo').click();
  await says(page, '#senku-pegs', '13');
  await page.locator('#senku-name').selectOption({ label: 'triangle of 21' });
  await says(page, '#senku-pegs', '20');
  await page.goBack();
  await says(page, '#senku-pegs', '13');
  assert.ok(await page.locator('#senku-undo').isEnabled());
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('hints are arrows on the board with the names of the holes, in one window with the sentence', async () => {
  const page = await open(browser, `${server.url}#senku/triangle15`, { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });
  await says(page, '#senku-ways', '6,816');
  await page.locator('#senku-hint').tap();
  const text = await page.locator('#senku-text').textContent();
  const names = text.match(/\d+/g);
  assert.ok(names.length >= 2, text);
  assert.deepEqual(new Set(await page.locator('#senku-board text').allTextContents()), new Set(names));
  assert.equal(await page.locator('#senku-board polygon').count(), names.length / 2);
  for (const id of ['#senku-board', '#senku-hint', '#senku-text']) {
    const box = await page.locator(id).boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 664, `${id} ${JSON.stringify(box)}`);
  }
  await page.context().close();
});

test('pegs glide, but not where motion is to be reduced', CHROMIUM_ALONE, async () => {
  for (const reducedMotion of ['no-preference', 'reduce']) {
    const page = await open(browser, `${server.url}#senku/triangle15`, { reducedMotion });
    await says(page, '#senku-pegs', '14');
    const glides = await page.evaluate(async () => {
      document.querySelector('[data-hole="2,0"]').click();
      document.querySelector('[data-hole="0,0"]').click();
      await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)));
      return document.getAnimations().filter(({ effect }) => effect.getKeyframes().some(({ translate }) => translate)).length;
    });
    assert.equal(glides, reducedMotion === 'reduce' ? 0 : 1);
    await page.context().close();
  }
});

test('the boards that are offered by name can be played', async () => {
  const page = await open(browser, server.url);
  for (const [name, text] of Object.entries(NAMED)) {
    const { holes, jumps, start } = await page.evaluate(async (text) => {
      const { Engine } = await import('./workers.js');
      return new Engine().once([`senku board\n${text}`]);
    }, text);
    assert.ok(start.length === holes.length - 1 && jumps.length > 0, name);
  }
  await page.context().close();
});
