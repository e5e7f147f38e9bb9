import { expect, type Page, type Route } from '@playwright/test';
import { openDialog, sendPath } from './enquiry.ts';
import { visit } from './visit.ts';

export const pending = 'Not sent yet. We keep trying while this tab is open.';
export const gaveUp = 'Failed to send request. Please try again later.';

/** Opens the dialog with a paused clock, fills it, and records the requests of the form. */
export async function fillDialog(companyName: string, options: Parameters<typeof visit>[0] = {}) {
  const page = await visit({ isClockStopped: true, ...options });
  const attempts = recordAttempts(page);
  const parts = await openDialog(page);
  await parts.company.fill(companyName);
  // The API accepts ten enquiries of an address a day.
  await parts.email.fill(`${companyName.toLowerCase().replaceAll(' ', '-')}@example.com`);
  await parts.message.fill('What was typed');
  return { page, attempts, ...parts };
}

export function recordAttempts(page: Page) {
  const attempts: { key: string | undefined; body: string | null }[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/send-request'))
      attempts.push({ key: request.headers()['idempotency-key'], body: request.postData() });
  });
  return attempts;
}

export const offline = (route: Route) => route.abort('internetdisconnected');
export const answer =
  (status: number, headers: Record<string, string> = {}) =>
  (route: Route) =>
    route.fulfill({ status, headers, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
export const listStored = (page: Page) =>
  page.evaluate(() =>
    [sessionStorage, localStorage].map((storage) =>
      Object.keys(storage).some((entry) => entry.startsWith('pending-enquiry')),
    ),
  );

/** Fills the dialog and sends it while the server cannot be reached. All pages stay offline until `goOnline`. */
export async function sendOffline(companyName: string) {
  const filled = await fillDialog(companyName);
  const context = filled.page.context();
  await context.route(sendPath, offline);
  await filled.send.click();
  await expect(filled.status).toHaveText(pending);
  const keep = filled.dialog.getByRole('checkbox', { name: 'Keep on this device for 7 days' });
  return { ...filled, context, keep, goOnline: () => context.unroute(sendPath) };
}
