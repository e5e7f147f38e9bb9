import { api, unwrap } from '../../api/client.ts';
import type { Confirm } from '../../ui/confirm.tsx';

const question = {
  title: 'Export all data?',
  text: 'One ZIP file with the texts, the images, the accounts (without passwords), all enquiries and the newsletter list. It holds personal data of everyone who wrote to you: keep it where only you can open it, and delete it when you no longer need it. The audit log records who exported.',
  action: 'Export everything',
  danger: false,
};

/**
 * Spec §2 'Export Data': saves everything as one file, after a question that names its contents.
 *
 * @returns false if the user cancelled
 * @throws ApiError when the server refuses
 */
export async function exportData(confirm: Confirm): Promise<boolean> {
  if (!(await confirm(question))) return false;
  const { url } = await unwrap(api.client.export.$post());
  // A link lets the browser save the file while it arrives, without leaving the page.
  Object.assign(document.createElement('a'), { href: url, download: '' }).click();
  return true;
}
