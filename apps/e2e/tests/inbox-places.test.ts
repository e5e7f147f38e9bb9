import { expect, test } from 'vitest';
import { openScreen } from '../support/admin-screen.ts';
import { call } from '../support/session.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();

test('an enquiry from far down the list opens in sight, and the way back ends at its row', async () => {
  for (const companyName of ['First Mills', 'Second Mills', 'Third Mills', 'Fourth Mills', 'Fifth Mills'])
    await call(`${product.stack.url}/api/request/send-request`, {
      method: 'POST',
      json: { companyName, email: 'sender@example.org', companySize: '11-50', message: 'Our deliveries slip.' },
    });
  const { page, mistakes } = await openScreen(product, '/admin/enquiries?status=all');
  const height = 420;
  await page.setViewportSize({ width: 1440, height });
  const last = page.getByRole('button', { name: /First Mills/ });
  const enquiry = page.getByRole('article', { name: 'Enquiry of First Mills' });
  const topOf = (place: typeof last) => place.evaluate((element) => element.getBoundingClientRect().top);
  await last.scrollIntoViewIfNeeded();
  const scrolled = () => page.locator('[data-scrolls]').evaluate(({ scrollTop }) => scrollTop);
  expect(await scrolled()).toBeGreaterThan(100);
  await last.click();
  await enquiry.getByRole('heading', { level: 2 }).waitFor();
  await expect.poll(() => topOf(enquiry)).toBeGreaterThan(0);
  expect(await topOf(enquiry)).toBeLessThan(height / 2);
  // Its end is reached by scrolling in it, while the row stays where it is.
  const row = await topOf(last);
  await enquiry.evaluate((article) => article.scrollTo(0, article.scrollHeight));
  expect(await topOf(enquiry.getByRole('button', { name: 'Reply by email' }))).toBeLessThan(height);
  expect(await topOf(last)).toBe(row);

  await page.setViewportSize({ width: 360, height });
  await enquiry.getByRole('button', { name: 'Back to the list' }).click();
  await expect.poll(() => last.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await topOf(last)).toBeGreaterThan(0);
  expect(await topOf(last)).toBeLessThan(height);
  expect(mistakes).toEqual([]);
  await page.context().close();
});
