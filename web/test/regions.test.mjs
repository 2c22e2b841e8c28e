import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM_ALONE, SCREENS, WINDOWS, hint, launch, open, outside, press, says, serve, tells, vuelta } from './serve.mjs';

let browser, server, folder, file, puzzle, solution;
before(async () => {
  [browser, server] = await Promise.all([launch(), serve()]);
  folder = mkdtempSync(join(tmpdir(), 'vuelta-web-'));
  file = join(folder, 'puzzle.txt');
  puzzle = vuelta('regions', 'make', '8', '--level', '3', '--seed', '7');
  writeFileSync(file, puzzle);
  solution = solved(puzzle);
});
after(() => {
  rmSync(folder, { recursive: true });
  return Promise.all([browser.close(), server.close()]);
});

/** The squares of the queens that solve a puzzle. */
function solved(puzzle) {
  const unsolved = join(folder, 'unsolved.txt');
  writeFileSync(unsolved, puzzle);
  return JSON.parse(vuelta('regions', 'solve', unsolved, '--json')).queens.map(String);
}

const HASH = '#regions/8/3/7';
const square = (key) => `#regions-board [data-square="${key}"]`;
const label = (page, key) => page.locator(square(key)).getAttribute('aria-label');
const labels = (page) => page.locator('#regions-board button').evaluateAll((all) => all.map((button) => button.ariaLabel));
const with_ = (page, kind) => page.locator(`#regions-board .${kind}`).evaluateAll((all) => all.map((button) => button.dataset.square));
const text = (page) => page.locator('#regions-text').textContent();
const made = (page) => page.locator('#regions-board:not([aria-busy]) button').first().waitFor();
const rows = () => puzzle.split('\n').filter((row) => /^[A-H]{8}$/.test(row));

async function start(hash = HASH, screen = WINDOWS[1280]) {
  const page = await open(browser, `${server.url}${hash}`, screen);
  await made(page);
  return page;
}

async function place(page, key) {
  await page.locator(square(key)).focus();
  await page.keyboard.press('q');
}

for (const screen of SCREENS) {
  test(`a puzzle from its address is that of the native program at ${screen.name}, and is solved by taps`, async () => {
    const page = await start(HASH, screen);
    for (const [row, letters] of rows().entries()) {
      for (const [column, letter] of [...letters].entries()) {
        assert.match(await label(page, `${row},${column}`), new RegExp(`, region ${letter}: empty$`));
      }
    }
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
    for (const key of solution) {
      await press(page, square(key));
      await press(page, square(key));
    }
    await says(page, '#regions-text', 'The puzzle is solved.');
    await says(page, '#regions-queens', '8 of 8');
    assert.ok(await page.locator('#regions-board.won').isVisible());
    assert.ok(await page.locator('#regions-next').isVisible());
    const time = await page.locator('#regions-clock').textContent();
    await page.waitForTimeout(1_500);
    await says(page, '#regions-clock', time);
    assert.deepEqual(await outside(page), []);
    await press(page, '#regions-clear');
    await says(page, '#regions-queens', '0 of 8');
    assert.deepEqual(page.errors, []);
    await page.context().close();
  });
}

test('hints say where, why and what, are done by a button, and lead to the solution without saying anything twice', async () => {
  const page = await start();
  const { steps: all } = JSON.parse(vuelta('regions', 'hint', file, '--all', '--json'));
  const steps = all.map(({ text }) => text);
  await page.locator('#regions-hint').click();
  await page.waitForFunction(() => /^Look at .+\.$/.test(document.querySelector('#regions-text').textContent));
  assert.deepEqual(await with_(page, 'hinted'), []);
  assert.ok((await with_(page, 'looked')).length > 0);
  await page.locator('#regions-hint').click();
  await says(page, '#regions-text', steps[0].replace(/, so .*/, '.'));
  assert.ok(await page.locator('#regions-do').isHidden());
  await page.locator('#regions-hint').click();
  await says(page, '#regions-text', steps[0]);
  const hinted = await with_(page, 'hinted');
  assert.ok(hinted.length > 0);
  await page.locator('#regions-do').click();
  const after = / queen goes /.test(steps[0]) ? /: queen$/ : /: mark$/;
  for (const key of hinted) assert.match(await label(page, key), after);
  assert.ok(await page.locator('#regions-do').isHidden());
  // Pressed on and on, each goes a step further.
  const told = [];
  while (!(await text(page)).startsWith('The puzzle is solved.')) {
    await tells(page, () => page.keyboard.press('h'));
    told.push(await text(page));
    assert.ok(told.length < 200);
  }
  const whole = told.filter((text) => steps.includes(text));
  assert.deepEqual(whole, steps.slice(1));
  await says(page, '#regions-text', `The puzzle is solved. Hints made ${steps.length} of ${steps.length} moves.`);
  await page.context().close();
});

test('a win says how many moves were hints; on a phone the button that makes one stands out below the sentence', async () => {
  const page = await start(HASH, { ...WINDOWS[390], locale: 'es-ES' });
  for (let i = 0; i < 2; i++) await press(page, square(solution[0]));
  while (!(await page.locator('#regions-board.won').count())) {
    await hint(page);
    if (await page.locator('#regions-do').isHidden()) continue;
    const [sentence, button] = await Promise.all(['#regions-text', '#regions-do'].map((id) => page.locator(id).boundingBox()));
    assert.ok(button.width > 350 && button.y - sentence.y - sentence.height < 12 && button.y + button.height <= 664, JSON.stringify(button));
    assert.equal(await page.locator('#panel-regions .play .main:visible').count(), 1);
    await press(page, '#regions-do');
  }
  const [, hints, moves] = (await text(page)).match(/^El puzle está resuelto\. Jugadas hechas por pistas: (\d+) de (\d+)\.$/);
  assert.equal(moves - hints, 2);
  const won = await text(page);
  await press(page, square(solution[0])); // what is solved stays
  await page.reload();
  await says(page, '#regions-text', won);
  await page.context().close();
});

test('marks count: hints leave out what is marked, a wrong mark and a row that is full of marks are told', async () => {
  const page = await start();
  const marked = async (keys) => {
    for (const key of keys) {
      await page.locator(square(key)).focus();
      await page.keyboard.press('x');
    }
  };
  const [row, column] = solution[0].split(',');
  await marked(Array.from({ length: 8 }, (_, i) => `${row},${i}`).filter((key) => key !== solution[0]));
  await page.locator('#regions-check').click();
  await says(page, '#regions-text', 'No mistake so far.');
  for (let i = 0; i < 3; i++) await hint(page);
  await page.locator('#regions-do').waitFor();
  for (const key of await with_(page, 'hinted')) assert.match(await label(page, key), /: empty$/);
  await marked([solution[0]]);
  await page.locator('#regions-check').click();
  await says(page, '#regions-text', `Too few squares are left in row ${8 - row}: one of the marks is wrong.`);
  await page.keyboard.press('u');
  assert.match(await label(page, solution[0]), /: empty$/);
  await page.locator(square(solution[1])).focus();
  await page.keyboard.press('x');
  await page.locator('#regions-hint').click();
  await page.waitForFunction(() => /^(The mark on .. is wrong|Too few squares are left in .*)\.$/.test(document.querySelector('#regions-text').textContent));
  // Another hint takes off what is wrong.
  await page.locator('#regions-hint').click();
  assert.match(await label(page, solution[1]), /: empty$/);
  // Of queens in conflict too.
  const other = `${row},${(Number(column) + 4) % 8}`;
  for (const key of [solution[0], other]) {
    await page.locator(square(key)).focus();
    await page.keyboard.press('q');
  }
  assert.deepEqual(await with_(page, 'conflict'), [solution[0], other].sort());
  for (let i = 0; i < 2; i++) await page.locator('#regions-hint').click();
  assert.deepEqual(await with_(page, 'queen'), [solution[0]]);
  await page.context().close();
});

test('undo and redo by buttons and keys; a reload, another tab and another language lose nothing; Back leads to the puzzle before', async () => {
  const page = await start();
  assert.ok(await page.locator('#regions-undo').isDisabled());
  await place(page, '0,0');
  await place(page, '4,4');
  await page.locator('#regions-undo').click();
  assert.match(await label(page, '4,4'), /: empty$/);
  await page.locator('#regions-redo').click();
  assert.match(await label(page, '4,4'), /: queen$/);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  assert.match(await label(page, '0,0'), /: empty$/);
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('r');
  await page.locator('#regions-clear').click();
  await says(page, '#regions-queens', '0 of 8');
  await page.keyboard.press('u');
  await says(page, '#regions-queens', '2 of 8');
  const before = await labels(page);
  await page.reload();
  await made(page);
  assert.deepEqual(await labels(page), before);
  await page.locator('#tab-senku').click();
  await page.locator('#tab-regions').click();
  assert.deepEqual(await labels(page), before);
  await page.locator('#language').click();
  await says(page, '#regions-queens', '2 de 8');
  await page.locator('#language').click();
  assert.deepEqual(await labels(page), before);
  await page.locator('#regions-undo').click();
  await page.locator('#regions-redo').click();
  const address = page.url();
  await page.locator('#regions-new').click();
  await page.waitForFunction((address) => location.href !== address, address);
  await says(page, '#regions-queens', '0 of 8');
  const other = await labels(page);
  await page.goBack();
  await says(page, '#regions-queens', '2 of 8');
  assert.equal(page.url(), address);
  assert.deepEqual(await labels(page), before);
  await page.goForward();
  await says(page, '#regions-queens', '0 of 8');
  assert.deepEqual(await labels(page), other);
  await page.context().close();
});

test('a drag marks the squares on its way, by mouse and by touch, in one step', CHROMIUM_ALONE, async () => {
  for (const screen of [WINDOWS[1280], WINDOWS[390]]) {
    const page = await start(HASH, screen);
    const middle = async (key) => {
      const { x, y, width } = await page.locator(square(key)).boundingBox();
      return { x: x + width / 2, y: y + width / 2 };
    };
    const way = ['3,1', '3,2', '3,3', '4,3'];
    const seen = way.filter((key) => key !== '3,2'); // by a swift finger
    const scroll = await page.evaluate(() => scrollY);
    if (screen.hasTouch) {
      const client = await page.context().newCDPSession(page);
      const touch = (type, points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
      await touch('touchStart', [await middle(seen[0])]);
      for (const key of seen.slice(1)) await touch('touchMove', [await middle(key)]);
      await touch('touchEnd', []);
    } else {
      const [first, ...rest] = await Promise.all(seen.map(middle));
      await page.mouse.move(first.x, first.y);
      await page.mouse.down();
      for (const { x, y } of rest) await page.mouse.move(x, y);
      await page.mouse.up();
    }
    await page.waitForFunction(() => document.querySelectorAll('#regions-board .marked').length === 4);
    assert.deepEqual(await with_(page, 'marked'), way);
    assert.equal(await page.evaluate(() => scrollY), scroll);
    await press(page, '#regions-undo');
    assert.deepEqual(await with_(page, 'marked'), []);
    await press(page, square('0,0')); // a tap is a tap again
    assert.deepEqual(await with_(page, 'marked'), ['0,0']);
    await page.context().close();
  }
});

test('conflicts are red at once and said, unless the setting is off; automatic marks are those that a queen excludes', async () => {
  const page = await start('#regions/6/0/5');
  await place(page, '0,0');
  assert.deepEqual(await with_(page, 'conflict'), []);
  await place(page, '1,1');
  assert.deepEqual(await with_(page, 'conflict'), ['0,0', '1,1']);
  await says(page, '#regions-text', 'The queens on a6 and b5 touch.');
  assert.match(await label(page, '1,1'), /: queen, conflict$/);
  await page.keyboard.press('Backspace');
  await place(page, '0,4');
  await says(page, '#regions-text', 'The queens on a6 and e6 share row 6, which takes one.');
  await page.locator('#regions-conflicts').uncheck();
  assert.deepEqual(await with_(page, 'conflict'), []);
  await page.locator('#regions-check').click();
  await says(page, '#regions-text', 'The queens on a6 and e6 share row 6, which takes one.');
  await page.locator('#regions-conflicts').check();
  await page.locator('#regions-undo').click();
  await page.locator('#regions-auto').check();
  const marked = new Set(await with_(page, 'marked'));
  const own = (await label(page, '0,0')).match(/region (.)/)[1];
  for (const name of await labels(page)) assert.ok(/^\S+, region .: (empty|mark|queen)$/.test(name), name);
  for (let row = 0; row < 6; row++) {
    for (let column = 0; column < 6; column++) {
      const region = (await label(page, `${row},${column}`)).match(/region (.)/)[1];
      const isOut = (row || column) && (!row || !column || region === own || (row === 1 && column === 1));
      assert.equal(marked.has(`${row},${column}`), Boolean(isOut), `${row},${column}`);
    }
  }
  await page.reload();
  await made(page);
  assert.ok(await page.locator('#regions-auto').isChecked());
  assert.deepEqual(new Set(await with_(page, 'marked')), marked);
  await page.context().close();
});

test('the clock stops while another part is shown, and goes on after a reload', async () => {
  const page = await start();
  await says(page, '#regions-clock', '0:02');
  await page.locator('#tab-senku').click();
  await page.waitForTimeout(2_500);
  await page.locator('#tab-regions').click();
  assert.match(await page.locator('#regions-clock').textContent(), /^0:0[23]$/);
  await place(page, '0,0');
  await says(page, '#regions-clock', '0:04');
  await page.reload();
  await page.waitForFunction(() => /^0:0[4-9]$/.test(document.querySelector('#regions-clock').textContent));
  await page.context().close();
});

test('the puzzle of the day is the same for all, another one tomorrow, and solved days are told', async () => {
  const boards = [];
  for (const screen of SCREENS) {
    const page = await start(HASH, screen);
    await press(page, '#regions-daily');
    await page.waitForFunction(() => /#regions\/day\/\d{4}-\d\d-\d\d$/.test(location.href));
    await page.waitForFunction(() => !document.querySelector('#regions-board[aria-busy]'));
    boards.push((await labels(page)).join());
    await page.locator('summary', { hasText: 'The last seven days' }).click();
    assert.equal(await page.locator('#regions-week button').count(), 7);
    await page.locator('#regions-week button').nth(1).click();
    await page.waitForFunction((board) => !document.querySelector('#regions-board[aria-busy]')
      && [...document.querySelectorAll('#regions-board button')].map((button) => button.ariaLabel).join() !== board, boards.at(-1));
    await page.context().close();
  }
  assert.equal(boards[0], boards[1]);
});

test('after the puzzle of the day comes that of the day before, and at the next visit one that is not solved', async () => {
  const page = await start('#regions/day');
  const [today] = /\d{4}-\d\d-\d\d/.exec(page.url());
  const letters = (await labels(page)).map((text) => /region (.):/.exec(text)[1]).join('');
  const size = Math.sqrt(letters.length);
  for (const key of solved(letters.match(new RegExp(`.{${size}}`, 'g')).join('\n'))) await place(page, key);
  await says(page, '#regions-text', 'The puzzle is solved.');
  assert.match(await page.locator('#regions-week button').first().textContent(), /✓/);
  await page.goto('about:blank');
  await page.goto(`${server.url}#regions`);
  await page.waitForURL((url) => url.hash === `#regions/day/${today}`); // that of today, solved or not
  await page.locator('#regions-next').click();
  const yesterday = new Date(new Date(`${today}T12:00Z`) - 24 * 3600e3).toISOString().slice(0, 10);
  await page.waitForURL((url) => url.hash === `#regions/day/${yesterday}`);
  await page.locator('summary', { hasText: 'The last seven days' }).click();
  await page.locator('#regions-date').fill('2026-10-05');
  await page.waitForURL(/#regions\/day\/2026-10-05$/);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('every level that is offered can be made; two stars ask for two queens a row', async () => {
  const page = await start('#regions/9/1/3');
  await page.locator('#regions-stars').selectOption('2');
  await page.waitForFunction(() => !document.querySelector('#regions-board[aria-busy]'));
  await says(page, '#regions-queens', '0 of 18');
  assert.match(page.url(), /#regions\/9\/\d\/3\/2$/);
  await place(page, '0,0');
  await place(page, '0,2');
  assert.deepEqual(await with_(page, 'conflict'), []);
  await place(page, '0,5');
  assert.deepEqual(await with_(page, 'conflict'), ['0,0', '0,2', '0,5']);
  await says(page, '#regions-text', 'The queens on a9, c9 and f9 share row 9, which takes 2.');
  for (const stars of ['2', '1']) {
    await page.locator('#regions-stars').selectOption(stars);
    await page.locator('#regions-size').selectOption('10');
    for (const level of await page.locator('#regions-level option').evaluateAll((all) => all.map(({ value }) => value))) {
      await page.locator('#regions-level').selectOption(level);
      await page.waitForFunction(() => !document.querySelector('#regions-board[aria-busy]'), undefined, { timeout: 120_000 });
      const name = await page.locator('#regions-level option:checked').textContent();
      if (level !== '0') await says(page, '#regions-grade', name);
    }
  }
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a number that was typed is used by the button and by Enter, once', async () => {
  const page = await start();
  await page.locator('#regions-seed').fill('44');
  await page.locator('#regions-new').click();
  await page.waitForURL(/#regions\/8\/3\/44$/);
  await page.locator('#regions-new').click();
  await page.waitForFunction(() => !/\/44$/.test(location.hash));
  await page.locator('#regions-seed').fill('45');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#regions\/8\/3\/45$/);
  await page.context().close();
});

test('a hint or a check while a puzzle is made does not cancel it', async () => {
  const slow = await serve((path, body) => (path === '/worker.js'
    ? body.toString().replace('if (data.question) post', 'if (/ make /.test(data.question)) await new Promise((done) => setTimeout(done, 1_500));\n    if (data.question) post') : body));
  const page = await open(browser, `${slow.url}${HASH}`, WINDOWS[1280]);
  await says(page, '#regions-text', 'The puzzle is being made…');
  await page.locator('#regions-hint').click();
  await page.locator('#regions-check').click();
  await page.keyboard.press('u');
  await made(page);
  await page.locator('#regions-hint').click();
  await page.waitForFunction(() => /^Look at .+\.$/.test(document.querySelector('#regions-text').textContent));
  assert.deepEqual(page.errors, []);
  await page.context().close();
  await slow.close();
});

test('a puzzle comes in as letters, JSON or an address of puzz.link; its address brings it back, faults are told in the reader’s language', async () => {
  const page = await start();
  const link = vuelta('regions', 'link', file).trim();
  const letters = rows().join('\n');
  const json = JSON.stringify({ regions: rows().map((row) => [...row]) });
  await page.locator('summary', { hasText: 'Bring or paint' }).click();
  for (const form of [letters, json, link]) {
    await page.goto(`${server.url}#regions/5/1/1`);
    await made(page);
    await page.locator('#regions-import').fill(form);
    await page.locator('#regions-import-go').click();
    await page.waitForURL(/#regions\/own\/1\//);
    await says(page, '#regions-queens', '0 of 8');
    for (const key of solution) await place(page, key);
    await says(page, '#regions-text', 'The puzzle is solved.');
    const address = page.url();
    const other = await open(browser, address, WINDOWS[390]);
    await says(other, '#regions-queens', '0 of 8');
    await other.context().close();
    await page.locator('#regions-clear').click();
  }
  // Of several puzzles, the next one follows when one is solved.
  await page.locator('#regions-import').fill(`${letters}\n\nAABB\nACBB\nCCDD\nCCDD\n`);
  await page.locator('#regions-import-go').click();
  await says(page, '#notice', 'The text has 2 puzzles. When this one is solved, the next one follows.');
  for (const key of solution) await place(page, key);
  await page.locator('#regions-next').click();
  await page.waitForURL(/#regions\/own\/1\/AABB~ACBB~CCDD~CCDD$/);
  // Letters of a puzzle of two stars, which has several solutions with one.
  const two = vuelta('regions', 'make', '9', '--stars', '2', '--seed', '4', '-q').split('\n').filter((row) => /^[A-I]{9}$/.test(row)).join('\n');
  await page.locator('#regions-import').fill(two);
  await page.locator('#regions-import-go').click();
  await page.waitForURL(/#regions\/own\/2\//);
  await page.locator('#regions-import').fill('https://puzz.link/p?sudoku/9/9/g1');
  await page.locator('#regions-import-go').click();
  await says(page, '#regions-text', 'Line 1: the address is not of a Star Battle puzzle.');
  await page.locator('#regions-import').fill(two); // the same puzzle takes the error away
  await page.locator('#regions-import-go').click();
  await says(page, '#regions-text', '');
  await page.locator('#regions-import').fill('AAB\nA?B\nCCC');
  await page.locator('#regions-import-go').click();
  await says(page, '#regions-text', "Line 2, column 2: '?' is not a region; a region is one letter or a number.");
  await page.locator('#language').click();
  await page.locator('#regions-import-go').click();
  await says(page, '#regions-text', 'Eso no es posible.');
  await page.locator('#regions-import').fill('# stars: 1\nAABB\nAABB\nCCDD\nCCDD');
  await page.locator('#regions-import-go').click();
  await page.waitForURL(/#regions\/own\/1\/AABB~AABB~CCDD~CCDD$/);
  await says(page, '#regions-text', 'Este puzle tiene varias soluciones; dos de ellas se distinguen en las casillas enmarcadas.');
  assert.deepEqual(await with_(page, 'hinted'), ['0,1', '0,2', '1,0', '1,3', '2,0', '2,3', '3,1', '3,2']);
  // Marks on a square of each solution: not all of them are wrong.
  for (const key of ['0,1', '1,0']) await page.locator(`#regions-board [data-square="${key}"]`).click();
  await page.locator('#regions-check').click();
  await says(page, '#regions-text', 'Este puzle tiene varias soluciones; dos de ellas se distinguen en las casillas enmarcadas.');
  await page.locator('#regions-stars').selectOption('2');
  await page.waitForURL(/#regions\/own\/2\/AABB~AABB~CCDD~CCDD$/);
  await says(page, '#regions-text', 'El tablero no tiene solución.');
  await page.context().close();
});

test('an import that another puzzle has overtaken does not come', async () => {
  const slow = await serve((path, body) => path === '/worker.js' ? body.toString().replace('onmessage = async ({ data }) => {',
    "onmessage = async ({ data }) => {\nif (/stars: 2/.test(data.question)) await new Promise((done) => setTimeout(done, 1_000));") : body);
  const page = await open(browser, `${slow.url}${HASH}`, WINDOWS[1280]);
  await made(page);
  await page.locator('summary', { hasText: 'Bring or paint' }).click();
  await page.locator('#regions-import').fill('AABB\nACBB\nCCDD\nCCDD');
  await page.locator('#regions-import-go').click();
  await page.waitForTimeout(300);
  await page.locator('#regions-new').click();
  await page.waitForTimeout(1_500);
  assert.match(page.url(), /#regions\/8\/3\/\d+$/);
  assert.deepEqual(page.errors, []);
  await page.context().close();
  await slow.close();
});

test('a puzzle is painted, judged and played; a reload keeps the painting', async () => {
  const page = await start('#regions/5/1/1');
  await page.locator('summary', { hasText: 'Bring or paint' }).click();
  await page.locator('#regions-paint').click();
  await says(page, '#regions-text', 'Paint each region with its letter; squares left: 25.');
  const regions = ['AAABB', 'ACBBB', 'CCCDB', 'EEDDD', 'EEEED'].join('');
  for (const letter of 'ABCDE') {
    await page.locator('#regions-palette button', { hasText: letter }).click();
    for (let i = 0; i < 25; i++) if (regions[i] === letter) await page.locator(square(`${Math.floor(i / 5)},${i % 5}`)).click();
  }
  await page.waitForFunction(() => /solution/.test(document.querySelector('#regions-text').textContent));
  const verdict = await text(page);
  await page.reload();
  await says(page, '#regions-text', verdict);
  writeFileSync(join(folder, 'own.txt'), regions.match(/.{5}/g).join('\n'));
  const isUnique = /the only solution/.test(vuelta('regions', 'solve', join(folder, 'own.txt')).replace('not the only', ''));
  assert.equal(/^Exactly one/.test(verdict), isUnique);
  await page.locator('#regions-undo').isDisabled();
  await page.locator(square('0,0')).click();
  await page.locator('#regions-undo').click();
  await says(page, '#regions-text', verdict);
  if (isUnique) {
    await page.locator('#regions-use').click();
    await page.waitForURL(/#regions\/own\/1\/AAABB~/);
    await says(page, '#regions-queens', '0 of 5');
  }
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('an own puzzle is painted on; a region in two pieces is told', async () => {
  const rows = 'AAABB~CCBDB~BCCDB~EEDDD~EEEED';
  const page = await start(`#regions/own/1/${rows}`);
  await says(page, '#regions-queens', '0 of 5');
  await page.locator('summary', { hasText: 'Bring or paint' }).click();
  await page.locator('#regions-paint').click();
  await page.waitForURL((url) => url.hash === `#regions/paint/1/${rows}`);
  await page.waitForFunction(() => /^Exactly one solution: .+\. Regions in several pieces: B\.$/.test(document.querySelector('#regions-text').textContent));
  await page.locator('#regions-clear').click();
  await says(page, '#regions-text', 'Paint each region with its letter; squares left: 25.');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('the last puzzle opens by the tab at the next visit', async () => {
  const page = await start('#regions/9/1/3');
  await page.goto('about:blank');
  await page.goto(server.url);
  await page.locator('#tab-regions').click();
  await page.waitForURL(/#regions\/9\/1\/3$/);
  await says(page, '#regions-queens', '0 of 9');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('addresses that make no sense show the usual puzzle and say so', async () => {
  for (const hash of ['#regions/99', '#regions/8/9/1', '#regions/8/6/1', '#regions/day/2026-02-30', '#regions/day/9999-01-01', '#regions/own/1/AB~A', '#regions/paint/x']) {
    const page = await start(hash);
    await says(page, '#notice', 'This address makes no sense, so you see the usual board.');
    await says(page, '#regions-queens', '0 of 8');
    assert.match(page.url(), /#regions\/8\/2\/1$/, hash);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  }
});

test('every hint of puzzles of all levels has its Spanish', async () => {
  const { deduction, toggleLanguage } = await import('../dist/words.js').catch(() => ({}));
  assert.ok(deduction);
  const texts = new Set();
  for (const [stars, size, levels] of [['1', '8', '1235'], ['1', '10', '45'], ['2', '10', '23456']]) {
    for (const level of levels) {
      writeFileSync(join(folder, 'one.txt'), vuelta('regions', 'make', size, '--stars', stars, '--level', level, '--seed', '3'));
      for (const { text } of JSON.parse(vuelta('regions', 'hint', join(folder, 'one.txt'), '--all', '--json')).steps) texts.add(text);
    }
  }
  assert.ok(texts.size > 100, `${texts.size} texts`);
  toggleLanguage();
  const english = /\b(the|queens?|row|columns?|regions?|squares?|so|goes?|left|would|only|and|or|in|undefined)\b/i;
  for (const text of texts) for (const words of deduction(text)) assert.ok(!english.test(words) && words.endsWith('.'), `${text}: ${words}`);
  toggleLanguage();
});

test('a printed puzzle is the board and its rule on one page, and has its colours', CHROMIUM_ALONE, async () => {
  const page = await start();
  await page.emulateMedia({ media: 'print' });
  for (const hidden of ['header', 'footer', '#regions-new', '#regions-text', '#regions-grade']) {
    assert.ok(await page.locator(hidden).isHidden(), hidden);
  }
  assert.ok(await page.locator('.rules').isVisible());
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  assert.equal(pdf.match(/\/Type\s*\/Page\b/g).length, 1);
  const { width, height } = await page.locator('#regions-board').boundingBox();
  assert.ok(width > 400 && Math.abs(width - height) < 2, `${width} x ${height}`);
  const edges = await page.locator(square('0,0')).evaluate((edge) => getComputedStyle(edge).borderTopWidth);
  assert.ok(parseFloat(edges) >= 2);
  assert.equal(await page.locator(square('0,0')).evaluate((one) => getComputedStyle(one).printColorAdjust), 'exact');
  await page.context().close();
});

test('the board is saved as SVG and as PNG', async () => {
  const page = await start();
  await place(page, solution[0]);
  await page.locator('.paper[data-part=regions] summary').click();
  const saved = async (id) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator(id).click()]);
    const parts = [];
    for await (const part of await download.createReadStream()) parts.push(part);
    return Buffer.concat(parts);
  };
  const svg = (await saved('.paper[data-part=regions] .svg')).toString();
  assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  assert.equal(svg.match(/<path fill="#/g).length, 8);
  assert.equal(svg.match(/transform=/g).length, 1); // the queen
  const png = await saved('.paper[data-part=regions] .png');
  assert.equal(png.subarray(1, 4).toString(), 'PNG');
  assert.ok(png.readUInt32BE(16) > 1000);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('booklets of neighbouring numbers share no puzzle; what was changed is not printed before it is made; without colours', async () => {
  const page = await open(browser, `${server.url}#booklet/8/8/8/2/2/1/4/0/0/1/`);
  const drawn = () => page.locator('.sheet figure svg').evaluateAll((all) => all.map((one) => one.outerHTML));
  await page.locator('#booklet-print:not(:disabled)').waitFor({ timeout: 60_000 });
  const first = await drawn();
  assert.equal(new Set(first).size, 8);
  await page.locator('#booklet-number').fill('2');
  assert.ok(await page.locator('#booklet-print').isDisabled());
  await page.locator('#booklet-plain').check();
  await page.locator('#booklet-form button.main').click();
  await page.locator('#booklet-print:not(:disabled)').waitFor({ timeout: 60_000 });
  await page.waitForURL(/#booklet\/8\/8\/8\/2\/2\/1\/4\/0\/0\/2\/\/1$/);
  const second = await drawn();
  assert.ok(second.every((one) => !/fill="#(?!fff")[0-9a-f]{6}"/.test(one)), second[0].slice(0, 300));
  await page.locator('#booklet-plain').uncheck();
  await page.locator('#booklet-form button.main').click();
  await page.locator('#booklet-print:not(:disabled)').waitFor({ timeout: 60_000 });
  assert.deepEqual((await drawn()).filter((one) => first.includes(one)), []);
  // Own puzzles, of one and two stars, and one with several solutions; they are kept.
  const two = vuelta('regions', 'make', '8', '--stars', '2', '--seed', '5', '-q').replace(/^#.*/gm, '');
  await page.locator('#booklet-own').fill(`${rows().join('\n')}\n\n${two}\n\nAABB\nAABB\nCCDD\nCCDD`);
  await page.locator('#booklet-form button.main').click();
  await says(page, '#booklet-text', 'Puzzles without exactly one solution: 3.');
  assert.match((await page.locator('.sheet figcaption').allTextContents()).join('; '), /^1 · tricky; 2 · [a-z ]+ · ★★; 3 · not unique$/);
  assert.equal(await page.locator('.sheet p').count(), 2); // the rule of each number of stars
  await page.reload();
  await says(page, '#booklet-text', 'Puzzles without exactly one solution: 3.');
  await page.locator('#booklet-own').fill('ABBB\nAACB\nDACC\nDDDC\n\nABBB\nAACB\nDACC');
  await page.locator('#booklet-form button.main').click();
  await page.waitForFunction(() => /^Line \d: /.test(document.querySelector('#booklet-text').textContent));
  assert.equal(await page.locator('.sheet').count(), 0);
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a booklet has its puzzles, rising, and their answers behind them, on paper of its own', CHROMIUM_ALONE, async () => {
  const page = await open(browser, `${server.url}#booklet/9/6/9/1/3/1/4/1/1/100/Friday`, WINDOWS[1280]);
  await page.locator('#booklet-print:not(:disabled)').waitFor({ timeout: 60_000 });
  assert.equal(await page.locator('.sheet').count(), 4); // three of puzzles, one of answers
  const captions = await page.locator('.sheet figcaption').allTextContents();
  assert.deepEqual(captions.slice(0, 2), ['1 · easy', '2 · easy']);
  assert.equal(captions[8], '9 · tricky');
  assert.deepEqual(captions.slice(9), '123456789'.split(''));
  await says(page, '.sheet h2', 'Friday');
  // The first answer is that of the native program.
  const one = join(folder, 'booklet.txt');
  writeFileSync(one, vuelta('regions', 'make', '6', '--level', '1', '--seed', '10000'));
  const queens = JSON.parse(vuelta('regions', 'solve', one, '--json').match(/\[\[?[\d,\[\]]+\]/)[0]).map(([row, column]) => `translate(${(column + 0.5) * 40} ${(row + 0.5) * 40})`);
  const drawn = await page.locator('.sheet').last().locator('figure').first().locator('[transform]').evaluateAll((all) => all.map((path) => path.getAttribute('transform')));
  assert.deepEqual(new Set(drawn), new Set(queens));
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  assert.equal(pdf.match(/\/Type\s*\/Page\b/g).length, 4);
  await page.locator('#booklet-per').selectOption('6');
  await page.locator('#booklet-count').fill('12');
  await page.locator('#booklet-answers').uncheck();
  await page.locator('#booklet-form .main').click();
  await page.waitForFunction(() => document.querySelectorAll('.sheet.per-6').length === 2);
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll('.sheet').length === 4);
  // Two stars have no boards of 6 and 7 rows, and no easy ones.
  await page.locator('#booklet-stars').selectOption('2');
  await page.waitForURL(/#booklet\/9\/8\/9\/2\/3\/2\//);
  assert.equal(await page.locator('#booklet-from').inputValue(), '8');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('without storage the page plays all the same', async () => {
  const context = await browser.newContext(WINDOWS[1280]);
  await context.addInitScript(() => Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } }));
  const page = await open(browser, `${server.url}${HASH}`, context);
  await made(page);
  await place(page, '0,0');
  await page.locator('#tab-senku').click();
  await page.locator('#tab-regions').click();
  await says(page, '#regions-queens', '1 of 8');
  await page.locator('#regions-new').click();
  await says(page, '#regions-queens', '0 of 8');
  await page.goBack();
  await says(page, '#regions-queens', '1 of 8');
  assert.deepEqual(page.errors, []);
  await context.close();
});
