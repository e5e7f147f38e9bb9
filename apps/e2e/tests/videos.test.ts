import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { card, openScreen, publish, published } from '../support/admin-screen.ts';
import { runAxe } from '../support/axe.ts';
import { openPage } from '../support/browser.ts';
import { expect, test } from '../support/fixtures.ts';
import { getText } from '../support/rich-text.ts';
import { useProduct } from '../support/use-product.ts';

const product = useProduct();
const players = /^https:\/\/(?:www\.youtube-nocookie\.com|player\.vimeo\.com)\//;

test('a video is added by its address, and plays on the page after a press, from its provider only', async () => {
  const { page } = await openScreen(product, '/admin/content?section=insights&item=article-the-friday-page');
  await getText(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('/youtube');
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Add a video' });
  await form.getByText('YouTube or Vimeo', { exact: true }).click();
  const address = form.getByRole('textbox', { name: /^Video/ });
  await address.fill('https://example.org/film');
  await form.getByRole('textbox', { name: 'Title' }).fill('An audit in four minutes');
  await form.getByRole('button', { name: 'Choose an image: Poster image' }).click();
  await page.getByRole('tab', { name: 'Illustrations' }).click();
  const picker = page.getByRole('dialog', { name: /^Choose an image/ });
  await picker.getByRole('tabpanel').getByRole('button').first().click();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form
    .getByText(/^Enter the address of a video on YouTube or Vimeo/)
    .first()
    .waitFor();
  await address.fill('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await page.keyboard.type('After it');
  await publish(page);
  await published(page);

  const { page: visitor } = await openPage(product.browser);
  const asked: string[] = [];
  visitor.on('request', (request) => {
    if (!request.url().startsWith(product.stack.url)) asked.push(request.url());
  });
  await visitor.route(players, (route) => route.fulfill({ contentType: 'text/html', body: 'The player' }));
  const link = visitor.getByRole('link', { name: 'An audit in four minutes · YouTube' });
  await expect(async () => {
    await visitor.goto(`${product.stack.url}/insights/the-friday-page/`);
    await expect(link).toBeVisible({ timeout: 1000 });
  }).toPass();
  expect(await runAxe(visitor.locator('article.prose'))).toEqual([]);
  expect(asked).toEqual([]);
  await link.click();
  await visitor.frameLocator('iframe[title^="An audit"]').getByText('The player').waitFor();
  expect(asked).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1']);
});

const recording = readFileSync(join(import.meta.dirname, 'visitor/video.webm'));
const asFile = (buffer: Buffer, name = 'office.webm') => ({ name, mimeType: 'video/webm', buffer });

test('a video is uploaded, gets a poster image and captions, and plays in an article, from the site only', async () => {
  const { page } = await openScreen(
    product,
    '/admin/content?section=insights&item=article-what-a-four-week-audit-finds',
  );
  await getText(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' See it in a film.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/video');
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Add a video' });
  await form.getByRole('button', { name: 'Choose or upload a video' }).click();
  const picker = page.getByRole('dialog', { name: 'Choose a video' });
  await picker.getByText(/^Videos: MP4 \(H\.264\), MOV or WebM, max 50 MB and 3 minutes each/).waitFor();
  await picker.getByLabel('Video to upload').setInputFiles(asFile(recording.subarray(0, 900), 'broken.webm'));
  await picker.getByText('This video is damaged or incomplete and cannot be read. Export it again.').waitFor();
  await picker.getByRole('button', { name: 'Remove broken.webm from the list' }).click();
  await picker.getByLabel('Video to upload').setInputFiles(asFile(recording));
  await form.getByText('office.webm, 0:02').waitFor();
  // The first picture of the video becomes its poster image.
  await form.getByText('office poster.jpg').waitFor();
  await form.getByRole('textbox', { name: 'Title' }).fill('A day at our office');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await publish(page);
  await published(page);

  await page.goto(`${product.stack.url}/admin/images?filter=videos`);
  await page.getByRole('button', { name: 'Details of office.webm' }).click();
  const panel = page.getByRole('complementary', { name: 'Details of office.webm' });
  await panel.getByLabel('Caption file').setInputFiles({
    name: 'office.srt',
    mimeType: 'application/x-subrip',
    buffer: Buffer.from('1\n00:00:00,000 --> 00:00:02,000\nGood morning\n'),
  });
  await panel.getByText('Added', { exact: true }).waitFor();
  await panel.getByRole('link', { name: /What four weeks/ }).waitFor();
  expect(await runAxe(panel)).toEqual([]);
  await page.getByRole('button', { name: 'Delete office.webm' }).click();
  await page.getByText('office.webm is used on the site.').waitFor();

  // Its poster image is no entry of its own, and cannot be deleted.
  await page.getByRole('button', { name: /^All \d/ }).click();
  await page.getByRole('button', { name: 'Details of office.webm' }).waitFor();
  const poster = page.getByRole('button', { name: 'Details of office poster.jpg' });
  await expect(poster).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search images' }).fill('office poster');
  await poster.click();
  await page.getByText('Poster image of office.webm', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete office poster.jpg' }).click();
  await page.getByText('office poster.jpg is the poster image of office.webm.').waitFor();

  const { page: visitor } = await openPage(product.browser);
  const asked: { url: string; range: string | undefined; status: number }[] = [];
  visitor.on('response', async (response) => {
    const request = response.request();
    asked.push({ url: request.url(), range: (await request.allHeaders()).range, status: response.status() });
  });
  const video = visitor.getByLabel('A day at our office');
  const text = visitor.locator('video track');
  await expect(async () => {
    await visitor.goto(`${product.stack.url}/insights/what-a-four-week-audit-finds/`);
    await expect(text).toHaveCount(1, { timeout: 1000 });
  }).toPass();
  const readSize = () => video.evaluate((element) => element.getBoundingClientRect().height);
  const before = await readSize();
  expect(asked.filter(({ url }) => url.endsWith('.webm'))).toEqual([]);
  expect(await runAxe(visitor.locator('article.prose'))).toEqual([]);
  await video.evaluate((element: HTMLVideoElement) => element.play());
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0);
  expect(await readSize()).toBe(before);
  const parts = asked.filter(({ url }) => url.endsWith('.webm'));
  expect(parts.map(({ range, status }) => [range, status])).toContainEqual(['bytes=0-', 206]);
  expect(asked.filter(({ url }) => !url.startsWith(product.stack.url))).toEqual([]);
  const cue = await video.evaluate((element: HTMLVideoElement) => {
    const [track] = element.textTracks;
    if (track) track.mode = 'showing';
    return new Promise((resolve) => {
      const poll = () => (track?.cues?.length ? resolve((track.cues[0] as VTTCue).text) : requestAnimationFrame(poll));
      poll();
    });
  });
  expect(cue).toBe('Good morning');
});

test('a slide shows a video with its poster image, also in the list, and a YouTube link is explained', async () => {
  const { page } = await openScreen(product, '/admin/content?section=hero&item=slide-audit');
  const item = card(page, 'hero.slide-audit');
  await item.getByRole('combobox', { name: 'Media type' }).selectOption('Video');
  await item.getByText('No video', { exact: true }).waitFor();
  await item.getByRole('button', { name: /^Paste a link \(URL\)\s?: Video/ }).click();
  await page.keyboard.type('https://youtu.be/dQw4w9WgXcQ');
  await item.getByText('A page on YouTube, not a video file').waitFor();
  await item.getByRole('button', { name: 'Save', exact: true }).click();
  await item.getByText('YouTube and Vimeo links work in articles. Here, upload a file.').first().waitFor();
  await item.getByRole('button', { name: 'Choose another: Video' }).click();
  const picker = page.getByRole('dialog', { name: 'Choose a video' });
  await picker.getByLabel('Video to upload').setInputFiles(asFile(recording, 'slide.webm'));
  await item.getByText(/ poster\.jpg$/).waitFor();
  await item.getByRole('textbox', { name: /^Description of the video/ }).fill('A square crosses the picture');
  await item.getByRole('button', { name: 'Save', exact: true }).click();
  const thumbnail = item.locator('img[loading="lazy"]').first();
  await expect
    .poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth > 0 && new URL(image.src).pathname))
    .toMatch(/\.webp$/);
  await expect(item.locator('[data-video]')).toHaveText('Video');
});
