import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SCREENS, launch, open, press, says, serve, vuelta } from './serve.mjs';

let browser, server;
before(async () => [browser, server] = await Promise.all([launch(), serve()]));
after(() => Promise.all([browser.close(), server.close()]));

for (const screen of SCREENS) {
  test(`the search of six queens is watched step by step at ${screen.name}`, async () => {
    const page = await open(browser, server.url, screen);
    await press(page, '#tab-watch');
    await says(page, '#watch-nodes', '1');
    await press(page, '#watch-step');
    await says(page, '#watch-nodes', '2');
    await press(page, '#watch-step');
    assert.match(await page.locator('#watch-code .watch-running').textContent(), /attacks/);
    await press(page, '#watch-back');
    await press(page, '#watch-back');
    await says(page, '#watch-nodes', '1');
    // Played to its end it has the nodes and solutions of the native program.
    await page.locator('#watch-speed').fill('10');
    await press(page, '#watch-play');
    await says(page, '#watch-solutions', '4', 60_000);
    await page.waitForFunction(() => document.querySelector('#watch-state').textContent.includes('complete'), null, { timeout: 60_000 });
    const { summary } = JSON.parse(vuelta('queens', 'trace', '6', '--all', '--json').trim().split('\n').at(-1));
    await says(page, '#watch-nodes', String(summary.nodes));
    const rows = await page.locator('#watch-rows .watch-bar b').allTextContents();
    assert.deepEqual(rows.map(Number), summary.nodes_by_row);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
}

test('a small Senku is watched, with keys, and play pauses', async () => {
  const page = await open(browser, `${server.url}#watch/cross`);
  await says(page, '#watch-nodes', '1');
  await page.locator('#watch-step').focus();
  await page.keyboard.press('ArrowRight');
  await says(page, '#watch-nodes', '2');
  await page.keyboard.press('ArrowLeft');
  await says(page, '#watch-nodes', '1');
  await page.locator('#watch-problem').selectOption('triangle15');
  await says(page, '#watch-nodes', '1');
  await page.locator('#watch-speed').fill('10');
  await page.locator('#watch-play').click();
  await says(page, '#watch-play', 'Pause');
  await page.waitForFunction(() => Number(document.querySelector('#watch-nodes').textContent) > 100);
  await page.locator('#watch-play').click();
  const nodes = await page.locator('#watch-nodes').textContent();
  await page.waitForTimeout(200);
  await says(page, '#watch-nodes', nodes);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});
