import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCarousel } from '../../support/carousel.ts';
import { expect, test } from '../../support/fixtures.ts';
import { signIn } from '../../support/session.ts';
import { useProduct } from '../../support/use-product.ts';

/** A recording of two seconds in which a square crosses the picture. */
const videoFile = readFileSync(join(import.meta.dirname, 'video.webm'));
const address = 'https://videos.example/plan.webm';

const product = useProduct();
test.beforeAll(async () => {
  const session = await signIn(product.stack.url);
  const { body } = await session.call<{ content: Record<string, Record<string, { value: object }>> }>('/api/content');
  const slide = body.content.hero?.['slide-hiring']?.value;
  const media = { type: 'video', src: address, poster: '/art/cover-friday', alt: 'A square crosses the picture' };
  expect((await session.save('hero', 'slide-hiring', { ...slide, media })).status).toBe(200);
  await product.shows(address);
});

async function openVideo(options: Parameters<typeof openCarousel>[0] = {}) {
  const { page, button } = await openCarousel({ site: product.stack.url, ...options });
  await page.route(address, (route) => route.fulfill({ body: videoFile, contentType: 'video/webm' }));
  const video = page.locator('.slide video');
  const isPlaying = () => video.evaluate((element) => !(element as HTMLVideoElement).paused);
  /** Returns whether frames have been presented. */
  const hasMoved = () => video.evaluate((element) => (element as HTMLVideoElement).currentTime > 0);
  return { page, button, video, isPlaying, hasMoved };
}

test('spec §3: a video plays muted, inline and in a loop, and not before its slide is active', async () => {
  const { button, video, isPlaying, hasMoved } = await openVideo();
  const attributes = await video.evaluate((element) => {
    const { muted, playsInline, loop, poster, preload } = element as HTMLVideoElement;
    return { muted, playsInline, loop, hasPoster: poster !== '', preload };
  });
  expect(attributes).toEqual({ muted: true, playsInline: true, loop: true, hasPoster: true, preload: 'none' });
  expect(await isPlaying()).toBe(false);
  await button('Next slide').click();
  await expect.poll(hasMoved).toBe(true);
  await button('Next slide').click();
  await expect.poll(isPlaying).toBe(false);
});

test('the button that pauses the slides pauses the video too', async () => {
  const { button, isPlaying, hasMoved } = await openVideo();
  await button('Next slide').click();
  await expect.poll(hasMoved).toBe(true);
  await button('Stop slide rotation').click();
  await expect.poll(isPlaying).toBe(false);
  await button('Start slide rotation').click();
  await expect.poll(isPlaying).toBe(true);
});

test('with reduced motion a video waits for the button', async () => {
  const { page, button, isPlaying, hasMoved } = await openVideo({ reducedMotion: 'reduce' });
  await button('Next slide').click();
  await page.locator('.slide[data-active] video').waitFor();
  expect(await isPlaying()).toBe(false);
  await button('Start slide rotation').click();
  await expect.poll(hasMoved).toBe(true);
});
