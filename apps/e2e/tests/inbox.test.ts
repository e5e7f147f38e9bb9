import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openScreen } from '../support/admin-screen.ts';
import { sendEnquiry } from '../support/enquiry.ts';
import { expect, test } from '../support/fixtures.ts';
import { signIn } from '../support/session.ts';
import { until } from '../support/stack.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

test('an enquiry far down the list opens in view, and going back returns to its row', async () => {
  // One network may send five in ten minutes.
  for (const companyName of ['First Mills', 'Second Mills', 'Third Mills'])
    await sendEnquiry(product, { companyName, email: 'sender@example.org' });
  await sendEnquiry(product, { companyName: 'Another Works', email: 'another@example.org', phone: '91234 56789' });
  await sendEnquiry(product, { companyName: 'Second Reader', email: 'second@example.org' });
  const { page } = await openScreen(product, '/admin/enquiries?status=all');
  const height = 420;
  await page.setViewportSize({ width: 1440, height });
  const last = page.getByRole('button', { name: /First Mills/ });
  const enquiry = page.getByRole('article', { name: 'Enquiry of First Mills' });
  const measureTop = (place: typeof last) => place.evaluate((element) => element.getBoundingClientRect().top);
  await last.scrollIntoViewIfNeeded();
  const scrolled = () =>
    page.locator('section[aria-label=Enquiries] > :last-child').evaluate(({ scrollTop }) => scrollTop);
  expect(await scrolled()).toBeGreaterThan(100);
  await last.click();
  await enquiry.getByRole('heading', { level: 2 }).waitFor();
  await expect.poll(() => measureTop(enquiry)).toBeGreaterThan(0);
  expect(await measureTop(enquiry)).toBeLessThan(height / 2);
  // Scrolling inside the panel reaches its end, while the row stays in place.
  const row = await measureTop(last);
  await enquiry.evaluate((article) => article.scrollTo(0, article.scrollHeight));
  expect(await measureTop(enquiry.getByRole('button', { name: 'Reply by email' }))).toBeLessThan(height);
  expect(await measureTop(last)).toBe(row);
  // The form is taller than its panel; its buttons are visible anyway.
  await enquiry.getByRole('button', { name: 'Reply by email' }).click();
  const cancel = enquiry.getByRole('button', { name: 'Cancel' });
  const measureBottom = (place: typeof last) => place.evaluate((element) => element.getBoundingClientRect().bottom);
  await expect.poll(() => measureBottom(cancel)).toBeLessThanOrEqual(height);
  await cancel.click();
  await cancel.waitFor({ state: 'detached' });

  await page.setViewportSize({ width: 360, height });
  await enquiry.getByRole('button', { name: 'Back to the list' }).click();
  await expect.poll(() => last.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await measureTop(last)).toBeGreaterThan(0);
  expect(await measureTop(last)).toBeLessThan(height);
  // The search of all screens finds enquiries, too.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${product.stack.url}/admin`);
  await page.getByRole('button', { name: /^Search or jump to/ }).click();
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('first mills');
  const option = page.getByRole('option', { name: /^First Mills (?:New|Read), / });
  await option.waitFor();
  await expect(page.getByRole('option', { name: /^Search the enquiries/ })).toHaveCount(0);
  await option.click();
  await enquiry.getByRole('heading', { level: 2 }).waitFor();
});

test('the first enquiry of a list is open, and stays new until it is used', async () => {
  const { page } = await openScreen(product, '/admin/enquiries');
  const first = page.getByRole('article', { name: 'Enquiry of Second Reader' });
  await expect(first.getByLabel('Status')).toHaveValue('new');
  await expect(page.getByRole('button', { name: /Second Reader/ })).toHaveAttribute('aria-current', 'true');
  await first.getByText('We grow, and our deliveries slip.').click();
  await expect(first.getByLabel('Status')).toHaveValue('read');
  await first.getByLabel('Status').selectOption('new');
  await expect(page.getByRole('button', { name: /New: Second Reader/ })).toBeVisible();
  await first.getByRole('link', { name: 'Export or erase this person’s data' }).click();
  await expect(page.getByRole('textbox', { name: 'Email address', exact: true })).toHaveValue('second@example.org');
});

/** Returns whether all buttons of a message are within its box. */
function isHoldingButtons(toast: Element): boolean {
  const { left, right } = toast.getBoundingClientRect();
  return [...toast.querySelectorAll('button')]
    .map((button) => button.getBoundingClientRect())
    .every((box) => box.left >= left && box.right <= right);
}

test('an opened enquiry stays in its folder until the list is left', async () => {
  const { page } = await openScreen(product, '/admin/enquiries');
  const row = (name: string) => page.getByRole('button', { name: new RegExp(name) });
  const folder = (name: string) =>
    page.getByRole('group', { name: 'Folder' }).getByRole('button', { name: new RegExp(`^${name}`) });
  const reread = () => page.waitForResponse(/\/api\/enquiries\?status=new$/);
  await Promise.all([reread(), row('Another Works').click()]);
  const enquiry = page.getByRole('article', { name: 'Enquiry of Another Works' });
  await until('opening is reading', async () => (await enquiry.getByLabel('Status').inputValue()) === 'read');
  await expect(row('Another Works')).toHaveAttribute('aria-current', 'true');
  await expect(row('Another Works')).not.toContainText('New: ');

  await Promise.all([reread(), row('Second Reader').click()]);
  await expect(row('Second Reader')).toHaveAttribute('aria-current', 'true');
  await row('Another Works').waitFor();
  const second = page.getByRole('article', { name: 'Enquiry of Second Reader' });
  await expect(second.getByLabel('Status')).toHaveValue('read');
  await page.getByText('Enquiries that you opened stay listed here').waitFor();
  await page.keyboard.press('e');
  await page.getByText('Enquiry closed.').waitFor();
  expect(await page.locator('[data-toast]').evaluate(isHoldingButtons)).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(second.getByLabel('Status')).toHaveValue('read');
  await folder('Read').click();
  await row('Another Works').waitFor();
  await row('Second Reader').waitFor();
  await folder('New').click();
  await row('Another Works').waitFor({ state: 'detached' });
  await row('Second Reader').waitFor({ state: 'detached' });
});

test('WhatsApp is offered only with consent, and a phone number is found as it is displayed', async () => {
  const { page } = await openScreen(product, '/admin/enquiries?status=read');
  await page.getByText('Email is not set up: messages').waitFor();
  await page.getByRole('button', { name: /Second Reader/ }).waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('+91 91234 56789');
  await page.getByRole('button', { name: /Second Reader/ }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /Another Works/ }).click();
  const enquiry = page.getByRole('article', { name: 'Enquiry of Another Works' });
  await enquiry.getByText('No consent to WhatsApp').waitFor();
  await expect(enquiry.getByRole('link', { name: 'WhatsApp' })).toHaveCount(0);
  await page.getByText('1 found in all folders').waitFor();
  const pressed = page.getByRole('group', { name: 'Folder' }).locator('[aria-pressed="true"]');
  await expect(pressed).toHaveCount(0);
  // Choosing a folder ends the search.
  await page.getByRole('button', { name: /^Read/ }).click();
  await page.getByRole('button', { name: /Second Reader/ }).waitFor();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByLabel('Show').selectOption('overdue');
  await until('no folder is pressed', async () => (await pressed.count()) === 0);
  await page.getByRole('button', { name: /^Read/ }).click();
  await until('one folder is', async () => (await pressed.count()) === 1);
  await expect(page.getByLabel('Show')).toHaveValue('');
});

test("on a phone list and enquiry fit the screen, however long a user's name is", async () => {
  const name = 'Colleague With One Extraordinarily Long Name And A Second One';
  const json = { name, email: 'long-name@example.com', password: 'correct horse battery', role: 'admin' };
  await (await signIn(product.stack.url)).call('/api/auth/create-admin', { method: 'POST', json });
  const { page } = await openScreen(product, '/admin/enquiries?status=all');
  await page.setViewportSize({ width: 360, height: 740 });
  // The folders are one row that scrolls by itself.
  const beyond = () =>
    page
      .locator('#screen section *, #screen article *')
      .evaluateAll(
        (parts) =>
          parts.filter(
            (part) => part.getBoundingClientRect().right > innerWidth && !part.closest('[aria-label="Folder"]'),
          ).length,
      );
  const folders = page.getByRole('group', { name: 'Folder' });
  await expect.poll(() => folders.evaluate((row) => row.getBoundingClientRect().right <= innerWidth)).toBe(true);
  const assigned = (place: string) => page.getByLabel(place).locator('option', { hasText: name });
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await assigned('Show').waitFor({ state: 'attached' });
  await expect.poll(beyond).toBe(0);
  await page.getByRole('button', { name: /Another Works/ }).click();
  await assigned('Assigned to').waitFor({ state: 'attached' });
  await expect.poll(beyond).toBe(0);
});

test('the next enquiry opens, and takes the focus in the list, when a colleague has erased the open one', async () => {
  const { page } = await openScreen(product, '/admin/enquiries?status=all');
  await page.getByRole('button', { name: /Second Reader/ }).click();
  const enquiry = page.getByRole('article', { name: 'Enquiry of Second Reader' });
  await enquiry.getByRole('heading', { level: 2 }).waitFor();
  const { call } = await signIn(product.stack.url);
  expect((await call('/api/privacy/erase', { method: 'POST', json: { email: 'second@example.org' } })).status).toBe(
    200,
  );
  await enquiry.getByLabel('Status').selectOption('closed');
  await page.getByText('The enquiry of Second Reader was erased.').waitFor();
  await page.getByRole('article', { name: 'Enquiry of Another Works' }).waitFor();
  await expect(page.getByRole('button', { name: /Another Works/ })).toBeFocused();
  await expect(page.getByRole('button', { name: /Second Reader/ })).toHaveCount(0);
});

test('a long folder loads more on request, each enquiry once', async () => {
  const total = 60;
  {
    using database = new DatabaseSync(join(product.stack.dataDir, 'threadline.db'), { timeout: 5000 });
    const columns = database.prepare(`select name from pragma_table_info('enquiries') where name <> 'seq'`).all();
    const names = columns.map(({ name }) => String(name));
    const own: Record<string, string> = {
      id: `id || '-' || n`,
      reference: `reference || n`,
      idempotency_key: 'null',
      network: `''`, // these do not count against what one network may send
      company_name: `'Paged Works number ' || n`,
      status: `'closed'`,
    };
    database.exec(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${total})
      insert into enquiries (${names.join()}) select ${names.map((name) => own[name] ?? name).join()}
      from enquiries, numbers where company_name = 'Another Works'`);
  }
  const { page } = await openScreen(product, '/admin/enquiries?status=closed');
  const rows = page.getByRole('button', { name: /Paged Works number/ });
  await rows.first().waitFor();
  expect(await rows.count()).toBeLessThan(total);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
  const shown = await rows.locator('strong').allTextContents();
  expect(new Set(shown).size).toBe(total);
  expect(shown.length).toBe(total);
});
