import { answerOf, api } from '../../api.ts';

/** Spec §2 'Export Data': everything as one file, saved by the browser. @throws ApiError when the server refuses */
export async function exportData(): Promise<void> {
  const { url } = await answerOf(api.client.export.$post());
  // A link, so that the browser saves the file while it arrives and asks nobody to leave the page.
  Object.assign(document.createElement('a'), { href: url, download: '' }).click();
}
