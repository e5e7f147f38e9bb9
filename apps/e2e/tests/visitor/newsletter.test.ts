import { expect, test } from '../../support/fixtures.ts';
import { runClock, runFirstFrames, settle, visit } from '../../support/visit.ts';

const path = '**/api/newsletter';
const confirmed = 'Thank you. We will email you a link to confirm.';
const pending = 'Not sent yet. We keep trying while this tab is open.';
const failed = 'We could not add your address. Please try again later.';

async function openNewsletter(options: Parameters<typeof visit>[0] = {}) {
  const page = await visit(options);
  const form = page.locator('form.newsletter');
  const email = form.getByLabel('One useful note a month');
  await email.fill('founder@example.com');
  return { page, form, email, status: form.getByRole('status'), subscribe: form.getByRole('button') };
}

test('spec §4: the confirmation stays for 3 s and hides, although the site has no mail server', async () => {
  const { page, email, status, subscribe } = await openNewsletter({ isClockStopped: true });
  await subscribe.click();
  await expect(status).toHaveText(confirmed);
  await expect(email).toHaveValue('');
  await runClock(page, 2900);
  expect(await status.textContent()).toBe(confirmed);
  await runClock(page, 100);
  expect(await status.textContent()).toBe('');
});

test('spec §5: an empty address sends nothing', async () => {
  const { page, email, status, subscribe } = await openNewsletter();
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()));
  await email.fill('');
  await subscribe.click();
  await settle(page);
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await status.textContent()).toBe('');
  expect(calls).toEqual([]);
});

for (const [title, reply] of [
  ['a refusal', { status: 422, json: {} }],
  ['an error', { status: 500, body: 'no JSON' }],
] as const) {
  test(`${title} is reported, and the address is kept`, async () => {
    const { page, email, status, subscribe } = await openNewsletter({ isClockStopped: true });
    await page.route(path, (route) => route.fulfill(reply), { times: 1 });
    await subscribe.click();
    await expect(status).toHaveText(failed);
    await runClock(page, 10_000);
    expect(await status.textContent()).toBe(failed);
    expect(await email.inputValue()).toBe('founder@example.com');
  });
}

test('without a network the address waits and is sent again, also after a reload; another error ends it', async () => {
  const { page, form, status, subscribe } = await openNewsletter({ isClockStopped: true });
  const keys: (string | undefined)[] = [];
  page.on(
    'request',
    (request) => request.url().endsWith('/newsletter') && keys.push(request.headers()['idempotency-key']),
  );
  await page.route(path, (route) => route.abort('internetdisconnected'), { times: 2 });
  await subscribe.click();
  await expect(status).toHaveText(pending);
  await page.reload();
  await runFirstFrames(page);
  await expect(status).toHaveText(pending);
  await expect.poll(() => keys.length).toBe(2);
  await runClock(page, 2000);
  await expect(status).toHaveText(confirmed);
  expect(new Set(keys).size).toBe(1);
  expect(await page.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)])).toEqual([]);

  await page.route(path, (route) => route.fulfill({ status: 422, json: { message: 'Write an email address.' } }), {
    times: 1,
  });
  await form.getByLabel('One useful note a month').fill('founder@example.com');
  await subscribe.click();
  await expect(status).toHaveText('Write an email address.');
  await runClock(page, 60_000);
  expect(keys).toHaveLength(4);
});

test('if its script cannot be loaded, the form is sent as without JavaScript', async () => {
  const page = await visit();
  await page.route('**/newsletter*.js', (route) => route.abort());
  const form = page.locator('form.newsletter');
  await form.getByLabel('One useful note a month').fill('founder@example.com');
  await form.getByRole('button').click();
  await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor();
});

test('a double click sends once', async () => {
  const { page, status, subscribe } = await openNewsletter();
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/api/newsletter') && calls.push(request.url()));
  await subscribe.dblclick();
  await expect(status).toHaveText(confirmed);
  expect(calls).toHaveLength(1);
});

test('without JavaScript the form is posted and answered with a page', async () => {
  const { page, subscribe } = await openNewsletter({ javaScriptEnabled: false });
  await subscribe.click();
  await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor();
});
