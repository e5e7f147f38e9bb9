import type { RenderableImage } from '@threadline/schema/content/image';
import { beforeAll, expect, inject, test } from 'vitest';
import { editSnapshot } from './edit-snapshot.ts';
import { libraryImage } from './library-image.ts';
import { loadRenderer, type Renderer } from './load-renderer.ts';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await loadRenderer();
});

const video = (href: string) => ({
  type: 'video',
  attrs: { href, title: 'An audit in four minutes', poster: '/art/hero-audit' },
});

const uploadedId = 'fedcba98'.repeat(4);
const uploaded: RenderableImage = {
  ...libraryImage,
  publicId: uploadedId,
  width: 1280,
  height: 720,
  video: { durationMs: 60_000, hasSound: true, poster: '' },
  variants: [
    { format: 'mp4', width: 1280, height: 720, url: `/media/${uploadedId}-1280.mp4`, bytes: 1000 },
    { format: 'vtt', width: 0, height: 0, url: `/media/${uploadedId}-0.vtt`, bytes: 100 },
  ],
};

/** Renders an article with these blocks. */
async function readArticle(content: object[], { mediaUrl = '' } = {}) {
  const body = { type: 'doc', content };
  const edited = editSnapshot(inject('snapshot'), { 'insights.article-the-friday-page': { body } });
  const images = { [uploadedId]: uploaded, [libraryImage.publicId]: libraryImage };
  const snapshot = { ...edited, mediaUrl, images };
  const page = await renderer.render('/insights/the-friday-page/', snapshot);
  const feed = await renderer.render('/insights/rss.xml', snapshot);
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { html: decode(page.body), policy: page.headers['content-security-policy'] ?? '', feed: decode(feed.body) };
}

test('a video is a link with a still picture, and the policy allows only its player', async () => {
  const { html, policy, feed } = await readArticle([video('https://youtu.be/dQw4w9WgXcQ')]);
  expect(html).toContain('href="https://youtu.be/dQw4w9WgXcQ"');
  expect(html).toContain('data-player="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1"');
  expect(html).toContain('An audit in four minutes · YouTube');
  expect(html).not.toContain('<iframe');
  expect(policy).toMatch(/(?:^|; ?)frame-src https:\/\/www\.youtube-nocookie\.com;?/);
  expect(policy).not.toContain('vimeo');
  expect(feed).toMatch(
    /&lt;a href=(?:"|&quot;)https:\/\/youtu\.be\/dQw4w9WgXcQ(?:"|&quot;)&gt;An audit in four minutes/,
  );
});

test('videos of both providers are allowed where both are shown, and none elsewhere', async () => {
  const both = await readArticle([video('https://youtu.be/dQw4w9WgXcQ'), video('https://vimeo.com/76979871')]);
  const [, frames = ''] = /frame-src ([^;]*)/.exec(both.policy) ?? [];
  expect(frames.split(' ').sort()).toEqual(['https://player.vimeo.com', 'https://www.youtube-nocookie.com']);
  const none = await readArticle([{ type: 'paragraph', content: [{ type: 'text', text: 'Words' }] }]);
  expect(none.policy).not.toContain('frame-src');
  expect(none.html).not.toContain('data-player');
});

const posterUrl = libraryImage.variants[1]?.url ?? '';
const uploadedVideo = (poster: string) => {
  const { attrs, ...block } = video(`/media/${uploadedId}-1280.mp4`);
  return { ...block, attrs: { ...attrs, poster } };
};

test('an uploaded video has its size, its poster image and captions, and loads nothing before it is played', async () => {
  const { html, policy, feed } = await readArticle([uploadedVideo(posterUrl)]);
  const [element = ''] = /<video[^>]*>.*?<\/video>/s.exec(html) ?? [];
  for (const attribute of [
    `src="/media/${uploadedId}-1280.mp4"`,
    `poster="${posterUrl}"`,
    ...['width="1280"', 'height="720"', 'preload="none"', 'aria-label="An audit in four minutes"'],
    ...[' controls', ' playsinline', `<track kind="captions" src="/media/${uploadedId}-0.vtt" label="Captions"`],
  ])
    expect(element).toContain(attribute);
  expect(element).not.toContain('autoplay');
  expect(html).toContain('<figcaption>An audit in four minutes</figcaption>');
  expect(html).not.toContain('data-player');
  expect(policy).toMatch(/media-src 'self' https:(?:;|$)/);
  expect(policy).not.toContain('frame-src');
  expect(feed).toContain(`https://example.org/media/${uploadedId}-1280.mp4`);
});

test('a drawing without a file lies behind the video', async () => {
  const { html } = await readArticle([uploadedVideo('/art/hero-audit')]);
  expect(html).toMatch(/uploaded-video"[^>]*><div>\s*<svg/);
  expect(html).not.toContain('poster=');
});

test('videos of another origin are requested from there, their captions from the page', async () => {
  const { html, policy } = await readArticle([uploadedVideo(posterUrl)], { mediaUrl: 'http://media.example.org' });
  expect(html).toContain(`src="http://media.example.org/media/${uploadedId}-1280.mp4"`);
  expect(html).toContain(`poster="http://media.example.org${posterUrl}"`);
  expect(html).toContain(`<track kind="captions" src="/media/${uploadedId}-0.vtt"`);
  expect(policy).toMatch(/media-src [^;]*http:\/\/media\.example\.org/);
});
