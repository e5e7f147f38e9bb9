import { renderedPathSchema } from '@threadline/schema/preview';
import { problemSchema } from '@threadline/schema/problem';
import { afterEach, expect, test, vi } from 'vitest';
import { snapshotOf } from '../../test/fixture-content.ts';
import { createPreviewScene } from '../../test/preview-scene.ts';

const good = snapshotOf(1, { 'hero.title': 'We build teams', 'pages.terms': 'Terms' });
let scene = createPreviewScene();

afterEach(() => scene.previewer.stop());

function start(options: Parameters<typeof createPreviewScene>[0] = {}) {
  scene = createPreviewScene(options);
  return scene;
}

async function problemOf(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const problem = problemSchema.parse(await response.json());
  expect(problem.status).toBe(response.status);
  return problem;
}

test('one path is rendered as it would be published', async () => {
  const response = await start().ask({ path: '/', snapshot: good, isTagged: false });
  expect(response.status).toBe(200);
  const page = renderedPathSchema.parse(await response.json());
  expect(page).toMatchObject({ status: 200, contentType: 'text/html; charset=utf-8', fields: [] });
  expect(page.headers).toEqual({ 'content-security-policy': "default-src 'self'" });
  expect(page.body).toContain('We build teams');
});

test('with tags, the reply names the fields', async () => {
  const response = await start().ask({ path: '/', snapshot: good, isTagged: true });
  const { fields } = renderedPathSchema.parse(await response.json());
  expect(fields).toEqual([{ section: 'hero', key: 'title', pointer: '' }]);
});

test('a path that the site does not have is 404', async () => {
  const response = await start().ask({ path: '/nowhere/', snapshot: good, isTagged: true });
  expect(await problemOf(response)).toMatchObject({ status: 404, code: 'not-found' });
});

test.each([
  ['no token', ''],
  ['another token', `Bearer ${'u'.repeat(64)}`],
  ['a longer token', `Bearer ${'t'.repeat(65)}`],
])('with %s nothing is rendered', async (_case, authorization) => {
  const response = await start().ask({ path: '/', snapshot: good, isTagged: true }, authorization);
  expect(await problemOf(response)).toMatchObject({ status: 401, code: 'unauthenticated' });
  expect(scene.previewer.isRunning()).toBe(false);
});

test.each([
  ['broken JSON', '{'],
  ['no snapshot', { path: '/', isTagged: true }],
  ['an address elsewhere', { path: '//example.org/', snapshot: good, isTagged: true }],
  ['a field that does not exist', { path: '/', snapshot: good, isTagged: true, env: {} }],
])('a body with %s is refused', async (_case, body) => {
  const response = await start().ask(body);
  expect(await problemOf(response)).toMatchObject({ status: 400, code: 'malformed-request' });
});

test('a body that no site needs is refused', async () => {
  const response = await start().ask('x'.repeat(8 * 1024 * 1024 + 1));
  expect(await problemOf(response)).toMatchObject({ status: 413, code: 'payload-too-large' });
});

test('content that the site refuses is told with its field', async () => {
  const snapshot = snapshotOf(2, { 'fault.mode': 'content' });
  const response = await start().ask({ path: '/', snapshot, isTagged: true });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    faults: [{ section: 'hero', key: 'title', pointer: '/text', detail: 'Write something here.' }],
  });
});

test.each([
  ['crash', /thrown outside of any render/],
  ['exit', /ended with exit code 3/],
  ['memory', /memory/],
])('a worker that ends by %s costs one preview, and the next one works', async (mode, reason) => {
  const ended = await start().ask({ path: '/', snapshot: snapshotOf(2, { 'fault.mode': mode }), isTagged: true });
  expect(await problemOf(ended)).toMatchObject({ status: 503, detail: expect.stringMatching(reason) });
  expect((await scene.ask({ path: '/', snapshot: good, isTagged: true })).status).toBe(200);
});

test('an endless loop is stopped', async () => {
  const snapshot = snapshotOf(2, { 'fault.mode': 'loop' });
  const response = await start({ timeoutMs: 1000 }).ask({ path: '/', snapshot, isTagged: true });
  expect(await problemOf(response)).toMatchObject({
    status: 503,
    detail: 'The preview took too long and was stopped.',
  });
});

test('previews at the same time are answered one after the other, and too many are turned away', async () => {
  start();
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => scene.ask({ path: '/', snapshot: good, isTagged: true })),
  );
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(16);
  expect(statuses.filter((status) => status === 503)).toHaveLength(4);
});

test('the worker starts with the first preview and ends when nobody asks any more', async () => {
  start({ idleMs: 1 });
  expect(scene.previewer.isRunning()).toBe(false);
  await scene.ask({ path: '/', snapshot: good, isTagged: true });
  await vi.waitFor(() => expect(scene.previewer.isRunning()).toBe(false));
  expect((await scene.ask({ path: '/', snapshot: good, isTagged: true })).status).toBe(200);
});

test('new code of the site gets a new worker', async () => {
  start();
  await scene.ask({ path: '/', snapshot: good, isTagged: true });
  scene.install({ id: 'two', entryFile: '/nowhere/entry.mjs' });
  const response = await scene.ask({ path: '/', snapshot: good, isTagged: true });
  expect(await problemOf(response)).toMatchObject({ status: 503, detail: expect.stringMatching(/Cannot find module/) });
});
