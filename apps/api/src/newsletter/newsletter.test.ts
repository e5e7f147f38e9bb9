import { expect, test } from 'vitest';
import { createTestDeps } from '../../test/create-test-deps.ts';
import { type Call, createTestApp, footprint, send } from '../../test/test-app.ts';
import { auditLog, subscribers } from '../db/schema.ts';
import { newsletterRoutes } from './routes.ts';

function createScene() {
  const deps = createTestDeps();
  const app = createTestApp(deps, [['/api/newsletter', newsletterRoutes(deps)]]);
  return {
    deps,
    footprint: () => footprint(deps),
    rows: () => deps.db.select().from(subscribers).all(),
    join: (body: unknown, options: Call = {}) => send(app, '/api/newsletter', { body, ...options }),
  };
}

const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
const thanks = { success: true, message: 'Thank you. Your address is on the list.' };

test('an address is stored, and its owner thanked', async () => {
  const { join, rows, deps } = createScene();
  expect(await join({ email: 'Asha@Example.org' })).toMatchObject({ status: 200, body: thanks });
  expect(rows()).toEqual([
    { email: 'Asha@Example.org', emailKey: 'asha@example.org', createdAt: deps.now().toISOString(), confirmedAt: null },
  ]);
  expect(JSON.stringify(deps.db.select().from(auditLog).all())).not.toMatch(/asha/i);
});

test('an address that is known gets the same reply, and changes nothing', async () => {
  const scene = createScene();
  const first = await scene.join({ email: 'asha@example.org' });
  const before = scene.footprint();
  scene.deps.clock.advance(60_000);
  const second = await scene.join({ email: 'ASHA@example.org' });
  expect([second.status, second.text]).toEqual([first.status, first.text]);
  expect(scene.footprint()).toEqual(before);
});

test('a form of a browser without JavaScript gets a page', async () => {
  const { join, rows } = createScene();
  const { status, headers, text } = await join('email=asha%40example.org', form);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
  expect(text).toContain(`<p>${thanks.message}</p>`);
  expect(rows()).toHaveLength(1);
});

test.each([
  ['broken JSON', '{', {}, 400],
  ['text', 'asha@example.org', { headers: { 'content-type': 'text/plain' } }, 415],
  ['no address', {}, {}, 422],
  ['an empty address', { email: '' }, {}, 422],
  ['a wrong address', { email: 'asha' }, {}, 422],
  ['a list of addresses', { email: ['asha@example.org'] }, {}, 422],
  ['a lone surrogate', '{"email":"a\\ud800@example.org"}', {}, 422],
  ['a further field', { email: 'asha@example.org', isConfirmed: true }, {}, 422],
  ['an address of 1 MB', { email: `${'x'.repeat(1_000_000)}@example.org` }, {}, 413],
  ['an empty form', '', form, 422],
  ['a form with a wrong address', 'email=asha', form, 422],
] as const)('%s is refused', async (...[, body, options, status]) => {
  const scene = createScene();
  const before = scene.footprint();
  const reply = await scene.join(body, options);
  expect(reply.status).toBe(status);
  if (options !== form) expect(reply.body).toMatchObject({ success: false, message: expect.stringMatching(/^[A-Z]/) });
  expect(scene.footprint()).toEqual(before);
});

test('the sixth address in ten minutes from one network is refused', async () => {
  const scene = createScene();
  for (let round = 0; round < 5; round++) await scene.join({ email: `asha${round}@example.org` });
  const before = scene.footprint();
  const { status, headers } = await scene.join({ email: 'asha@example.org' });
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(scene.footprint()).toEqual(before);
  expect((await scene.join({ email: 'asha@example.org' }, { address: '198.51.100.1' })).status).toBe(200);
});
