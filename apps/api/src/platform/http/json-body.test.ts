import { expect, test } from 'vitest';
import { createAccountFixture } from '../../../test/account-fixture.ts';
import { footprint, send } from '../../../test/test-app.ts';
import { createApp, createServices } from '../../app.ts';

test.each([
  ['DELETE', '/auth/users/x', '16 KB'],
  ['DELETE', '/content/hero/slide-build', '256 KB'],
  ['DELETE', '/api/upload/image/x', '16 KB'],
  ['POST', '/api/releases/resume', '1 KB'],
  ['POST', '/api/releases/000001-0123abcd/rollback', '1 KB'],
  ['POST', '/api/publishing/deliveries/x/retry', '1 KB'],
  ['POST', '/api/publishing/retry', '1 KB'],
])('%s %s, which needs no body, refuses a megabyte', async (method, path, limit) => {
  const { deps, addUser, signIn } = createAccountFixture();
  const app = createApp(deps, createServices(deps));
  const { token } = await signIn(await addUser('Owner', 'super_admin'));
  const before = footprint(deps);
  const reply = await send(app, path, { method, body: { more: 'x'.repeat(1_000_000) }, token });
  expect([reply.status, reply.body.message]).toEqual([413, `Send at most ${limit} at once.`]);
  expect(footprint(deps)).toEqual(before);
});
