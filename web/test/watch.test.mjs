import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { IN_CHROMIUM, SCREENS, WINDOWS, launch, open, press, says, serve, vuelta } from './serve.mjs';

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

test('a reload and another language go on at the step, and with playing', async () => {
  const page = await open(browser, `${server.url}#watch/8/10`);
  await page.locator('#watch-play').click();
  await page.waitForFunction(() => Number(location.hash.split('/')[2]) > 12);
  await page.locator('#language').click();
  await says(page, '#watch-play', 'Pausa');
  const at = await step(page);
  await page.waitForFunction((at) => Number(document.querySelector('#watch-scrub').value) > at, at);
  await page.reload();
  await page.locator('#watch-scrub').waitFor();
  assert.ok((await step(page)) > 12);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('an address of no step or no board is told', async () => {
  for (const hash of ['#watch/11/0', '#watch/6/-3', '#watch/8/0/9,9', '#senku/zzz', '#senku/english/999', '#senku/english/7-7']) {
    const page = await open(browser, `${server.url}${hash}`);
    await says(page, '#notice', 'This address makes no sense, so you see the usual board.');
    if (hash === '#watch/6/-3') { // while another step is shown too
      await page.goto(`${server.url}#watch/6/7`);
      await page.waitForFunction(() => document.querySelector('#watch-scrub').value === '7');
      await page.goto(`${server.url}${hash}`);
      await says(page, '#notice', 'This address makes no sense, so you see the usual board.');
      assert.equal(await step(page), 7);
    }
    assert.deepEqual(page.errors, [], hash);
    await page.context().close();
  }
});

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

const step = (page) => page.locator('#watch-scrub').evaluate(({ value }) => Number(value));

for (const [width, height] of [[1280, 720], [1920, 1080], [844, 390], [390, 664], [320, 640]]) {
  test(`the lesson fits the window at ${width} × ${height}`, async () => {
    const isPhone = width < 900;
    const page = await open(browser, `${server.url}#watch/8/120`, { viewport: { width, height }, hasTouch: isPhone, isMobile: isPhone });
    await says(page, '#watch-nodes', '17');
    const together = isPhone ? ['board', 'play', 'scrub', 'state'] : ['board', 'play', 'scrub', 'state', 'nodes', 'code', 'tree', 'rows'];
    for (const id of together) {
      const box = await page.locator(`#watch-${id}`).boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= height + 1, `${id} ${JSON.stringify(box)}`);
    }
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await press(page, '#watch-lesson');
    await page.waitForFunction(() => document.querySelector('#watch-player').classList.contains('watch-lesson'));
    await page.waitForTimeout(300);
    assert.ok(await page.evaluate(() => document.querySelector('header').inert));
    await page.waitForURL(/#watch\/8\/120\/-\/lesson$/);
    if (!isPhone && (IN_CHROMIUM || height === 720)) { // the screen of Firefox is no larger
      // The board is as high as the window, the type larger; nothing scrolls, and brute force is named.
      assert.ok((await page.locator('#watch-board').boundingBox()).height > 0.93 * height);
      for (const [id, least] of [['#watch-state', 33], ['#watch-code code', 36], ['#watch-nodes', 33]]) {
        const size = await page.locator(id).first().evaluate((text) => parseFloat(getComputedStyle(text).fontSize));
        assert.ok(size > height / least, `${id} ${size}`);
      }
      const outside = () => [...document.querySelectorAll('.watch-lesson :is(button, p, dd, li, td, th, canvas)')].filter((one) => one.offsetParent)
        .filter((one) => (({ right, bottom }) => right > innerWidth || bottom > innerHeight)(one.getBoundingClientRect())).map((one) => one.outerHTML);
      assert.deepEqual(await page.evaluate(outside), []);
      assert.ok(await page.getByRole('columnheader', { name: 'Brute force:' }).isVisible());
    }
    // Back leads out of the lesson, its address into it; Escape ends it.
    await page.goBack();
    await page.waitForURL(/#watch\/8\/120$/);
    await page.waitForFunction(() => !document.querySelector('header').inert);
    await page.goForward();
    await page.waitForURL(/lesson$/);
    await page.reload();
    await page.waitForFunction(() => document.querySelector('#watch-player').classList.contains('watch-lesson'));
    await (isPhone ? press(page, '#watch-lesson') : page.keyboard.press('Escape'));
    await page.waitForFunction(() => !document.querySelector('header').inert && !document.fullscreenElement);
    await page.waitForURL(/#watch\/8\/120$/);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
}

test('the scrubber has all steps, jumps there and back, and the step is in the address', async () => {
  const page = await open(browser, `${server.url}#watch/8`);
  const { summary } = JSON.parse(vuelta('queens', 'trace', '8', '--all', '--json').trim().split('\n').at(-1));
  const steps = summary.nodes - 1 + summary.conflicts + summary.steps_back + summary.solutions;
  await page.waitForFunction((steps) => Number(document.querySelector('#watch-scrub')?.max) === steps, steps, { timeout: 60_000 });
  await page.locator('#watch-scrub').fill(String(steps));
  await says(page, '#watch-solutions', '92');
  await says(page, '#watch-nodes', summary.nodes.toLocaleString('en'));
  await page.locator('#watch-scrub').fill('0');
  await says(page, '#watch-nodes', '1');
  await press(page, '#watch-next-solution');
  await says(page, '#watch-solutions', '1');
  assert.match(await page.locator('#watch-state').textContent(), /a solution/);
  await page.waitForFunction((at) => location.hash === `#watch/8/${at}`, await step(page));
  await press(page, '#watch-next-back');
  assert.equal(await page.locator('#watch-code .watch-running').textContent().then((line) => line.trim()), 'take the queen back');
  const at = await step(page);
  await page.waitForFunction((at) => location.hash === `#watch/8/${at}`, at);
  await page.locator('#language').click();
  assert.equal(await step(page), at);
  await page.reload();
  await page.waitForFunction((at) => Number(document.querySelector('#watch-scrub')?.value) === at, at);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('of a wide tree every line that is drawn ends in dots, in sight', async () => {
  const page = await open(browser, 'about:blank');
  await page.addInitScript(() => {
    const { clearRect, arc, rect, moveTo, lineTo } = CanvasRenderingContext2D.prototype;
    const keep = (kind, x, y) => window.drawn[kind].push(`${x},${y}`);
    Object.assign(CanvasRenderingContext2D.prototype, {
      clearRect(...all) { window.drawn = { ends: [], dots: [] }; clearRect.apply(this, all); },
      arc(...all) { keep('dots', all[0], all[1]); arc.apply(this, all); },
      rect(...all) { keep('dots', all[0] + all[2] / 2, all[1] + all[3] / 2); rect.apply(this, all); },
      moveTo(...all) { keep('ends', ...all); moveTo.apply(this, all); },
      lineTo(...all) { keep('ends', ...all); lineTo.apply(this, all); },
    });
  });
  for (const at of [120, 1500, 1965, 17867]) {
    await page.goto(`${server.url}?${at}#watch/8/${at}`);
    await page.waitForFunction((at) => Number(document.querySelector('#watch-scrub')?.value) === at, at);
    const { ends, dots } = await page.evaluate(() => window.drawn);
    assert.ok(ends.length > 30);
    assert.deepEqual(ends.filter((end) => !dots.includes(end)), [], `step ${at}`);
    assert.ok(dots.every((dot) => parseFloat(dot) >= 5), `step ${at}`);
  }
  await page.context().close();
});

test('the sentence of a step has its room, and lines of pseudo-code wrap with an indentation of their own', async () => {
  for (const screen of [320, 390, 768, 1280]) {
    const page = await open(browser, `${server.url}#watch/8`, { ...WINDOWS[screen], locale: 'es-ES' });
    await page.waitForFunction(() => document.querySelector('#watch-scrub')?.max === '17868', null, { timeout: 60_000 });
    const tops = new Set();
    for (const at of [0, 1, 2, 12, 876, 17866, 17867, 17868]) {
      await page.locator('#watch-scrub').fill(String(at));
      tops.add(await page.evaluate(() => document.querySelector('#watch-code').getBoundingClientRect().top + scrollY));
    }
    assert.equal(await page.locator('#watch-state').textContent(), 'Paso 17.868. La búsqueda ha terminado.');
    assert.equal(tops.size, 1, `${screen}: ${[...tops]}`);
    const [first, ...wrapped] = await page.locator('#watch-code code').nth(2).evaluate((line) => {
      const words = document.createRange();
      words.setStart(line.firstChild, line.firstChild.data.search(/\S/));
      words.setEnd(line.firstChild, line.firstChild.length);
      return [...words.getClientRects()].map(({ left }) => left);
    });
    assert.ok(screen >= 768 || wrapped.length);
    assert.ok(wrapped.every((left) => left > first + 5), `${first} ${wrapped}`);
    await page.context().close();
  }
});

test('keys work wherever the focus is, never go to the tabs, and leave fields alone', async () => {
  const page = await open(browser, `${server.url}#watch/6`);
  await says(page, '#watch-nodes', '1');
  await page.locator('#tab-watch').focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  assert.equal(await step(page), 3);
  assert.ok(await page.locator('#panel-watch').isVisible());
  await page.keyboard.press('n');
  await says(page, '#watch-solutions', '1');
  await page.keyboard.press('Home');
  assert.equal(await step(page), 0);
  await page.keyboard.press(' ');
  await says(page, '#watch-play', 'Pause');
  await page.keyboard.press(' ');
  await says(page, '#watch-play', 'Play');
  const before = await step(page);
  await page.locator('#watch-fixed').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('n');
  assert.equal(await step(page), before);
  // A slider that the mouse has moved leaves the keys alone; one that the keyboard has reached takes its own.
  await page.locator('#watch-scrub').click({ position: { x: 100, y: 10 } });
  const there = await step(page);
  assert.ok(there > 0);
  await page.keyboard.press('ArrowRight');
  assert.equal(await step(page), there + 1);
  await page.locator('#watch-speed').focus();
  const speed = await page.locator('#watch-speed').inputValue();
  await page.keyboard.press('ArrowRight');
  assert.deepEqual([await step(page), Number(await page.locator('#watch-speed').inputValue())], [there + 1, Number(speed) + 1]);
  await page.keyboard.press(' ');
  await says(page, '#watch-play', 'Pause');
  await page.keyboard.press(' ');
  // A click on the board takes nothing away from a search that has begun; before, it fixes a queen, and Back takes it off.
  await page.waitForTimeout(300); // until the step is in the address
  const address = page.url();
  await page.locator('#watch-board').click({ position: { x: 60, y: 60 } });
  assert.equal(await page.locator('#watch-fixed').inputValue(), '');
  assert.equal(page.url(), address);
  await page.keyboard.press('Home');
  await page.locator('#watch-board').click({ position: { x: 60, y: 60 } });
  await page.waitForURL(/#watch\/6\/0\/0,0$/);
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('#watch-fixed').value === '');
  // A presenter's remote.
  await page.keyboard.press('l');
  const left = await step(page);
  await page.keyboard.press('PageDown');
  assert.equal(await step(page), left + 1);
  await page.keyboard.press('Escape');
  // Another part has its own keys, and what plays pauses when it is hidden.
  await page.locator('#watch-fixed').fill('');
  await page.locator('#watch-play').click();
  await page.locator('#tab-queens').click();
  await says(page, '#watch-play', 'Play');
  await page.context().close();
});

test('brute force stands beside the nodes, and fixed queens are searched around', async () => {
  const page = await open(browser, `${server.url}#watch/6`);
  await says(page, '#watch-nodes', '1');
  const last = page.locator('#watch-rows tr').last().locator('td');
  assert.deepEqual(await last.allTextContents().then((cells) => cells.slice(1)), ['720', '46,656']);
  await page.locator('#watch-fixed').fill('b6');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash.endsWith('0,1'));
  assert.deepEqual(await last.allTextContents().then((cells) => cells.slice(1)), ['120', '7,776']); // 5! and 6^5
  const { summary } = JSON.parse(vuelta('queens', 'trace', '6', '--all', '--fixed', 'b6', '--json').trim().split('\n').at(-1));
  await page.waitForFunction(() => !/more/.test(document.querySelector('#watch-place').textContent));
  await page.locator('#watch-scrub').press('End');
  await says(page, '#watch-solutions', String(summary.solutions));
  await says(page, '#watch-nodes', String(summary.nodes));
  await page.locator('#watch-fixed').fill('b6, b4');
  await page.keyboard.press('Enter');
  await says(page, '#notice', 'These queens attack each other.');
  await page.goto(`${server.url}#watch/6/7/0,0+1,1`);
  await says(page, '#watch-nodes', '1');
  await page.locator('#notice').waitFor();
  assert.deepEqual(page.errors, []);
  await page.context().close();
});
