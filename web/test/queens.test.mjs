import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SCREENS, launch, open, press, says, serve, vuelta } from './serve.mjs';

let browser, server;
before(async () => [browser, server] = await Promise.all([launch(), serve()]));
after(() => Promise.all([browser.close(), server.close()]));

const square = (key) => `#board [data-square="${key}"]`;

for (const screen of SCREENS) {
  test(`queens are fixed, blocked and cleared at ${screen.name}`, async () => {
    const page = await open(browser, server.url, screen);
    await says(page, '#solutions', '92');
    await says(page, '#most', '8');
    await says(page, '#up-to-symmetry', '12');
    await page.waitForFunction(() => document.querySelectorAll('#fundamental > *').length === 12);
    // Nauck's question of 1850.
    await press(page, square('4,1'));
    await press(page, square('3,3'));
    await says(page, '#solutions', vuelta('queens', 'count', '8', '--fixed', 'b4,d5', '-q').trim());
    await page.waitForFunction(() => document.querySelectorAll('#fundamental > *').length === 2);
    await press(page, '#next');
    await says(page, '#place', '1 of 2');
    assert.equal(await page.locator('#board .queen-of-the-solution').count(), 6);
    // A second click blocks the square, a third clears it.
    await press(page, square('3,3'));
    assert.equal(await page.locator(square('3,3')).getAttribute('aria-label'), 'd5: blocked');
    await says(page, '#solutions', vuelta('queens', 'count', '8', '--fixed', 'b4', '--blocked', 'd5', '-q').trim());
    await press(page, square('3,3'));
    await says(page, '#solutions', vuelta('queens', 'count', '8', '--fixed', 'b4', '-q').trim());
    await press(page, '#clear');
    await says(page, '#solutions', '92');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
}

test('boards to 12 x 12 are answered before they are drawn, once the page had time for an instance of its own', async () => {
  const page = await open(browser, `${server.url}#queens/12`);
  await says(page, '#solutions', '14,200');
  const answer = (key) => page.evaluate((key) => {
    document.querySelector(key).click();
    return document.querySelector('#solutions').textContent;
  }, square(key));
  while (await answer('0,0') === '…');
  await page.locator('#clear').click();
  assert.equal(await answer('0,1'), Number(vuelta('queens', 'count', '12', '--fixed', 'b12', '-q')).toLocaleString('en'));
  assert.equal(await answer('0,1'), Number(vuelta('queens', 'count', '12', '--blocked', 'b12', '-q')).toLocaleString('en'));
  assert.equal(await answer('0,1'), '14,200');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('keys move, fix, block and clear', async () => {
  const page = await open(browser, server.url);
  await says(page, '#solutions', '92');
  await page.locator(square('0,0')).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await says(page, '#solutions', '8'); // OEIS A059963
  await page.keyboard.press('Backspace');
  await says(page, '#solutions', '92');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  assert.equal(await page.locator(square('1,1')).getAttribute('aria-label'), 'b7: blocked');
  await page.keyboard.press('q');
  assert.equal(await page.locator(square('1,1')).getAttribute('aria-label'), 'b7: queen');
  assert.equal(await page.locator('#board button[tabindex="0"]').count(), 1);
  await page.keyboard.press('u');
  assert.equal(await page.locator(square('1,1')).getAttribute('aria-label'), 'b7: blocked');
  await page.keyboard.press('r');
  assert.equal(await page.locator(square('1,1')).getAttribute('aria-label'), 'b7: queen');
  await page.context().close();
});

test('a board without a solution has its most queens, and attacked squares on request', async () => {
  const page = await open(browser, `${server.url}#queens/6/0,0/-`);
  await says(page, '#solutions', '0');
  await says(page, '#most', String(JSON.parse(vuelta('queens', 'complete', '6', '--fixed', '0,0', '--json')).maximum));
  await page.locator('#show-most').click();
  assert.equal(await page.locator('#board .queen, #board .queen-of-the-solution').count(), 5);
  await page.locator('#clear').click();
  await says(page, '#solutions', '4');
  await page.locator(square('0,0')).click();
  assert.equal(await page.locator('#board .attacked').count(), 0);
  await page.locator('#attacked').check();
  assert.equal(await page.locator('#board .attacked').count(), 15);
  // Queens that attack each other are told and shown at once, with a line between them.
  await page.locator(square('1,1')).click();
  await says(page, '#queens-text', 'a6 and b5 attack each other.', 1_000);
  assert.equal(await page.locator('#board .conflict').count(), 2);
  assert.equal(await page.locator('#board line').count(), 1);
  await says(page, '#solutions', '0');
  await page.locator('#language').click();
  await says(page, '#queens-text', 'a6 y b5 se atacan.');
  assert.match(await page.locator(square('1,1')).getAttribute('aria-label'), /^b5: reina, .*en conflicto/);
  await page.context().close();
});

test('the solutions come in order, and all boards from 4 to 14 are offered', async () => {
  const page = await open(browser, `${server.url}#queens/6`);
  await says(page, '#solutions', '4');
  await page.waitForFunction(() => document.querySelectorAll('#fundamental > *').length === 1);
  const queens = () => page.locator('#board .queen-of-the-solution').evaluateAll(
    (all) => all.map((button) => button.dataset.square.split(',')[1]).join(' '));
  const listed = vuelta('queens', 'list', '6').trim().split('\n');
  assert.equal(listed.length, 4);
  for (const [index, line] of listed.entries()) {
    await page.locator('#next').click();
    await says(page, '#place', `${index + 1} of 4`);
    assert.equal(await queens(), line);
  }
  assert.ok(await page.locator('#next').isDisabled());
  await page.locator('#previous').click();
  assert.equal(await queens(), listed[2]);
  const sizes = await page.locator('#size option').evaluateAll((all) => all.map(({ value }) => value));
  assert.deepEqual(sizes, Array.from({ length: 11 }, (_, i) => String(i + 4)));
  await page.locator('#size').selectOption('12');
  await says(page, '#solutions', '14,200');
  await page.waitForFunction(() => document.querySelectorAll('#fundamental > *').length === 24);
  await page.locator('#more').click();
  await page.waitForFunction(() => document.querySelectorAll('#fundamental > *').length === 48);
  await page.locator('#size').selectOption('14');
  await says(page, '#solutions', '365,596');
  await page.context().close();
});

test('a count on all processors shows progress, stops, goes on and agrees with the published number', async () => {
  const page = await open(browser, server.url);
  await page.locator('#count-n').fill('18');
  await page.locator('#count-start').click();
  await page.waitForFunction(() => document.querySelector('#count-progress').value > 0, null, { timeout: 60_000 });
  await page.locator('#count-stop').click();
  await says(page, '#count-state', 'stopped', 5_000);
  await says(page, '#count-total', '–');
  for (const [n, total, fundamental] of [[12, '14,200', '1,787'], [15, '2,279,184', '285,053'], [1, '1', '1'], [2, '0', '0']]) {
    await page.locator('#count-n').fill(String(n));
    await page.locator('#count-start').click();
    await says(page, '#count-fundamental', fundamental, 60_000);
    await says(page, '#count-total', total);
    await says(page, '#count-published', total);
    assert.match(await page.locator('#count-state').textContent(), /^agrees with OEIS A000170/);
    assert.equal(await page.locator('#count-progress').evaluate(({ value }) => value), 1);
  }
  await page.locator('#count-n').fill('19');
  await page.locator('#count-start').click();
  await says(page, '#notice', 'N must be from 1 to 18.');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('the reader places the queens, without answers, with conflicts, undone, kept and solved', async () => {
  const page = await open(browser, server.url, { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });
  await says(page, '#solutions', '92');
  await page.locator('#queens-place').tap();
  assert.ok(await page.locator('#solutions').isHidden());
  assert.ok(await page.locator('#next').isHidden());
  const queens = ['0,0', '1,4', '2,7', '3,5', '4,2', '5,6', '6,1'];
  for (const key of queens) await page.locator(square(key)).tap();
  await says(page, '#queens-text', '7 of 8 queens are placed; none attacks another.');
  await page.locator('#queens-check').tap();
  await says(page, '#queens-text', 'One solution is still possible.');
  await page.locator(square('7,2')).tap();
  assert.deepEqual(await page.locator('#board .conflict').evaluateAll((all) => all.map(({ dataset }) => dataset.square)), ['2,7', '4,2', '6,1', '7,2']);
  await page.reload();
  await says(page, '#queens-text', 'Queens that attack each other: h6–c1, c4–c1, b2–c1.');
  await page.locator('#queens-undo').tap();
  await says(page, '#queens-text', '7 of 8 queens are placed; none attacks another.');
  await page.locator(square('7,3')).tap();
  await says(page, '#queens-text', 'All 8 queens are placed: a solution.');
  await page.locator('#queens-show').tap();
  await says(page, '#solutions', '1');
  // The queens placed are fixed now, and not in the red of queens that attack each other.
  const [red, , blue] = await page.locator('#board .queen').first().evaluate((queen) => getComputedStyle(queen).color.match(/\d+/g).map(Number));
  assert.ok(blue > 2 * red, `${red} ${blue}`);
  // The board, the buttons and the sentence share the window.
  await page.evaluate(() => scrollTo(0, 0));
  for (const id of ['#board', '#queens-undo', '#queens-text']) {
    const box = await page.locator(id).boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 664, `${id} ${JSON.stringify(box)}`);
  }
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a class guesses first: answers are hidden by a button, and stay hidden at the next visit until asked for', async () => {
  const page = await open(browser, server.url);
  await says(page, '#solutions', '92');
  await page.locator('#queens-hide').click();
  for (const visit of ['', '?again']) {
    if (visit) await page.goto(`${server.url}${visit}`);
    await says(page, '#queens-text', '0 of 8 queens are placed; none attacks another.');
    assert.ok(await page.locator('#solutions').isHidden());
  }
  await page.locator('#queens-show').click();
  await says(page, '#solutions', '92');
  assert.ok(await page.locator('#solutions').isVisible());
  await page.context().close();
});

test('with a fixed square the gallery groups solutions that are symmetric, marks the chosen one and grows without a redraw', async () => {
  const page = await open(browser, `${server.url}#queens/8/0,3/-`);
  const listed = vuelta('queens', 'list', '8', '--fixed', '0,3').trim().split('\n').map((line) => line.split(' ').map(Number));
  await says(page, '#solutions', String(listed.length));
  const turn = (columns) => columns.map((_, row) => columns.length - 1 - columns.indexOf(row));
  const mirror = (columns) => columns.map((column) => columns.length - 1 - column);
  const least = (columns) => {
    const images = [columns, mirror(columns)];
    for (let i = 0; i < 6; i++) images.push(turn(images.at(-2)));
    return images.map(String).sort()[0];
  };
  const groups = new Set(listed.map(least));
  assert.ok(groups.size < listed.length);
  await page.waitForFunction((groups) => document.querySelectorAll('#fundamental > *').length === groups, groups.size);
  await says(page, '#gallery-title', 'Solutions by symmetry');
  const alike = await page.locator('#fundamental > *').evaluateAll((all) => all.map(({ textContent }) => Number(textContent.replace(/\D/g, '') || 1)));
  assert.equal(alike.reduce((sum, boards) => sum + boards), listed.length);
  await page.locator('#fundamental > *').nth(1).click();
  assert.equal(await page.locator('#fundamental [aria-pressed=true]').count(), 1);
  assert.equal(await page.locator('#fundamental > *').nth(1).getAttribute('aria-pressed'), 'true');
  await page.locator('#size').selectOption('12');
  await page.waitForFunction(() => document.querySelectorAll('#fundamental > *').length === 24);
  await page.evaluate(() => {
    window.first = document.querySelector('#fundamental > *');
    window.added = 0;
    new MutationObserver((all) => all.forEach(({ addedNodes }) => (window.added += addedNodes.length))).observe(document.querySelector('#fundamental'), { childList: true });
  });
  await page.locator('#more').click();
  await page.waitForFunction(() => document.querySelectorAll('#fundamental > *').length === 48);
  assert.equal(await page.evaluate(() => window.added), 24);
  assert.ok(await page.evaluate(() => window.first.isConnected));
  await page.context().close();
});

test('an address that makes no sense shows the usual board and a sentence; Back goes to the board before', async () => {
  const page = await open(browser, `${server.url}#queens/8.5`);
  await says(page, '#solutions', '92');
  await page.locator('#notice').waitFor();
  await page.goto(`${server.url}#queens/8/0,0+9,9/-`);
  await says(page, '#solutions', '4');
  await page.locator('#notice').waitFor();
  await page.goBack();
  await page.locator('#size').selectOption('6');
  await says(page, '#solutions', '4');
  await page.goBack();
  await says(page, '#solutions', '92');
  await page.context().close();
});
