import { screen, waitFor } from '@testing-library/react';
import { group } from '@threadline/schema/primitives/fields';
import { nodes } from '@threadline/schema/rich-text/nodes';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderForm } from './schema-form-fixture.tsx';

const publicId = '0d'.repeat(16);
const href = `/media/${publicId}-1280.mp4`;
const poster = `/media/${'0e'.repeat(16)}-1280.webp`;
const block = group('Video', nodes.video.attrs);

function answerWithVideo(): void {
  const video = { durationMs: 62_000, hasSound: true, poster };
  const image = { _id: 'v1', publicId, originalName: 'office.mp4', url: href, variants: [], video };
  vi.stubGlobal('fetch', async () => Response.json({ success: true, images: [image] }));
  onTestFinished(() => void vi.unstubAllGlobals());
}

test('a chosen video is named, and its poster image is proposed', async () => {
  answerWithVideo();
  const { latest } = renderForm(block, { href, title: 'Our office', poster: '' });
  await screen.findByText('office.mp4, 1:02');
  await waitFor(() => expect(latest.value).toMatchObject({ href, poster }));
});

test('another poster image of the block stays', async () => {
  answerWithVideo();
  const { latest } = renderForm(block, { href, title: 'Our office', poster: '/art/hero-audit' });
  await screen.findByText('office.mp4, 1:02');
  expect(latest.value).toMatchObject({ poster: '/art/hero-audit' });
});

test('a video is uploaded or linked, and changing between both loses neither', async () => {
  answerWithVideo();
  const { latest, user } = renderForm(block, { href, title: 'Our office', poster: '/art/hero-audit' });
  const link = 'https://youtu.be/dQw4w9WgXcQ';
  await user.click(screen.getByRole('radio', { name: 'YouTube or Vimeo' }));
  await user.type(screen.getByRole('textbox', { name: /^Video/ }), link);
  expect(latest.value).toMatchObject({ href: link });
  await user.click(screen.getByRole('radio', { name: 'Upload' }));
  expect(latest.value).toMatchObject({ href });
  expect(screen.getByRole('button', { name: 'Choose another video' })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'YouTube or Vimeo' }));
  expect(latest.value).toMatchObject({ href: link });
});

function answerFetch(reply: () => Response) {
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (input: Request | string | URL) => {
    const url = input instanceof Request ? input.url : String(input);
    requested.push(url);
    return url.includes('linked-video') ? reply() : Response.json({ success: true, images: [] });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return requested;
}

test('a pasted link fetches title and poster image into the fields that are empty', async () => {
  answerFetch(() => Response.json({ success: true, title: 'Cash in 30 days', poster: { url: poster } }));
  const { latest, user } = renderForm(block, { href: '', title: 'My title', poster: '' });
  await user.click(screen.getByRole('radio', { name: 'YouTube or Vimeo' }));
  await user.click(screen.getByRole('textbox', { name: /^Video/ }));
  const link = 'https://youtu.be/dQw4w9WgXcQ';
  await user.paste(link);
  await waitFor(() => expect(latest.value).toEqual({ href: link, title: 'My title', poster }));
});

test('details that cannot be fetched are asked for in a sentence until the fields have them, and not fetched again', async () => {
  const detail = 'The title and the poster image could not be fetched. Fill them in by hand.';
  const requested = answerFetch(() => Response.json({ message: detail, code: 'unavailable' }, { status: 503 }));
  const link = 'https://vimeo.com/76979871';
  const { latest, user } = renderForm(block, { href: link, title: '', poster: '/art/hero-audit' });
  await user.click(screen.getByRole('textbox', { name: /^Video/ }));
  await user.tab();
  await screen.findByText(detail);
  await user.click(screen.getByRole('textbox', { name: /^Video/ }));
  await user.tab();
  expect(requested.filter((path) => path.includes('linked-video'))).toHaveLength(1);
  expect(latest.value).toEqual({ href: link, title: '', poster: '/art/hero-audit' });
  await user.type(screen.getByRole('textbox', { name: /^Title/ }), 'Cash in 30 days');
  expect(screen.queryByText(detail)).toBeNull();
});

test('a linked video opens with its link', async () => {
  answerFetch(() => Response.json({ success: true, title: '', poster: null }));
  renderForm(block, { href: 'https://youtu.be/dQw4w9WgXcQ', title: 'Our office', poster });
  expect(await screen.findByRole('radio', { name: 'YouTube or Vimeo' })).toHaveProperty('checked', true);
  expect(screen.getByRole('textbox', { name: /^Video/ })).toHaveProperty('value', 'https://youtu.be/dQw4w9WgXcQ');
});
