import { runAxe } from '../../support/axe.ts';
import { getDialogParts, sendPath } from '../../support/enquiry.ts';
import { expect, test } from '../../support/fixtures.ts';
import { offline, pending } from '../../support/pending-enquiry.ts';
import { visit } from '../../support/visit.ts';

for (const viewport of [
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
])
  test(`the waiting enquiry fits into a window of ${viewport.width} px`, async () => {
    const page = await visit({ viewport, path: '/#enquiry' });
    await page.route(sendPath, offline);
    const dialog = page.getByRole('dialog');
    const { company, email, send, status } = getDialogParts(dialog);
    await company.fill('Narrow Mills');
    await email.fill('founder@example.com');
    await send.click();
    await expect(status).toHaveText(pending);
    for (const part of [status, send, dialog.getByRole('button', { name: 'Stop trying' })])
      await expect(part).toBeInViewport({ ratio: 1 });
    expect(await runAxe(dialog)).toEqual([]);
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    if (process.env.SHOTS)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${process.env.SHOTS}/waiting-${viewport.width}-${colorScheme}.png` });
      }
  });
