// What is printed, as PDF without backgrounds being allowed, and pictures of boards.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { CHROMIUM_ALONE, launch, open, says, serve } from './serve.mjs';

let browser, server;
before(async () => [browser, server] = await Promise.all([launch(), serve()]));
after(() => Promise.all([browser.close(), server.close()]));

const PARTS = {
  queens: { address: '#queens/8/4,1+3,3/-', board: '#board', ready: ['#solutions', '2'], kinds: ['empty', 'four', 'complete'] },
  watch: { address: '#watch/5/60', board: '#watch-board', ready: ['#watch-solutions', '2'], kinds: ['tree'] },
  senku: { address: '#senku/triangle15', board: '#senku-board', ready: ['#senku-ways', '6,816'], kinds: ['position'] },
};

/** The pages of a PDF that Chromium writes. */
const pages = (pdf) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

for (const [part, { address, board, ready, kinds }] of Object.entries(PARTS)) {
  test(`${part}: the board prints alone on one page, worksheets with answers on the last, files are pictures`, CHROMIUM_ALONE, async () => {
    const page = await open(browser, `${server.url}${address}`, { acceptDownloads: true, serviceWorkers: 'block' });
    await says(page, ...ready);
    await page.emulateMedia({ media: 'print' });
    assert.ok(await page.locator(board).isVisible());
    assert.equal(await page.locator('button:visible').evaluateAll((all) => all.filter((button) => !button.closest('.board, .pegs')).length), 0);
    assert.equal(await page.locator(board).evaluate((board) => getComputedStyle(board).printColorAdjust), 'exact');
    await page.emulateMedia({ media: null });
    assert.equal(pages(await page.pdf({ format: 'A4' })), 1);

    const fold = page.locator(`.paper[data-part=${part}]`);
    await fold.locator('summary').click();
    await page.evaluate(() => (window.print = () => (window.printed = true)));
    for (const kind of kinds) {
      await page.evaluate(() => (window.printed = false));
      await fold.locator('.sheet-kind').selectOption(kind);
      await fold.locator('.sheet-print').click();
      await page.waitForFunction(() => window.printed);
      const sheets = await page.locator('.worksheet h2').allTextContents();
      assert.deepEqual([sheets.length, sheets.at(-1)], [2, 'Answers'], kind);
      assert.ok(await page.locator('.worksheet svg').count() >= 2, kind);
      await page.emulateMedia({ media: 'print' });
      assert.ok(await page.locator(board).isHidden());
      assert.ok(await page.locator('.worksheet svg').first().isVisible());
      await page.emulateMedia({ media: null });
      assert.equal(pages(await page.pdf({ format: 'A4' })), 2, kind);
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      assert.equal(await page.locator('.worksheet').count(), 0);
    }
    if (part === 'queens') {
      await page.locator('#clear').click();
      await fold.locator('.sheet-print').click();
      await says(page, '#notice', 'Place some queens first: the sheet asks for the others.');
    }
    for (const [form, begin] of [['svg', '<svg'], ['png', '\x89PNG']]) {
      const [download] = await Promise.all([page.waitForEvent('download'), fold.locator(`.${form}`).click()]);
      assert.equal(download.suggestedFilename(), `${part}.${form}`);
      const file = await readFile(await download.path(), 'latin1');
      assert.ok(file.startsWith(begin) && file.length > 500, form);
    }
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
}
