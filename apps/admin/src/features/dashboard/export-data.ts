import { answerOf, api } from '../../api/client.ts';
import type { Ask } from '../../ui/confirm.tsx';

const question = {
  title: 'Export all data?',
  text: 'One ZIP file with the texts, the images, the accounts (without passwords), all enquiries and the newsletter list. It holds personal data of everybody who wrote to you: keep it where only you can open it, and delete it when you no longer need it. The log of changes notes who exported.',
  action: 'Export everything',
  danger: false,
};

/**
 * Spec §2 'Export Data': everything as one file, saved by the browser, once somebody has read what it holds.
 *
 * @returns false when they turned back
 * @throws ApiError when the server refuses
 */
export async function exportData(confirm: Ask): Promise<boolean> {
  if (!(await confirm(question))) return false;
  const { url } = await answerOf(api.client.export.$post());
  // A link, so that the browser saves the file while it arrives and asks nobody to leave the page.
  Object.assign(document.createElement('a'), { href: url, download: '' }).click();
  return true;
}
