import type { Locator, Page } from '@playwright/test';
import { call, signIn } from './session.ts';
import { settle, siteUrl } from './visit.ts';

export const sendPath = '**/api/request/send-request';
export const success = 'Your request has been sent. We will get back to you shortly.';

/** Opens the dialog with its button in the contact section, by keyboard. */
export async function openDialog(page: Page) {
  const opener = page.getByRole('link', { name: 'START YOUR TRANSFORMATION' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await settle(page);
  return { opener, dialog, ...getDialogParts(dialog) };
}

export function getDialogParts(dialog: Locator) {
  return {
    company: dialog.getByLabel(/Company name/),
    email: dialog.getByLabel(/Work email/),
    message: dialog.getByLabel(/What would you like help with/),
    send: dialog.locator('button[type=submit]'),
    alert: dialog.getByRole('alert'),
    status: dialog.getByRole('status'),
  };
}

/** Returns the reference of the enquiry. */
export async function sendEnquiry(
  { stack }: { stack: { url: string } },
  fields: Record<string, string | boolean>,
): Promise<string> {
  const { body } = await call<{ reference: string }>(`${stack.url}/api/request/send-request`, {
    method: 'POST',
    json: { companySize: '11-50', message: 'We grow, and our deliveries slip.', ...fields },
  });
  return body.reference;
}

/** Counts the enquiries of one company in all folders: other tests send enquiries to the same product. */
export async function countEnquiries(company: string): Promise<number> {
  const session = await signIn(siteUrl);
  const { body } = await session.call<{ enquiries: { companyName: string }[] }>(
    `/api/enquiries?q=${encodeURIComponent(company)}`,
  );
  return body.enquiries.filter(({ companyName }) => companyName === company).length;
}
