import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCREENS, launch, open, press, says, serve, vuelta } from './serve.mjs';

let browser, server, folder, file, puzzle;
before(async () => {
  [browser, server] = await Promise.all([launch(), serve()]);
  folder = mkdtempSync(join(tmpdir(), 'vuelta-web-'));
  file = join(folder, 'puzzle.txt');
  puzzle = vuelta('regions', 'make', '8', '--level', '3', '--seed', '7');
  writeFileSync(file, puzzle);
});
after(() => {
  rmSync(folder, { recursive: true });
  return Promise.all([browser.close(), server.close()]);
});

const square = (key) => `#regions-board [data-square="${key}"]`;
const label = (page, key) => page.locator(square(key)).getAttribute('aria-label');

/** The row and column of b4, on a board of eight. */
const place = (name) => `${8 - Number(name[1])},${name.charCodeAt(0) - 97}`;
const solution = () => vuelta('regions', 'solve', file, '--json').match(/\[\[?[\d,\[\]]+\]/)[0];

for (const screen of SCREENS) {
  test(`a puzzle from its address is that of the native program at ${screen.name}, and is solved by hints`, async () => {
    const page = await open(browser, `${server.url}#regions/8/3/7`, screen);
    await says(page, '#regions-grade', 'level 3, 18 steps');
    const rows = puzzle.split('\n').filter((row) => /^[A-H]{8}$/.test(row));
    for (const [row, letters] of rows.entries()) {
      for (const [column, letter] of [...letters].entries()) {
        assert.match(await label(page, `${row},${column}`), new RegExp(`, region ${letter}: empty$`));
      }
    }
    await press(page, '#regions-hint');
    await says(page, '#regions-text', vuelta('regions', 'hint', file).trim());
    assert.deepEqual(await page.locator('.hinted').evaluateAll((all) => all.map((button) => button.dataset.square)), [place('d1')]);
    // Marks, then a queen, then nothing.
    await press(page, square('0,0'));
    assert.match(await label(page, '0,0'), /: mark$/);
    await press(page, square('0,0'));
    assert.match(await label(page, '0,0'), /: queen$/);
    await press(page, '#regions-check');
    await says(page, '#regions-text', 'The queen on a8 is wrong.');
    await press(page, square('0,0'));
    await press(page, '#regions-check');
    await says(page, '#regions-text', 'No mistake so far.');
    for (const [row, column] of JSON.parse(solution())) {
      await press(page, square(`${row},${column}`));
      await press(page, square(`${row},${column}`));
    }
    await says(page, '#regions-text', 'The puzzle is solved.');
    await says(page, '#regions-queens', '8 of 8');
    await press(page, '#regions-clear');
    await says(page, '#regions-queens', '0 of 8');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
}

test('two queens that touch are told; keys place and clear; another puzzle has another address', async () => {
  const page = await open(browser, `${server.url}#regions/6/0/5`);
  await page.locator(square('0,0')).focus();
  await page.keyboard.press('q');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('q');
  assert.match(await label(page, '1,1'), /: queen$/);
  await page.locator('#regions-check').click();
  await says(page, '#regions-text', 'The queens on a6 and b5 touch.');
  await page.locator(square('1,1')).focus();
  await page.keyboard.press('Backspace');
  assert.match(await label(page, '1,1'), /: empty$/);
  const address = page.url();
  await page.locator('#regions-new').click();
  await page.waitForFunction((address) => location.href !== address, address);
  await says(page, '#regions-queens', '0 of 6');
  const names = await page.locator('#regions-board button').evaluateAll((all) => all.map((button) => button.ariaLabel));
  await page.reload();
  await says(page, '#regions-queens', '0 of 6');
  assert.deepEqual(await page.locator('#regions-board button').evaluateAll((all) => all.map((button) => button.ariaLabel)), names);
  await page.context().close();
});

test('hints go on where the last one left off, up to the next queen', async () => {
  const page = await open(browser, `${server.url}#regions/8/3/7`);
  await says(page, '#regions-grade', 'level 3, 18 steps');
  const steps = vuelta('regions', 'hint', file, '--all', '--json');
  const texts = JSON.parse(steps).steps.map(({ text }) => text);
  await page.locator(square(place('d1'))).focus();
  await page.keyboard.press('q');
  for (const text of texts.slice(1, 4)) {
    await page.locator('#regions-hint').click();
    await says(page, '#regions-text', text);
  }
  await page.context().close();
});

test('a printed puzzle is the board and its rule on one page', async () => {
  const page = await open(browser, `${server.url}#regions/8/3/7`);
  await says(page, '#regions-grade', 'level 3, 18 steps');
  await page.emulateMedia({ media: 'print' });
  for (const hidden of ['header', 'footer', '#regions-new', '#regions-text', '#regions-grade']) {
    assert.ok(await page.locator(hidden).isHidden(), hidden);
  }
  assert.ok(await page.locator('.rules').isVisible());
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  assert.equal(pdf.match(/\/Type\s*\/Page\b/g).length, 1);
  const { width, height } = await page.locator('#regions-board').boundingBox();
  assert.ok(width > 400 && Math.abs(width - height) < 2, `${width} x ${height}`);
  const edges = await page.locator('#regions-board .edge-top').first().evaluate((edge) => getComputedStyle(edge).borderTopWidth);
  assert.ok(parseFloat(edges) >= 2);
  await page.context().close();
});
