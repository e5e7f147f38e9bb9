import type { Release } from '@threadline/schema/wire/publishing';
import { expect, test } from 'vitest';
import { availableRelease, createReleases, prunedRelease } from '../../../test/releases-fixture.ts';
import { footprint, send } from '../../../test/test-app.ts';

test('releases are listed newest first, with their authors, changes and whether a rollback is possible', async () => {
  const { call } = await createReleases();
  const { body } = await call('/api/releases');
  expect(body.releases).toMatchObject([
    {
      id: prunedRelease,
      live: true,
      available: false,
      changedBy: ['Editor'],
      changes: [{ section: 'hero', key: 'title', name: 'Hero: Headline' }],
    },
    { id: availableRelease, live: false, available: true },
  ]);
});

test('releases are numbered in the order in which they went live, without gaps and without those rendered again', async () => {
  const { call, deps, services } = await createReleases();
  const { content, publishing } = services;
  deps.clock.advance(1000);
  const firstAt = deps.now().toISOString();
  for (const value of ['Title 3', 'Title 4'])
    content.save([{ section: 'hero', key: 'title', value }], { id: 'u', name: 'Editor' });
  const report = (releaseId: string) => {
    publishing.report({ state: 'activated', revision: 4, releaseId, files: 3, bytes: 99, steps: {} });
    deps.clock.advance(1000);
  };
  report('000004-0123abcd');
  report('000004-11111111');
  const list = async () => (await call('/api/releases')).body.releases.map(({ id, number }: Release) => [id, number]);
  expect(await list()).toEqual([
    ['000004-11111111', 3],
    [prunedRelease, 2],
    [availableRelease, 1],
  ]);
  expect(publishing.status()).toMatchObject({ liveReleaseNumber: 3, pinnedReleaseNumber: null });
  expect((await call('/api/releases/restore/4')).body).toMatchObject({ release: 3, at: firstAt });
  expect((await call('/api/releases/restore/3')).body.release).toBeNull();
  await call(`/api/releases/${availableRelease}/rollback`, 'POST');
  expect(publishing.status().pinnedReleaseNumber).toBe(1);
  expect((await call('/api/audit')).body.entries[0]).toMatchObject({ action: 'release.rolled-back', name: '1' });
});

test('while a release is pinned, the items that differ from it are listed as pending changes', async () => {
  const { call, deps, services } = await createReleases();
  expect(services.publishing.status().pendingChanges).toBe(0);
  await call(`/api/releases/${availableRelease}/rollback`, 'POST');
  deps.clock.advance(1000);
  services.content.save([{ section: 'hero', key: 'subtitle', value: 'A line' }], { id: 'u', name: 'Editor' });
  expect(services.publishing.status()).toMatchObject({ state: 'rolled-back', pendingChanges: 2 });
  const { body } = await call('/api/publishing/pending-changes');
  expect(body.changes).toMatchObject([
    { section: 'hero', key: 'subtitle', operation: 'added' },
    { section: 'hero', key: 'title', fields: [{ before: 'Title 1', after: 'Title 2' }] },
  ]);
  await call('/api/releases/resume', 'POST');
  expect(services.publishing.status().pendingChanges).toBe(0);
});

test('only a failed release can be retried', async () => {
  const { call, deps, services } = await createReleases();
  const { generation } = services.publishing.targetRevision();
  services.publishing.report({ state: 'failed', revision: 2, faults: [{ detail: 'The disk is full.' }] });
  expect((await call('/api/publishing/retry', 'POST')).body.status).toMatchObject({ state: 'saved', faults: [] });
  expect(services.publishing.targetRevision().generation).toBe(generation + 1);
  expect((await call('/api/audit?area=changes')).body.entries).toMatchObject([
    { by: 'Editor', action: 'changes.retried', subject: '2' },
  ]);
  const before = footprint(deps);
  const again = await call('/api/publishing/retry', 'POST');
  expect([again.status, again.body.detail]).toEqual([
    409,
    'Nothing has to be published again: publishing has not failed.',
  ]);
  expect(footprint(deps)).toEqual(before);
});

test('an unverified release can be retried', async () => {
  const { call, services } = await createReleases();
  services.publishing.report({ state: 'unverified', revision: 2, releaseId: prunedRelease, detail: 'It answers 502.' });
  expect((await call('/api/publishing/retry', 'POST')).body.status).toMatchObject({ state: 'saved', faults: [] });
});

test('one call rolls back to a release, and another resumes publishing', async () => {
  const { call } = await createReleases();
  expect((await call(`/api/releases/${availableRelease}/rollback`, 'POST')).body.status).toMatchObject({
    state: 'rolled-back',
    pinnedRelease: availableRelease,
  });
  expect((await call('/api/releases/resume', 'POST')).body.status).toMatchObject({
    state: 'saved',
    pinnedRelease: null,
  });
});

test.each([
  ['/api/releases/000009-00000000/rollback', 404],
  ['/api/releases/..%2f..%2fkeys/rollback', 404],
  [`/api/releases/${prunedRelease}/rollback`, 409],
  ['/api/releases/resume', 409],
])('POST %s is refused with %i and changes nothing', async (path, status) => {
  const { call, deps } = await createReleases();
  const before = footprint(deps);
  expect((await call(path, 'POST')).status).toBe(status);
  expect(footprint(deps)).toEqual(before);
});

test('an event stream ends with the session that opened it', async () => {
  const { app, call, grant, services } = await createReleases();
  const response = await app.request('/api/publishing/events', { headers: { authorization: `Bearer ${grant.token}` } });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain('event: status');
  await services.sessions.end({ accessToken: grant.token, refreshToken: grant.refreshToken });
  expect((await call('/api/publishing/status')).status).toBe(401);
  services.publishing.notify();
  const rest: string[] = [];
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) rest.push(part.value);
  expect(rest.join('')).not.toContain('event: status');
});

test('a restore by its call makes earlier content current, and ends a rollback', async () => {
  const { app, call, grant, services } = await createReleases();
  const post = (body: unknown) => send(app, '/api/releases/restore', { method: 'POST', token: grant.token, body });
  await call(`/api/releases/${availableRelease}/rollback`, 'POST');
  const { body: plan } = await call('/api/releases/restore/1');
  expect(plan).toMatchObject({
    revision: 1,
    workingRevision: 2,
    by: 'Editor',
    changes: [{ name: 'Hero: Headline', operation: 'changed', fields: [{ before: 'Title 2', after: 'Title 1' }] }],
  });
  const items = [{ section: 'hero', key: 'title' }];
  const { body } = await post({ revision: 1, workingRevision: 2, items });
  expect(body).toMatchObject({
    revision: 3,
    restored: items.map((item: object) => ({
      ...item,
      version: expect.any(Number),
      versionBefore: expect.any(Number),
    })),
    status: { pinnedRelease: null, revision: 3 },
  });
  expect(services.content.queries.item('hero', 'title')?.value).toBe('Title 1');

  for (const [bad, status] of [
    [{ revision: 1, workingRevision: 2, items }, 409],
    [{ revision: 99, workingRevision: 3, items }, 404],
    [{ revision: 1, workingRevision: 3, items: [] }, 422],
    [{ revision: 'x' }, 422],
  ] as const)
    expect((await post(bad)).status).toBe(status);
  expect((await call('/api/releases/restore/x')).status).toBe(404);
  expect((await send(app, '/api/releases/restore', { method: 'POST', body: {} })).status).toBe(401);
});
