import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFetch } from '../../src/app.ts';
import { checkAuditChain } from '../../src/platform/audit-log/hash-chain.ts';
import { users } from '../../src/platform/db/schema/core.ts';
import { findDatabaseFaults } from '../../src/platform/db/sqlite-errors.ts';
import { fuzz } from '../config.ts';
import { createEnquiryFixture } from '../enquiry-fixture.ts';
import { startFakePublisher } from '../preview-fixture.ts';
import { writeRelease } from '../release.ts';
import { type FuzzedRequest, requestArbitrary } from './requests.ts';

const atOnce = 10;
const releaseId = '000001-abcdef01';

/** Creates the whole product without its processes: database, routes, a live release, and a fake publisher. */
async function createFixture() {
  const publisher = await startFakePublisher(() => undefined);
  // Nothing listens at the public URL and at the API's own port, so that checks of them fail at once.
  const env = { PUBLISHER_URL: publisher.url, SITE_URL: 'http://localhost:9', PORT: '4' };
  const fixture = createEnquiryFixture(env);
  const { deps, services, app } = fixture;
  writeRelease(`${deps.config.dataDir}/releases`, releaseId, { '/': { file: 'index.html', body: '<h1>Site</h1>' } });
  await services.liveRelease.load(releaseId);
  services.publisherMonitor.recordContact();
  const tokens = new Map<string, string>();
  let people = 0;

  /** Signs in again, if necessary as a new user, because the requests end sessions and delete users. */
  async function renew(role: 'admin' | 'super_admin'): Promise<void> {
    const [user] = deps.db.select().from(users).where(eq(users.role, role)).limit(1).all();
    people += 1;
    const person = user ? { ...user, _id: user.id, lastLogin: null } : await fixture.addUser(`fuzz-${people}`, role);
    tokens.set(role, (await fixture.signIn(person)).token);
  }
  await renew('admin');
  await renew('super_admin');

  function getToken({ identity, method, path }: FuzzedRequest): string | undefined {
    if (identity === 'publisher') return deps.secrets.publisherToken;
    if (identity === 'forged') return 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.';
    // This route would create a real backup, which takes a process and a second; it has tests of its own.
    const isBackup = method === 'POST' && path.startsWith('/api/backups');
    return identity === 'super_admin' && isBackup ? tokens.get('admin') : tokens.get(identity);
  }

  const fetch = createFetch(app, services);
  async function send(request: FuzzedRequest) {
    const token = getToken(request);
    const headers = { ...request.headers, ...(token && { authorization: `Bearer ${token}` }) };
    const { method, path, body } = request;
    const incoming = {
      method,
      url: path,
      headers,
      rawHeaders: [],
      socket: { remoteAddress: `203.0.113.${request.network}` },
    };
    const reply = await fetch(
      new Request(`http://127.0.0.1:9${path}`, { method, headers, ...(body !== undefined && { body }) }),
      { incoming } as never,
    );
    const isRole = request.identity === 'admin' || request.identity === 'super_admin';
    if (reply.status === 401 && isRole) await renew(request.identity as 'admin');
    return reply;
  }

  return { ...fixture, send };
}

/** Details that no response may reveal: source paths and queries. */
const leak = /\bat .+:\d+:\d+|SQLITE_|\.ts:\d|node_modules|select .+ from/i;

async function check(reply: Response, request: FuzzedRequest): Promise<void> {
  if (reply.status >= 500) expect.fail(`${request.method} ${request.path} responded with ${reply.status}`);
  const isProblem = reply.headers.get('content-type')?.includes('problem+json');
  if (!isProblem || request.method === 'HEAD') return void (await reply.body?.cancel());
  const text = await reply.text();
  const { success, message } = JSON.parse(text);
  // The assertions cost more than the request, so they run only for faults.
  if (success !== false || typeof message !== 'string' || leak.test(text)) expect.fail(`${request.path}: ${text}`);
}

test(`${fuzz.requests} fuzzed requests (FUZZ_SEED=${fuzz.seed}) over the whole route table: no response has status 500 or more [D12, D4, M4, M10, M14, M15, X10]`, {
  timeout: 3_600_000,
}, async () => {
  const fixture = await createFixture();
  const routes = [...new Set(fixture.app.routes.map(({ method, path }) => `${method} ${path}`))];
  process.stdout.write(`FUZZ_SEED=${fuzz.seed}, ${fuzz.requests} requests over ${routes.length} routes\n`);
  const began = performance.now();
  const statuses = new Map<number, number>();
  await fc.assert(
    // Some run simultaneously, so that they interact and share the wait for signatures.
    fc.asyncProperty(fc.array(requestArbitrary(routes), { minLength: atOnce, maxLength: atOnce }), async (requests) => {
      const replies = await Promise.all(requests.map((request) => fixture.send(request)));
      for (const [index, reply] of replies.entries()) {
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
        await check(reply, requests[index] as FuzzedRequest);
      }
    }),
    { numRuns: Math.ceil(fuzz.requests / atOnce), seed: fuzz.seed },
  );
  const seconds = (performance.now() - began) / 1000;
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
  process.stdout.write(`${seconds.toFixed(1)} s; ${counts.join(', ')}\n`);
  // Many requests succeeded, and the data is intact.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(fuzz.requests / 50);
  expect(statuses.get(422) ?? 0).toBeGreaterThan(fuzz.requests / 50);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  expect(findDatabaseFaults(fixture.deps.db.$client)).toEqual([]);
  expect(checkAuditChain(fixture.deps.db.$client).faults).toEqual([]);
});
