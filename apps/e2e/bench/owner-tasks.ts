import type { Page } from '@playwright/test';
import { type MailServer, startMailServer } from '../../api/test/mail-server.ts';
import { openScreen, published, publishStep } from '../support/admin-screen.ts';
import { launchBrowser } from '../support/browser.ts';
import { sendEnquiry } from '../support/enquiry.ts';
import { getText } from '../support/rich-text.ts';
import { signIn } from '../support/session.ts';
import type { Product } from '../support/stack.ts';
import type { Figure } from './measure.ts';
import { type Hand, measureTask, type Task } from './tasks.ts';

const mailPassword = 'monsoon-77';

async function openTab(page: Page, hand: Hand, name: RegExp): Promise<void> {
  await hand.click(page.getByRole('link', { name: /^Content Management/ }));
  await hand.click(page.getByRole('tab', { name }));
}

async function openArticle(page: Page, hand: Hand, title: string): Promise<void> {
  await openTab(page, hand, /^Insights/);
  await hand.click(page.getByRole('button', { name: `Edit ${title}` }));
  await hand.click(getText(page));
}

async function chooseInPublishMenu(page: Page, hand: Hand, action: string): Promise<void> {
  await hand.click(page.getByRole('button', { name: /^Publish( now| changes)?$/ }));
  await hand.click(page.getByRole('menuitem', { name: action }));
}

/** Chooses the first illustration of the site in the open picture dialog. */
async function chooseIllustration(page: Page, hand: Hand): Promise<void> {
  await hand.click(page.getByRole('tab', { name: 'Illustrations' }));
  const dialog = page.getByRole('dialog', { name: /^Choose an image/ });
  await hand.click(dialog.getByRole('tabpanel').getByRole('button').first());
}

/**
 * Tasks of an owner's year, each from the dashboard to the confirmation. They depend on each other: the article is
 * scheduled and gets a video, and the backup is restored last, because it signs everybody out.
 */
const createTasks = (mailServer: MailServer): Record<string, Task> => ({
  async 'write and publish an article with a picture'(page, hand) {
    await openTab(page, hand, /^Insights/);
    await hand.click(page.getByRole('button', { name: 'Add an article' }));
    await hand.click(page.getByRole('textbox', { name: 'Title', exact: true }).first());
    await hand.write('Written in an afternoon');
    await hand.click(page.getByRole('button', { name: 'Leave full screen' }));
    await hand.click(page.locator('form [data-pointer="/kicker"]'));
    await hand.write('Writing');
    await hand.click(page.locator('form [data-pointer="/excerpt"]'));
    await hand.write('It takes one afternoon.');
    // The cover has a proposed illustration.
    await hand.click(page.getByRole('button', { name: /^Choose another/ }).first());
    await chooseIllustration(page, hand);
    await hand.click(page.locator('form [contenteditable=true]'));
    await hand.type('The facts come first.');
    await chooseInPublishMenu(page, hand, 'Publish now');
    await hand.click(publishStep(page).getByRole('button', { name: 'Publish now' }));
    await published(page);
  },
  async 'schedule an update of an article'(page, hand) {
    await openArticle(page, hand, 'The Friday page');
    await hand.press('ControlOrMeta+End');
    await hand.type(' For Monday.');
    await chooseInPublishMenu(page, hand, 'Schedule…');
    await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Set the schedule' }));
    await page
      .getByRole('status')
      .filter({ hasText: /^Goes live / })
      .waitFor();
  },
  async 'add a video to an article'(page, hand) {
    await openArticle(page, hand, 'What four weeks inside a sixty-person company reveal');
    await hand.press('ControlOrMeta+End');
    await hand.type(' See it.');
    await hand.press('Enter');
    await hand.type('/youtube');
    await hand.press('Enter');
    const form = page.getByRole('dialog', { name: 'Add a video' });
    await hand.click(form.getByText('YouTube or Vimeo', { exact: true }));
    await hand.click(form.getByRole('textbox', { name: /^Video/ }));
    await hand.write('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
    await hand.click(form.getByRole('textbox', { name: 'Title' }));
    await hand.write('An audit in four minutes');
    await hand.click(form.getByRole('button', { name: 'Choose an image: Poster image' }));
    await chooseIllustration(page, hand);
    await hand.click(form.getByRole('button', { name: 'Add', exact: true }));
    await chooseInPublishMenu(page, hand, 'Publish changes');
    await published(page);
  },
  async 'crop an image to a square'(page, hand) {
    await hand.click(page.getByRole('link', { name: /^Image Management/ }));
    await hand.click(page.getByRole('button', { name: /^Details of / }).first());
    await hand.click(page.getByRole('button', { name: 'Crop and rotate' }));
    const dialog = page.getByRole('dialog', { name: /^Crop and rotate/ });
    await hand.click(dialog.getByText('Square 1:1'));
    await hand.click(dialog.getByRole('button', { name: /^(Save the crop|Crop in )/ }));
    await page.getByText(/ is updated(?: everywhere)?\.$/).waitFor();
  },
  async 'restore an earlier version of the site'(page, hand) {
    await hand.click(page.getByRole('link', { name: /^Releases/ }));
    await hand.click(page.getByRole('link', { name: /^View and restore release/ }).nth(1));
    await hand.click(page.getByRole('button', { name: /^Restore \d+ items?$/ }));
    await page.getByText(/^Restored .+\. /).waitFor();
  },
  async 'publish one of two changes after a review'(page, hand) {
    await hand.click(page.getByRole('link', { name: /^Releases/ }));
    const panel = page.getByRole('region', { name: 'Pending changes' });
    await hand.click(panel.getByRole('checkbox', { name: /Sub-headline/ }));
    await hand.click(panel.getByRole('button', { name: 'Publish 1 of 2 changes' }));
    await panel.getByRole('checkbox').nth(1).waitFor({ state: 'detached' });
  },
  async 'set up email and send a test message'(page, hand) {
    await hand.click(page.getByRole('link', { name: 'Set up email' }));
    await hand.select(page.getByLabel('Which email do you use?'), 'other');
    await hand.click(page.getByLabel('Outgoing mail server'));
    await hand.write('127.0.0.1');
    await hand.select(page.getByLabel('Secure connection'), 'none');
    await hand.click(page.getByLabel('Port'));
    await hand.write(String(mailServer.port));
    await hand.click(page.getByLabel('User name'));
    await hand.write('team');
    await hand.click(page.getByLabel('Password', { exact: true }));
    await hand.write(mailPassword);
    await hand.click(page.getByLabel('Sender address'));
    await hand.write('team@mills.test');
    await hand.click(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('The message was accepted for').waitFor();
  },
  async 'invite a colleague'(page, hand) {
    await hand.click(page.getByRole('link', { name: /^User Management/ }));
    await hand.click(page.getByRole('button', { name: 'Invite' }));
    const form = page.getByRole('complementary', { name: 'Invite a user' });
    await hand.click(form.getByLabel('Name'));
    await hand.write('Editor Four');
    await hand.press('Tab');
    await hand.write('editor.four@example.com');
    await hand.click(form.getByRole('button', { name: 'Invite', exact: true }));
    await page.getByLabel('Link', { exact: true }).waitFor();
  },
  async 'reply to an enquiry'(page, hand) {
    await hand.click(page.getByRole('link', { name: /^Enquiries \d+ awaiting reply/ }));
    const enquiry = page.getByRole('article');
    await hand.click(enquiry.getByRole('button', { name: 'Reply by email' }));
    await hand.click(enquiry.getByLabel('Message'));
    await hand.type('We shall call you on Monday.');
    await hand.click(enquiry.getByRole('button', { name: 'Send reply' }));
    await enquiry.getByText(/^Reply of \d/).waitFor();
  },
  async 'restore a backup'(page, hand) {
    await hand.click(page.getByRole('link', { name: 'Make, download or restore a backup' }));
    await hand.click(page.getByRole('button', { name: /^Restore the backup of/ }).first());
    await hand.click(page.getByRole('button', { name: 'Restore this backup' }));
    await page.waitForURL('**/admin/login');
  },
});

/** Creates what the task works on: an earlier release, two changes in review mode, an enquiry, a backup. */
async function prepare(stack: Product, name: string): Promise<void> {
  const { call, save } = await signIn(stack.url);
  const setReview = (review: boolean) => call('/api/publishing/review', { method: 'PUT', json: { review } });
  if (name.startsWith('restore an earlier')) await save('hero', 'title', 'Of a newer version');
  if (name.startsWith('publish one')) {
    await setReview(true);
    await save('hero', 'title', 'Ready to go');
    await save('hero', 'subtitle', 'Not ready yet.');
  } else await setReview(false);
  if (name.startsWith('reply'))
    await sendEnquiry({ stack }, { companyName: 'First Mills', email: 'sender@example.org' });
  if (name.startsWith('restore a backup')) await call('/api/backups', { method: 'POST' });
}

/** Measures the tasks of an owner: clicks, keys and waiting time. They change accounts, settings and the release. */
export async function benchOwnerTasks(stack: Product): Promise<Figure[]> {
  const browser = await launchBrowser();
  const mailServer = await startMailServer({ password: mailPassword });
  try {
    const { page } = await openScreen({ browser, stack }, '/admin');
    const figures: Figure[] = [];
    for (const task of Object.entries(createTasks(mailServer))) {
      await prepare(stack, task[0]);
      figures.push(await measureTask(page, stack.url, task));
    }
    return figures;
  } finally {
    await mailServer.stop();
    await browser.close();
  }
}
