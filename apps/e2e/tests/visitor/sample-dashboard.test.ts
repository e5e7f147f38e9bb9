import type { Page } from '@playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { chooseLooks } from '../../support/looks.ts';
import { openBoard } from '../../support/sample-dashboard.ts';
import { findViolationsInBothSchemes } from '../../support/site-pages.ts';
import { settle, visit, withMotion } from '../../support/visit.ts';

const measure = (page: Page) =>
  page.locator('#sample-dashboard').evaluate((section) => section.getBoundingClientRect().height);

for (const width of [360, 390, 768, 1440, 1920]) {
  test(`every tab of the sample dashboard has the same height, ${width} px`, async () => {
    const page = await visit({ viewport: { width, height: 900 } });
    const board = await openBoard(page);
    const heights: number[] = [];
    for (const tab of await board.getByRole('tab').all()) {
      await tab.click();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      heights.push(await measure(page));
    }
    expect(new Set(heights).size, heights.join(' ')).toBe(1);
    if (width >= 1440) expect(heights[0]).toBeLessThanOrEqual(995);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
}

test('a late project opens to show why, and only one is open', async () => {
  const page = await visit({ viewport: { width: 1440, height: 900 } });
  const board = await openBoard(page);
  const panel = board.getByRole('tabpanel');
  const pune = panel.getByRole('button', { name: 'Pune plant, line 2' });
  const erp = panel.getByRole('button', { name: 'ERP stock module' });
  await expect(pune).toHaveAttribute('aria-expanded', 'true');
  await expect(panel.getByText(/Customs papers/).filter({ visible: true })).toHaveCount(1);
  await erp.focus();
  await page.keyboard.press('Enter');
  await expect(erp).toHaveAttribute('aria-expanded', 'true');
  await expect(pune).toHaveAttribute('aria-expanded', 'false');
  await expect(panel.getByText(/Customs papers/).filter({ visible: true })).toHaveCount(0);
  await expect(panel.getByRole('row', { name: /Day 4 of delay: ₹4\.8\slakh so far/ })).toBeVisible();
  await erp.click();
  await expect(panel.getByRole('button', { expanded: true })).toHaveCount(0);
  await expect(panel.getByRole('button', { name: 'GST returns clean-up' })).toHaveCount(0);
});

test('the cost of a delay counts up by the day, once; screen readers get only the final value', async () => {
  const page = await visit({ ...withMotion, isClockStopped: true, viewport: { width: 1440, height: 900 } });
  const board = await openBoard(page);
  const erp = board.getByRole('tabpanel').getByRole('button', { name: 'ERP stock module' });
  await erp.click();
  await expect(erp).toHaveAttribute('aria-expanded', 'true');
  const count = board.locator('.delay-so-far b').filter({ visible: true });
  await expect(count).toHaveText('Day 1 of delay: ₹1.2\u00a0lakh so far');
  await expect(board.getByRole('row', { name: /Day 4 of delay: ₹4\.8\slakh so far/ })).toBeVisible();
  await page.clock.runFor(170);
  await expect(count).toHaveText('Day 2 of delay: ₹2.4\u00a0lakh so far');
  await page.clock.runFor(1000);
  await expect(count).toHaveText('Day 4 of delay: ₹4.8\u00a0lakh so far');
});

test('with reduced motion the cost of a delay is final at once', async () => {
  const page = await visit({ isClockStopped: true });
  const board = await openBoard(page);
  await expect(board.locator('.delay-so-far b').filter({ visible: true })).toHaveText(
    'Day 9 of delay: ₹8.7\u00a0lakh so far',
  );
});

test('keyboard, mouse and finger read the values of a chart', async () => {
  const page = await visit({ viewport: { width: 1440, height: 900 }, hasTouch: true });
  const board = await openBoard(page);
  const values = board.getByRole('slider', { name: 'Cash, next 13 weeks' });
  const value = board.getByRole('tabpanel').locator('.chart-note b').filter({ visible: true });
  await expect(values).toHaveAttribute('aria-valuetext', '11 Jan 2027: ₹42\u00a0lakh, ₹8\u00a0lakh below');
  await values.focus();
  await page.keyboard.press('ArrowRight');
  await expect(value).toHaveText('18 Jan 2027: ₹58\u00a0lakh, ₹8\u00a0lakh above');
  await expect(values).toHaveAttribute('aria-valuetext', '18 Jan 2027: ₹58\u00a0lakh, ₹8\u00a0lakh above');
  await page.keyboard.press('Home');
  await expect(value).toHaveText('16 Nov 2026: ₹1.18\u00a0crore, ₹68\u00a0lakh above');
  await page.keyboard.press('End');
  await expect(value).toContainText('8 Feb 2027');
  const before = await measure(page);
  await values.blur();
  await expect(value).toHaveCount(0);
  expect(await measure(page)).toBe(before);

  const { width, height } = (await values.boundingBox()) ?? { width: 0, height: 0 };
  /** Every bar from one edge to the other. */
  for (const [share, day] of [
    [0.01, '16 Nov 2026'],
    [0.2, '30 Nov 2026'],
    [0.99, '8 Feb 2027'],
  ] as const) {
    await values.hover({ position: { x: width * share, y: height / 2 } });
    await expect(value).toContainText(day);
    await values.click({ position: { x: width * share, y: height / 2 } });
    await expect(value).toContainText(day);
  }
  await values.blur();
  await page.mouse.move(0, 0);
  await expect(value).toHaveCount(0);
  await values.tap({ position: { x: width * 0.5, y: height / 2 } });
  await expect(value).toContainText('28 Dec 2026');
});

test('the cost of one week reaches the enquiry only with consent, and leaves it again', async () => {
  const page = await visit({ viewport: { width: 1440, height: 900 } });
  const board = await openBoard(page);
  const calls: string[] = [];
  // Scripts of other parts may load meanwhile.
  page.on('request', (request) => request.resourceType() !== 'script' && calls.push(request.url()));
  const question = board.getByRole('button', { name: 'What would one week cost you?' });
  await expect(question).toHaveAttribute('aria-expanded', 'false');
  await question.click();
  await board.getByLabel('People kept waiting').fill('4');
  await board.getByLabel('Monthly cost per person').fill('65000');
  await board.getByLabel('Sales delayed by a week').pressSequentially('250000');
  await expect(board.getByLabel('Sales delayed by a week')).toHaveValue('2,50,000');
  await expect(board.getByText('One week costs you about ₹3,10,000.')).toBeVisible();
  expect(calls).toEqual([]);
  expect(await page.evaluate(() => sessionStorage.length + localStorage.length)).toBe(0);

  const dialog = page.getByRole('dialog');
  const message = dialog.getByLabel(/What would you like help with/);
  const consent = board.getByRole('checkbox', { name: 'Add this figure to my enquiry' });
  const readMessage = async () => {
    await board.getByRole('link', { name: 'Talk to us about it' }).click();
    const text = await message.inputValue();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    return text;
  };
  await expect(consent).not.toBeChecked();
  expect(await readMessage()).toBe('');
  await consent.check();
  expect(await readMessage()).toBe('By my own estimate, one week of delay costs us about ₹3,10,000.');
  await consent.uncheck();
  expect(await readMessage()).toBe('');
});

test('on a phone the tabs begin with three rows, and "Show all" shows the others and the charts', async () => {
  const page = await visit({ viewport: { width: 390, height: 844 } });
  const board = await openBoard(page);
  const names = board.getByRole('tabpanel').locator('.active tbody th').filter({ visible: true });
  await expect(names).toHaveCount(3);
  await expect(board.getByRole('img')).toHaveCount(0);
  const all = board.getByRole('button', { name: 'Show all 8' });
  await expect(all).toHaveAttribute('aria-expanded', 'false');
  await all.press('Enter');
  await expect(names).toHaveCount(8);
  await expect(board.getByRole('img')).toHaveCount(2);
  await board.getByRole('button', { name: 'Show fewer' }).press('Enter');
  await expect(names).toHaveCount(3);
  await board.getByRole('tab', { name: 'Cash' }).click();
  await expect(board.getByRole('slider')).toHaveCount(1);
  await board.getByRole('button', { name: 'Show all 13' }).press('Enter');
  await expect(board.getByRole('row', { name: '9. 11 Jan 2027 42 ₹8\u00a0lakh below' })).toBeVisible();
});

for (const width of chooseLooks([360], [360, 1280])) {
  test(`open rows, the values of charts and the cost of a week have no accessibility violation (${width} px)`, async () => {
    const page = await visit({ viewport: { width, height: 900 } });
    const board = await openBoard(page);
    if (width < 640) await board.getByRole('button', { name: 'Show all 8' }).press('Enter');
    await board.getByRole('button', { name: 'What would one week cost you?' }).press('Enter');
    await board.getByLabel('Sales delayed by a week').fill('1000');
    await board.getByRole('button', { name: 'ERP stock module' }).press('Enter');
    await board.getByRole('slider').last().focus();
    await settle(page);
    expect(await findViolationsInBothSchemes(page, '#sample-dashboard')).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
}
