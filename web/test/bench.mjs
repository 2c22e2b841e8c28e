// Times of the page in headless Chromium, as JSON: medians and the timings themselves, in ms. Run it on a quiet machine.
import { cpus, loadavg } from 'node:os';
import { launch, open, says, serve } from './serve.mjs';

const REPETITIONS = Number(process.env.REPETITIONS ?? 5);

const server = await serve();
const browser = await launch();
const results = {};

/** Measures in a fresh page each time. */
async function measure(name, hash, measured, repetitions = REPETITIONS) {
  const timings = [];
  for (let i = 0; i < repetitions; i++) {
    const page = await open(browser, `${server.url}${hash}`, { serviceWorkers: 'block', viewport: { width: 1280, height: 900 } });
    timings.push(Number((await measured(page)).toFixed(2)));
    await page.context().close();
  }
  const median = [...timings].sort((a, b) => a - b)[timings.length >> 1];
  results[name] = { median, timings };
}

/** From a click until the element changes to a text that fits. */
const clicked = (page, click, shown, pattern = '^[\\d.,]+$') => page.evaluate(([click, shown, pattern]) => new Promise((done) => {
  const element = document.querySelector(shown);
  const began = performance.now();
  const observer = new MutationObserver(() => {
    if (!new RegExp(pattern).test(element.textContent)) return;
    observer.disconnect();
    done(performance.now() - began);
  });
  observer.observe(element, { childList: true, characterData: true, subtree: true });
  document.querySelector(click).click();
}), [click, shown, pattern]);

await measure('first answer after the start of loading', '', async (page) => {
  await says(page, '#solutions', '92');
  return page.evaluate(() => performance.getEntriesByName('first answer')[0].startTime);
});
await measure('first answer on a processor four times as slow', '', async (page) => {
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.reload();
  await says(page, '#solutions', '92');
  return page.evaluate(() => performance.getEntriesByName('first answer')[0].startTime);
});
for (const n of [8, 9, 10, 11, 12]) {
  await measure(`a click on N = ${n}`, `#queens/${n}`, async (page) => {
    await page.waitForFunction(() => !document.querySelector('#board[aria-busy]') && document.querySelector('#fundamental > *'));
    await page.waitForTimeout(500); // until the gallery is painted, and the page has its own instance
    return clicked(page, '#board [data-square="0,1"]', '#solutions');
  });
}
for (const n of [16, 18]) {
  await measure(`N = ${n} on ${cpus().length} processors`, '', async (page) => {
    await page.locator('#count-n').fill(String(n));
    return clicked(page, '#count-start', '#count-total');
  }, n > 16 ? Math.min(3, REPETITIONS) : REPETITIONS);
}
await measure('the map of the English board', '#senku', async (page) => {
  const began = await page.evaluate(() => performance.now());
  await says(page, '#senku-winnable', 'yes', 120_000);
  const map = (await page.evaluate(() => performance.now())) - began;
  await says(page, '#senku-ways', '40,861,647,040,079,968', 120_000);
  return map;
});
await measure('the number of ways from the start of the English board', '#senku', async (page) => {
  await says(page, '#senku-ways', '40,861,647,040,079,968', 120_000);
  return page.evaluate(() => performance.now()); // since the start of loading
});
await measure('the number of ways after a jump', '#senku', async (page) => {
  await says(page, '#senku-ways', '40,861,647,040,079,968', 120_000);
  await page.locator('#senku-board [data-hole="1,3"]').click();
  return clicked(page, '#senku-board [data-hole="3,3"]', '#senku-ways');
});
await measure('still winnable, once the map is there', '#senku', async (page) => {
  await says(page, '#senku-ways', '40,861,647,040,079,968', 120_000);
  await page.locator('#senku-board [data-hole="1,3"]').click();
  return clicked(page, '#senku-board [data-hole="3,3"]', '#senku-winnable', '^(yes|no)$');
});
await measure('the two numbers of the English board', '#senku', async (page) => {
  await says(page, '#senku-ways', '40,861,647,040,079,968', 120_000);
  return clicked(page, '#senku-count', '#senku-solutions');
});
/** A tap on a 12 x 12 board of regions until it is drawn. */
await measure('a tap on a board of regions, N = 12', '#regions/12/3/7', async (page) => {
  await page.locator('#regions-board:not([aria-busy]) button').first().waitFor();
  return page.evaluate(() => {
    const began = performance.now();
    document.querySelector('#regions-board button').click();
    document.body.getBoundingClientRect();
    return performance.now() - began;
  });
});
await measure('a conflict of regions, N = 12', '#regions/12/3/7', async (page) => {
  await page.locator('#regions-board:not([aria-busy]) button').first().waitFor();
  const squares = ['0,0', '0,0', '0,5'].map((square) => `#regions-board [data-square="${square}"]`);
  for (const square of squares) await page.locator(square).click();
  return clicked(page, squares[2], '#regions-text', 'share');
});
await measure('a hint of regions, N = 12', '#regions/12/5/7', async (page) => {
  await page.locator('#regions-board:not([aria-busy]) button').first().waitFor();
  await page.waitForTimeout(1_000);
  return clicked(page, '#regions-hint', '#regions-text', '^(Look|What)');
});

const browserVersion = browser.version();
await browser.close();
await server.close();
console.log(JSON.stringify({
  chromium: browserVersion, processor: cpus()[0].model, processors: cpus().length, date: new Date().toISOString().slice(0, 10),
  load: loadavg(), unit: 'ms', results,
}, null, 1));
