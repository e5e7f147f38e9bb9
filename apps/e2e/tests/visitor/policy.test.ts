import { openDialog, sendPath } from '../../support/enquiry.ts';
import { expect, test } from '../../support/fixtures.ts';
import { hydrateIslands } from '../../support/site-pages.ts';
import { siteUrl, visit, withMotion } from '../../support/visit.ts';

test('no island violates the security policy or makes a foreign request while all of them run [X1, X2]', async () => {
  const page = await visit({ ...withMotion, path: '/robots.txt' });
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== siteUrl && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  await page.addInitScript(() => {
    const found: string[] = [];
    Object.assign(globalThis, { found });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) =>
      found.push(`${violatedDirective}: ${sample}`),
    );
    new ReportingObserver((reports) => {
      for (const { type } of reports) found.push(String(type));
    }).observe();
  });
  const reply = await page.goto(siteUrl);
  const policy = reply?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain('unsafe');

  await page.getByRole('button', { name: 'Next slide' }).click();
  const islands = page.locator('astro-island');
  await hydrateIslands(page);
  const check = page.locator('#growth-audit');
  for (const answer of await check.locator('fieldset').all()) await answer.locator('label').last().click();
  await check.getByRole('heading', { level: 4 }).waitFor();
  const board = page.locator('#sample-dashboard');
  for (const tab of await board.getByRole('tab').all()) await tab.click();
  await board.getByRole('button', { name: 'Show as tables' }).click();

  await page.route(sendPath, (route) => route.fulfill({ json: { success: true } }));
  const { company, email, send, dialog } = await openDialog(page);
  await company.fill('Kaveri Mills');
  await email.fill('founder@example.com');
  await send.click();
  await dialog.waitFor({ state: 'hidden' });

  expect(await islands.evaluateAll((all) => all.filter((island) => island.hasAttribute('ssr')).length)).toBe(0);
  expect(await page.evaluate(() => (globalThis as unknown as { found: string[] }).found)).toEqual([]);
  expect(foreign).toEqual([]);
});
