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

test('the address of a video in an empty paragraph becomes a video block with title and poster image', async () => {
  const reply = Response.json({ success: true, title: 'Cash in 30 days', poster: { url: poster } });
  const { insert, getBlocks, notices } = createFixture(reply);
  expect(insert()).toBe(true);
  expect(getBlocks()[0]).toEqual({ type: 'video', attrs: { href, title: '', poster: '' } });
  await vi.waitFor(() => expect(notices.at(-1)).toBe(''), { timeout: 20_000 });
  expect(getBlocks()[0]).toEqual({ type: 'video', attrs: { href, title: 'Cash in 30 days', poster } });
});

test('without an answer of the provider the block stays, and a sentence says what to do until it is done', async () => {
  const message = 'The title and the poster image could not be fetched. Fill them in by hand.';
  const { editor, insert, getBlocks, notices } = createFixture(
    Response.json({ message, code: 'unavailable' }, { status: 503 }),
  );
  insert();
  await vi.waitFor(() => expect(notices.at(-1)).toBe(message), { timeout: 20_000 });
  expect(getBlocks()[0]).toEqual({ type: 'video', attrs: { href, title: '', poster: '' } });
  const setAttribute = (name: string, value: string) =>
    editor.view.dispatch(editor.state.tr.setNodeAttribute(0, name, value));
  setAttribute('title', 'Cash in 30 days');
  expect(notices.at(-1)).toBe(message);
  setAttribute('poster', poster);
  expect(notices.at(-1)).toBe('');
});

test('the address of a video within a text stays a text', () => {
  const { insert, getBlocks } = createFixture(Response.json({}), '<p>Watch</p>');
  expect(insert()).toBe(false);
  expect(getBlocks()).toHaveLength(1);
});
