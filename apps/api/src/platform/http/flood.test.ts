import { expect, test } from 'vitest';
import { createAccountFixture } from '../../../test/account-fixture.ts';
import { footprint, send } from '../../../test/test-app.ts';
import { createApp, createServices } from '../../app.ts';

test('two thousand unknown paths, with and without a session, add no row and no file [D7]', async () => {
  const fixture = createAccountFixture();
  const app = createApp(fixture.deps, createServices(fixture.deps));
  const { token } = await fixture.signIn(await fixture.addUser('Owner', 'super_admin'));
  const before = footprint(fixture.deps);
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];
  const statuses = new Set<number>();
  for (let n = 0; n < 2000; n += 1) {
    const method = methods[n % methods.length];
    const path =
      n % 2 ? `/api/nothing-${n}/${'x'.repeat(n % 50)}` : `/media/${n.toString(16).padStart(32, '0')}-480.avif`;
    const address = `203.0.${n >> 8}.${n & 255}`;
    const { status } = await send(app, path, { method, address, ...(n % 3 === 0 && { token }) });
    statuses.add(status);
  }
  expect([...statuses].filter((status) => status < 400 || status >= 500)).toEqual([]);
  expect(footprint(fixture.deps)).toEqual(before);
});
