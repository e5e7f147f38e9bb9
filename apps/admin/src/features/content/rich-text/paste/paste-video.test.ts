import { Editor } from '@tiptap/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { toStored } from '../document.ts';
import { createSchemaExtensions } from '../extensions.ts';
import { insertLinkedVideo } from './paste-video.ts';

const href = 'https://youtu.be/dQw4w9WgXcQ';
const poster = `/media/${'0e'.repeat(16)}-1280.webp`;

function createFixture(reply: Response, content = '<p></p>') {
  vi.stubGlobal('fetch', async () => reply);
  const editor = new Editor({ content, injectCSS: false, extensions: createSchemaExtensions('', {}) });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    editor.destroy();
  });
  const notices: string[] = [];
  const insert = () => insertLinkedVideo(editor, href, (message) => notices.push(message));
  return { editor, notices, insert, getBlocks: () => (toStored(editor.state.doc) as { content: unknown[] }).content };
}

test('the address of a video in an empty paragraph becomes a video block with title and still', async () => {
  const reply = Response.json({ success: true, title: 'Cash in 30 days', still: { url: poster } });
  const { insert, getBlocks, notices } = createFixture(reply);
  expect(insert()).toBe(true);
  expect(getBlocks()[0]).toEqual({ type: 'video', attrs: { href, title: '', poster: '' } });
  await vi.waitFor(() => expect(notices.at(-1)).toBe(''), { timeout: 20_000 });
  expect(getBlocks()[0]).toEqual({ type: 'video', attrs: { href, title: 'Cash in 30 days', poster } });
});

test('without an answer of the provider the block stays, and a sentence says what to do', async () => {
  const message = 'The title and still could not be fetched. Fill them in by hand.';
  const { insert, getBlocks, notices } = createFixture(
    Response.json({ message, code: 'unavailable' }, { status: 503 }),
  );
  insert();
  await vi.waitFor(() => expect(notices.at(-1)).toBe(message), { timeout: 20_000 });
  expect(getBlocks()[0]).toEqual({ type: 'video', attrs: { href, title: '', poster: '' } });
});

test('the address of a video within a text stays a text', () => {
  const { insert, getBlocks } = createFixture(Response.json({}), '<p>Watch</p>');
  expect(insert()).toBe(false);
  expect(getBlocks()).toHaveLength(1);
});
