import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { chooseLooks } from '../../support/looks.ts';
import { openBoard } from '../../support/sample-dashboard.ts';
import { findViolationsInBothSchemes } from '../../support/site-pages.ts';
import { siteUrl, visit, withMotion } from '../../support/visit.ts';

async function openGrowthCheck(page: Page) {
  await page.goto(`${siteUrl}/#growth-audit`);
  const check = page.locator('#growth-audit');
  await check.scrollIntoViewIfNeeded();
  await check.getByRole('status').waitFor({ state: 'attached' });
  return check;
}

/** Answers the six questions by keyboard: a group is one tab stop, and arrow keys choose. A phone shows one at a time. */
async function answerByKeyboard(page: Page, answers: readonly number[]) {
  const next = page.locator('#growth-audit').getByRole('button', { name: 'Next' });
  await page.locator('#growth-audit input').first().focus();
  for (const [index, points] of answers.entries()) {
    if (index > 0) {
      if (await next.isVisible()) await next.press('Enter');
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Space');
    for (let step = 0; step < points; step++) await page.keyboard.press('ArrowRight');
  }
}

test('the growth check works by keyboard alone and prefills the enquiry with its result', async () => {
  const page = await visit();
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()));
  const check = await openGrowthCheck(page);
  await answerByKeyboard(page, [2, 1, 2, 1, 2, 3]);

  await check.getByRole('heading', { name: 'Ready to systemise' }).waitFor();
  expect(await check.getByRole('status').textContent()).toBe('Your score: 11 of 18. Ready to systemise');
  const weakest = check.locator('.growth-hydrated li');
  expect(await weakest.allTextContents()).toEqual(['StructureOrganisational audit', 'Projects4D PMS']);
  expect(await weakest.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '#audit',
    '#pms',
  ]);
  expect(calls).toEqual([]);
  expect(await page.evaluate(() => sessionStorage.length + localStorage.length)).toBe(0);

  const send = check.getByRole('link', { name: 'Send this result with my enquiry' });
  await send.focus();
  await page.keyboard.press('Enter');
  const message = page.getByRole('dialog').getByLabel(/What would you like help with/);
  expect(await message.inputValue()).toBe(
    [
      'The 2-minute growth check: 11 of 18. Ready to systemise.',
      'People: Mostly',
      'Structure: Partly',
      'Operations: Mostly',
      'Projects: Partly',
      'Revenue: Mostly',
      'Finance: Yes, and it is written down',
    ].join('\n'),
  );
  await page
    .getByRole('dialog')
    .getByLabel(/Company name/)
    .fill('Example Mills');
  await page
    .getByRole('dialog')
    .getByLabel(/Work email/)
    .fill('founder@example.com');
  const sent = page.waitForRequest('**/send-request');
  await page.keyboard.press('Enter');
  expect((await sent).postDataJSON()).toMatchObject({ origin: 'The 2-minute growth check' });
});

test('an unfinished growth check shows the score so far, but no verdict', async () => {
  const page = await visit();
  const check = await openGrowthCheck(page);
  expect(await check.getByRole('status').textContent()).toContain('0 of 18');
  await check.getByRole('radio', { name: 'Yes, in writing' }).first().check({ force: true });
  await check.getByText('1 of 6 questions answered').first().waitFor();
  await expect(check.getByRole('status')).toContainText('3 of 18');
  await expect(check.getByRole('link', { name: /Send this result/ })).toHaveCount(0);
});

test('the growth check shows its crossings with the thread, without a fade', async () => {
  const page = await visit(withMotion);
  const check = await openGrowthCheck(page);
  for (const number of [0, 1]) {
    await check.getByRole('radio', { name: 'Yes, in writing' }).nth(number).check({ force: true });
    const crossings = check.locator('.growth-strip .over');
    await expect.poll(() => crossings.count()).toBeGreaterThan(0);
    // An element that is being replaced has no style.
    const listAnimations = () =>
      crossings.evaluateAll((all) => [...new Set(all.map((over) => getComputedStyle(over).animationName))]);
    await expect.poll(listAnimations).toEqual(['none']);
  }
});

test('without JavaScript the growth check is a checklist, and the first tab of the dashboard is complete', async () => {
  const page = await visit({ javaScriptEnabled: false });
  await page.goto(siteUrl);
  expect(await page.getByText('Give each answer its points').isVisible()).toBe(true);
  const board = page.locator('#sample-dashboard');
  expect(await board.getByRole('row', { name: /Pune plant, line 2/ }).isVisible()).toBe(true);
  expect(await board.getByText('₹18.4\u00a0lakh').first().isVisible()).toBe(true);
  expect(await board.getByRole('img').count()).toBe(2);
  expect(await board.locator('button, select').count()).toBe(0);
});

test('the tabs of the sample board follow the arrow keys', async () => {
  const page = await visit();
  const board = await openBoard(page);
  const names = () => board.getByRole('tab', { selected: true }).allTextContents();
  await board.getByRole('tab', { name: 'Portfolio' }).focus();
  for (const [key, name] of [
    ['ArrowRight', 'Projects'],
    ['End', 'Cash'],
    ['ArrowRight', 'Portfolio'],
    ['ArrowLeft', 'Cash'],
    ['Home', 'Portfolio'],
    ['ArrowRight', 'Projects'],
    ['ArrowRight', 'People'],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => names()).toEqual([name]);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name);
    await board.getByRole('tabpanel', { name }).waitFor();
  }
  await expect(board.locator('[role=tab][tabindex="0"]')).toHaveCount(1);
});

test('unit and week change table, figures and download', async () => {
  const page = await visit();
  const board = await openBoard(page);
  await board.getByLabel('Business unit').selectOption('Sales');
  await board.getByLabel('Week', { exact: true }).selectOption({ label: 'Week of 9 Nov 2026' });
  await expect(board.getByRole('rowheader').filter({ visible: true })).toHaveText([
    'Sales hiring, ten roles',
    'Dealer app launch',
    'Sales',
  ]);
  expect(await board.getByRole('tabpanel').locator('.board-counts b').allTextContents()).toEqual([
    '60%',
    '₹7.5\u00a0lakh',
    '₹42\u00a0lakh',
    '2',
  ]);
  const burnUp = board.getByRole('tabpanel').locator('.chart').first();
  await expect(burnUp.getByText('Tasks done against scope, 12 weeks, Sales')).toBeVisible();
  await expect(burnUp.getByRole('img')).toHaveAttribute('aria-label', 'Burn-up. Scope 26, 14 done');

  const download = page.waitForEvent('download');
  await board.getByRole('button', { name: 'Download CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('sample-dashboard-portfolio.csv');
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFFProject,Business unit,/);
  expect(lines.slice(1)).toEqual([
    '"Sales hiring, ten roles",Sales,Head of talent,2 of 4,12 Dec 2026,At risk,240000,1 of 2,0',
    'Dealer app launch,Sales,Channel manager,2 of 4,19 Dec 2026,5 days late,510000,2 of 3,2',
    '',
  ]);
});

test('the charts can be read as tables', async () => {
  const page = await visit();
  const board = await openBoard(page);
  expect(await board.getByRole('img').count()).toBe(2);
  await board.getByRole('button', { name: 'Show as tables' }).click();
  await expect(board.getByRole('img')).toHaveCount(0);
  await expect(board.getByRole('row', { name: '9. 11 Jan 2027 42 ₹8\u00a0lakh below' })).toBeVisible();
  await board.getByRole('button', { name: 'Show as charts' }).click();
  await expect(board.getByRole('img')).toHaveCount(2);
});

for (const width of chooseLooks([360], [360, 1280])) {
  test(`the result, an enquiry with errors and every tab have no accessibility violation in light and dark (${width} px)`, async () => {
    const page = await visit({ viewport: { width, height: 900 } });
    const check = await openGrowthCheck(page);
    await answerByKeyboard(page, [0, 1, 2, 1, 2, 3]);
    await check.locator('.growth-hydrated .button').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send enquiry' }).click();
    expect(await findViolationsInBothSchemes(page, 'dialog')).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await findViolationsInBothSchemes(page, '#growth-audit')).toEqual([]);

    const board = await openBoard(page);
    for (const tab of await board.getByRole('tab').all()) {
      await tab.click();
      expect(await findViolationsInBothSchemes(page, '#sample-dashboard')).toEqual([]);
    }
    await board.getByRole('button', { name: 'Show as tables' }).click();
    await board.getByRole('tab').first().click();
    expect(await findViolationsInBothSchemes(page, '#sample-dashboard')).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
}
