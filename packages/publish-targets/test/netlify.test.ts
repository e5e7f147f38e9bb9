import { expect, test } from 'vitest';
import { createNetlifyTarget } from '../src/netlify-target.ts';
import { SupersededError, TargetError } from '../src/publish-target.ts';
import { writeFixtureRelease } from './fixture-release.ts';
import { netlifySite, netlifyToken, startNetlifyServer } from './netlify-server.ts';
import { createTestFolder, findBrokenPage, listDifferences } from './test-target.ts';

const never = new AbortController().signal;

async function setUp() {
  const server = await startNetlifyServer();
  const folder = createTestFolder();
  const open = (change: { siteId?: string; token?: string } = {}) =>
    createNetlifyTarget(
      { siteId: netlifySite, token: netlifyToken, ...change },
      { apiUrl: server.apiUrl, minIntervalMs: 0, pollMs: 1 },
    );
  return { server, open, release: (title: string) => writeFixtureRelease(folder, { revision: 1, title }) };
}

test('a release is a deploy with all files, and later ones send what has changed', async () => {
  const { server, open, release } = await setUp();
  const [first, second] = [await release('First'), await release('Second')];
  expect(await open().readShown(never)).toBeUndefined();
  let order = 1;
  for (const next of [first, second, first]) {
    const target = open();
    const { sent, skipped } = await target.upload(next, order, never);
    expect([sent, skipped]).toEqual(
      [
        [8, 0],
        [7, 1],
        [0, 8],
      ][order - 1],
    );
    expect(await open().readShown(never)).toBe([undefined, first.manifest.id, second.manifest.id][order - 1]);
    await target.activate(next, order, never);
    expect(await open().readShown(never)).toBe(next.manifest.id);
    expect(await listDifferences(server.visibleAt, next)).toEqual([]);
    expect(await findBrokenPage(server.visibleAt, ['/', '/about/'])).toBeUndefined();
    order += 1;
  }
  expect(server.readFile('/_headers')).toContain('content-security-policy');
  expect(server.readFile('/404.html')).toContain('<h1>/404/</h1>');
  // Every request is one that Netlify's OpenAPI description allows.
  expect(server.mistakes).toEqual([]);
});

test('an older decision never replaces a newer one', async () => {
  const { open, release } = await setUp();
  const [first, second] = [await release('First'), await release('Second')];
  const [one, two] = [open(), open()];
  await one.upload(first, 10, never);
  await two.upload(second, 20, never);
  await two.activate(second, 20, never);
  await expect(one.activate(first, 10, never)).rejects.toBeInstanceOf(SupersededError);
  expect(await open().readShown(never)).toBe(second.manifest.id);
});

test('an upload that was stopped half-way is continued by the next deploy', async () => {
  const { server, open, release } = await setUp();
  const first = await release('First');
  const stopping = new AbortController();
  const upload = open().upload(first, 1, stopping.signal);
  while (!server.requests.some((request) => request.startsWith('PUT'))) await new Promise(setImmediate);
  stopping.abort();
  await expect(upload).rejects.toThrow();
  expect(await open().readShown(never)).toBeUndefined();
  const target = open();
  await target.upload(first, 2, never);
  await target.activate(first, 2, never);
  expect(await listDifferences(server.visibleAt, first)).toEqual([]);
});

test.each([
  [{ status: 401 }, { message: 'Netlify refuses the token (401).', isLasting: true }],
  [{ status: 403 }, { message: 'Netlify refuses the token (403).', isLasting: true }],
  [{ status: 404 }, { message: 'Netlify has no site site-1.', isLasting: true }],
  [{ status: 500 }, { message: 'Netlify answered with 500.', isLasting: false }],
  [
    { status: 429, headers: { 'retry-after': '40' } },
    { message: 'Netlify allows no more deploys for now (429).', isLasting: false, retryAfterMs: 40_000 },
  ],
])('%j is a sentence without the token', async (refusal, expected) => {
  const { server, open, release } = await setUp();
  server.setAnswer(refusal);
  const error: TargetError = await open()
    .upload(await release('First'), 1, never)
    .then(() => expect.fail('The upload succeeded.'))
    .catch((reason) => reason);
  expect(error).toMatchObject(expected);
  expect(`${error.message} ${error.stack}`).not.toContain(netlifyToken);
});

test.each([
  ['the page of a proxy', '<h1>Sign in to this network</h1>'],
  ['an answer without an id', '{"name":"example"}'],
  ['an answer of another form', '{"id":"1","required":"all","published_deploy":{"id":1}}'],
])('%s is reported as a sentence', async (_, body) => {
  const { server, open, release } = await setUp();
  const first = await release('First');
  server.setAnswer({ status: 200, body });
  const sentence = 'Netlify sent an unexpected answer. A proxy may have replaced it.';
  const target = open();
  for (const request of [target.readShown, target.test, (stop: AbortSignal) => target.upload(first, 1, stop)])
    await expect(request(never)).rejects.toEqual(new TargetError(sentence));
});

test('the check reads the site, and writes nothing', async () => {
  const { server, open } = await setUp();
  expect(await open().test(never)).toMatch(/^Netlify accepts the token for the site example\./);
  await expect(open({ token: 'wrong' }).test(never)).rejects.toThrow('Netlify refuses the token (401).');
  await expect(open({ siteId: 'other' }).test(never)).rejects.toThrow('Netlify has no site other.');
  expect(server.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
});
