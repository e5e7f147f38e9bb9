import { renderedPathSchema } from '@threadline/schema/wire/preview';
import { problemSchema } from '@threadline/schema/wire/problem';
import { afterEach, expect, test } from 'vitest';
import { createSnapshot } from '../test/fixture-content.ts';
import { createPreviewFixture } from '../test/preview-fixture.ts';

const good = createSnapshot(1, { 'hero.title': 'We build teams', 'pages.terms': 'Terms' });
let fixture = createPreviewFixture();

afterEach(() => fixture.renderer.stop());

function start(options: Parameters<typeof createPreviewFixture>[0] = {}) {
  fixture = createPreviewFixture(options);
  return fixture;
}

async function readProblem(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const problem = problemSchema.parse(await response.json());
  expect(problem.status).toBe(response.status);
  return problem;
}

test('a path is rendered as it would be published', async () => {
  const response = await start().requestPreview({ path: '/', snapshot: good, isTagged: false });
  expect(response.status).toBe(200);
  const page = renderedPathSchema.parse(await response.json());
  expect(page).toMatchObject({ status: 200, contentType: 'text/html; charset=utf-8', fields: [] });
  expect(page.headers).toEqual({ 'content-security-policy': "default-src 'self'" });
  expect(page.body).toContain('We build teams');
});

test('the response names the fields if tags are requested', async () => {
  const response = await start().requestPreview({ path: '/', snapshot: good, isTagged: true });
  const { fields } = renderedPathSchema.parse(await response.json());
  expect(fields).toEqual([{ section: 'hero', key: 'title', pointer: '' }]);
});

test('a path that the site does not have gives 404', async () => {
  const response = await start().requestPreview({ path: '/nowhere/', snapshot: good, isTagged: true });
  expect(await readProblem(response)).toMatchObject({ status: 404, code: 'not-found' });
});

test.each([
  ['no token', ''],
  ['another token', `Bearer ${'u'.repeat(64)}`],
  ['a longer token', `Bearer ${'t'.repeat(65)}`],
])('a request with %s renders nothing', async (_case, authorization) => {
  const response = await start().requestPreview({ path: '/', snapshot: good, isTagged: true }, authorization);
  expect(await readProblem(response)).toMatchObject({ status: 401, code: 'unauthenticated' });
  expect(fixture.renderer.isRunning()).toBe(false);
});

test.each([
  ['broken JSON', '{'],
  ['no snapshot', { path: '/', isTagged: true }],
  ['a path outside the site', { path: '//example.org/', snapshot: good, isTagged: true }],
  ['a field that does not exist', { path: '/', snapshot: good, isTagged: true, env: {} }],
])('a body with %s is rejected', async (_case, body) => {
  const response = await start().requestPreview(body);
  expect(await readProblem(response)).toMatchObject({ status: 400, code: 'malformed-request' });
});

test('a body that is too large is rejected', async () => {
  const response = await start().requestPreview('x'.repeat(8 * 1024 * 1024 + 1));
  expect(await readProblem(response)).toMatchObject({ status: 413, code: 'payload-too-large' });
});

test('an error in the content is reported with its field', async () => {
  const snapshot = createSnapshot(2, { 'fault.mode': 'content' });
  const response = await start().requestPreview({ path: '/', snapshot, isTagged: true });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    faults: [{ section: 'hero', key: 'title', pointer: '/text', detail: 'This field cannot be empty.' }],
  });
});

test.each([
  ['crash', /thrown outside of any render/],
  ['exit', /ended with exit code 3/],
  ['memory', /memory/],
])('a worker that ends by %s costs one preview, and the next one succeeds', async (mode, reason) => {
  const ended = await start().requestPreview({
    path: '/',
    snapshot: createSnapshot(2, { 'fault.mode': mode }),
    isTagged: true,
  });
  expect(await readProblem(ended)).toMatchObject({ status: 503, detail: expect.stringMatching(reason) });
  expect((await fixture.requestPreview({ path: '/', snapshot: good, isTagged: true })).status).toBe(200);
});

test('an endless loop is stopped', async () => {
  const snapshot = createSnapshot(2, { 'fault.mode': 'loop' });
  const response = await start({ timeoutMs: 1000 }).requestPreview({ path: '/', snapshot, isTagged: true });
  expect(await readProblem(response)).toMatchObject({
    status: 503,
    detail: 'Rendering took longer than 1 s and was stopped.',
  });
});

test('simultaneous previews are rendered one after the other, and too many are rejected', async () => {
  start();
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => fixture.requestPreview({ path: '/', snapshot: good, isTagged: true })),
  );
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(17);
  expect(statuses.filter((status) => status === 503)).toHaveLength(3);
});
