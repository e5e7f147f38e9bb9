import { beforeAll, expect, inject, test } from 'vitest';
import { editSnapshot } from './edit-snapshot.ts';
import { loadRenderer, type Renderer } from './load-renderer.ts';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await loadRenderer();
});

const video = (href: string) => ({
  type: 'video',
  attrs: { href, title: 'An audit in four minutes', poster: '/art/hero-audit' },
});

/** Renders an article with these blocks. */
async function readArticle(content: object[]) {
  const body = { type: 'doc', content };
  const snapshot = editSnapshot(inject('snapshot'), { 'insights.article-the-friday-page': { body } });
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
