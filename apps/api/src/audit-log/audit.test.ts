import { fromParts } from '@threadline/schema/rich-text/from-parts';
import type { AuditItem } from '@threadline/schema/wire/audit';
import { expect, test } from 'vitest';
import { createEnquiryFixture, minimalEnquiry } from '../../test/enquiry-fixture.ts';
import { send } from '../../test/test-app.ts';
import { createContentQueries } from '../content/queries.ts';
import { createContentService } from '../content/service.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import { checkAuditChain } from '../platform/audit-log/hash-chain.ts';
import { createPublishing } from '../publishing/service.ts';

function createFixture() {
  const fixture = createEnquiryFixture();
  const { db, now } = fixture.deps;
  return {
    ...fixture,
    client: db.$client,
    write: (action: string, subject = 'x', by: { id: string; name: string } | null = null) =>
      recordAudit(db, { at: now().toISOString(), by, action, subject }),
    check: () => checkAuditChain(db.$client),
  };
}

test('the hash chain covers every entry and the one before it', () => {
  const { write, check } = createFixture();
  for (const action of ['content.updated', 'user.created', 'backup.made']) write(action);
  expect(check()).toMatchObject({ entries: 3, faults: [], head: expect.stringMatching(/^[0-9a-f]{64}$/) });
});

test.each([
  ['a changed name', "update audit_log set by_name = 'Somebody' where id = 2", /entry 2 /],
  ['a changed time', "update audit_log set at = '2026-01-01T00:00:00.000Z' where id = 2", /entry 2 /],
  ['a removed entry', 'delete from audit_log where id = 2', /entry 3 /],
  ['a removed beginning', 'delete from audit_log where id = 1', /entry 2 /],
  ['a removed end', 'delete from audit_log where id = 3', /entries after 2 were removed/],
  ['a changed address', "update audit_log set network = '198.51.100.1' where id = 2", /entry 2 /],
  ['a lost seal', "update audit_log set hash = '' where id = 2", /entry 2 /],
  [
    'a forged entry at the end',
    "insert into audit_log (at, action, subject, hash) values ('x', 'y', 'z', 'f')",
    /entry 4 /,
  ],
] as const)('%s is found', (_, sql, fault) => {
  const { write, check, client } = createFixture();
  for (const action of ['content.updated', 'user.created', 'backup.made']) write(action);
  client.exec(sql);
  expect(check().faults.join('\n')).toMatch(fault);
});

test('entries of users name the network inside the hash chain; those of visitors and the system name none', async () => {
  const { call, deps, check, client, submit } = createFixture();
  const from = (address: string) => call('/api/audit/export.csv', { address });
  await from('203.0.113.7');
  await from('2001:db8:1:2:3::9');
  expect((await submit(minimalEnquiry, { address: '198.51.100.9' })).status).toBe(200);
  recordAudit(deps.db, { at: deps.now().toISOString(), by: null, action: 'user.locked', subject: 'x' });
  const { entries } = (await call('/api/audit')).body;
  const getNetwork = (action: string) =>
    entries.filter((entry: AuditItem) => entry.action === action).map((entry: AuditItem) => entry.network);
  expect(getNetwork('audit.exported')).toEqual(['2001:db8:1:2::/64', '203.0.113.7']);
  expect(getNetwork('intake.received')).toEqual([null]);
  expect(getNetwork('user.locked')).toEqual([null]);
  expect(JSON.stringify(entries)).not.toContain('198.51.100.9');

  const found = async (network: string) => (await call(`/api/audit?network=${network}`)).body.entries.length;
  expect(await found('2001:db8:1:2:ffff::1')).toBe(1);
  expect(await found('2001:db8:1:2::%2F64')).toBe(1);
  for (const beginning of ['203', '203.0.', '2001:db8', '2001:DB8:1:']) expect(await found(beginning)).toBe(1);
  for (const other of ['192.0.2.1', '20', '203.1', '%25', 'mill']) expect(await found(other)).toBe(0);
  expect((await from('203.0.113.7')).text).toContain('"2001:db8:1:2::/64"');
  expect(check().faults).toEqual([]);
  client.exec("update audit_log set network = null where network = '2001:db8:1:2::/64'");
  expect(check().faults).toHaveLength(1);
});

test('a change that is rolled back leaves no entry and no gap', () => {
  const { deps, write, check } = createFixture();
  write('content.updated');
  expect(() =>
    deps.db.transaction(() => {
      write('user.created');
      throw new Error('no');
    }),
  ).toThrow('no');
  write('backup.made');
  expect(check()).toMatchObject({ entries: 2, faults: [] });
});

test('the log is read in pages, newest first, and by its filters', async () => {
  const { call, write, deps } = createFixture();
  const editor = { id: 'e', name: 'Editor' };
  for (let n = 0; n < 60; n++) write('content.updated', `hero.k${n}`, n % 2 === 0 ? editor : null);
  deps.clock.advance(86_400_000);
  write('release.rolled-back', 'r', editor);
  const first = (await call('/api/audit?area=content')).body;
  const second = (await call(`/api/audit?area=content&cursor=${first.next}`)).body;
  expect([first.entries.length, second.entries.length, second.next]).toEqual([50, 10, null]);
  expect([first.entries[0].subject, second.entries.at(-1).subject]).toEqual(['hero.k59', 'hero.k0']);
  expect((await call('/api/audit?area=release')).body.entries).toMatchObject([
    { by: 'Editor', action: 'release.rolled-back', subject: 'r' },
  ]);
  const count = async (query: string) => (await call(`/api/audit?${query}`)).body.entries.length;
  expect(await count('who=e')).toBe(31);
  expect(await count('who=system')).toBe(30);
  expect(await count('area=release')).toBe(1);
  expect(await count(`from=${deps.now().toISOString()}&who=e`)).toBe(1);
  expect(await count(`until=${deps.now().toISOString()}&who=system`)).toBe(30);
});

test('an entry about an item says what was there before and after, from the history of the item', async () => {
  const { call, deps } = createFixture();
  const publishing = createPublishing(deps, []);
  const content = createContentService(deps, createContentQueries(deps.db), publishing);
  const save = (value: unknown) => {
    deps.clock.advance(1000);
    content.save([{ section: 'hero', key: 'title', value }], { id: 'e', name: 'Editor' });
  };
  save('The first words');
  save('The second words');
  const version = (await call('/api/audit?area=content')).body.entries[0].change.version;
  save('The third words');
  const { entries } = (await call('/api/audit?area=content')).body;
  const change = (id: number, before: string, after: string) => {
    return { version: id, fields: [{ pointer: '', label: 'Headline', before, after }], fieldCount: 1 };
  };
  expect(entries.slice(0, 2).map(({ action, change }: AuditItem) => [action, change])).toEqual([
    ['content.updated', change(version + 1, 'The second words', 'The third words')],
    ['content.updated', change(version, 'The first words', 'The second words')],
  ]);
  content.save([{ section: 'footer', key: 'link-new', value: { label: 'New', href: '/' } }], null);
  const [added] = (await call('/api/audit?area=content')).body.entries;
  expect([added.action, added.change]).toEqual([
    'content.created',
    { version: version + 2, fields: [], fieldCount: 0 },
  ]);
});

test('hiding an entry and showing it again is named as such, and so is publishing and unlisting a page', async () => {
  const { call, deps } = createFixture();
  const content = createContentService(deps, createContentQueries(deps.db), createPublishing(deps, []));
  const save = (section: string, key: string, value: unknown, metadata: object) => {
    deps.clock.advance(1000);
    content.save([{ section, key, value, metadata }], null);
  };
  const link = { label: 'New', href: '/' };
  for (const metadata of [{}, { hidden: true }, {}, { hidden: false, unlisted: false }])
    save('footer', 'link-new', link, metadata);
  const page = { title: 'Rules', description: 'All rules.', body: fromParts([{ text: 'One' }]) };
  for (const metadata of [{}, { unlisted: true }, {}, { hidden: true }, {}]) save('site', 'page-rules', page, metadata);
  const { entries } = (await call('/api/audit?area=content')).body;
  expect(entries.slice(0, 9).map(({ action }: AuditItem) => action)).toEqual([
    'content.published',
    'content.unpublished',
    'content.listed',
    'content.unlisted',
    'content.created',
    'content.updated',
    'content.shown',
    'content.hidden',
    'content.created',
  ]);
});

test('an article that waits for a review is not called published', async () => {
  const { call, deps } = createFixture();
  const publishing = createPublishing(deps, []);
  const content = createContentService(deps, createContentQueries(deps.db), publishing);
  const value = { title: 'Rules', description: 'All rules.', body: fromParts([{ text: 'One' }]) };
  const save = (metadata: object) => {
    deps.clock.advance(1000);
    content.save([{ section: 'site', key: 'page-rules', value, metadata }], null);
  };
  save({ hidden: true });
  deps.db.transaction((tx) => publishing.change(tx, { review: true }));
  for (const metadata of [{}, { hidden: true }]) save(metadata);
  const { entries } = (await call('/api/audit?area=content')).body;
  expect(entries.slice(0, 2).map(({ action, change }: AuditItem) => [action, change?.fields])).toEqual([
    ['content.unpublish-pending', []],
    ['content.publish-pending', []],
  ]);
});

test('an entry about no item has no change, nor has one whose history is unknown', async () => {
  const { call, write } = createFixture();
  write('content.updated', 'hero.nowhere');
  write('user.password-set', 'editor@example.org');
  const { entries } = (await call('/api/audit')).body;
  expect(entries.slice(0, 2).map(({ change }: AuditItem) => change)).toEqual([null, null]);
});

test('who gets in, and as what, is found in one place; signing in is not among it', async () => {
  const { call, write } = createFixture();
  const decided = [
    'created',
    'invited',
    'joined',
    'disabled',
    'enabled',
    'deleted',
    'restored',
    'locked',
    'role-changed',
  ];
  for (const what of [...decided, 'signed-in', 'signed-in-with-passkey', 'used-recovery-code']) write(`user.${what}`);
  write('session.revoked');
  const { entries } = (await call('/api/audit?area=rights')).body;
  expect(entries.map(({ action }: AuditItem) => action).reverse()).toEqual(decided.map((what) => `user.${what}`));
});

test('the log is exported whole, as text, and the export is written down', async () => {
  const { call, write } = createFixture();
  for (let n = 0; n < 1200; n++) write('content.updated', '=1+1');
  const { text, headers } = await call('/api/audit/export.csv?area=content');
  const lines = text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(1201);
  expect(lines[1]).toContain(`"'=1+1"`);
  expect(headers.get('content-disposition')).toContain('attachment');
  expect((await call('/api/audit')).body.entries[0]).toMatchObject({ action: 'audit.exported', by: 'Author' });
});

test.each([
  'area=nothing',
  'area=content&area=user',
  'from=yesterday',
  'cursor=0',
  'cursor=x',
  'sort=id',
  `who=${'x'.repeat(65)}`,
])('the query %s is refused [M10, M11]', async (query) => {
  const { call } = createFixture();
  expect((await call(`/api/audit?${query}`)).status).toBe(422);
});

test('the log is for people who are signed in [Z1]', async () => {
  const { app } = createFixture();
  for (const path of ['/api/audit', '/api/audit/export.csv']) expect((await send(app, path)).status).toBe(401);
});
