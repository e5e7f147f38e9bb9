import { expect, test } from 'vitest';
import { createAccountFixture } from '../../test/account-fixture.ts';
import { send } from '../../test/test-app.ts';
import { readAuditPage } from '../audit-log/list.ts';

const same = { name: 'Editor', email: 'editor@example.org' };

test.each([
  ['another role', { role: 'super_admin' }, ['user.role-changed editor@example.org (admin → super_admin)']],
  ['another email', { email: 'e2@example.org' }, ['user.email-changed editor@example.org → e2@example.org']],
  [
    'another way to write it',
    { email: 'Editor@example.org' },
    ['user.email-changed editor@example.org → Editor@example.org'],
  ],
  ['a password', { password: 'another-one-9' }, ['user.password-set editor@example.org']],
  ['another name', { name: 'E' }, ['user.updated editor@example.org (Editor → E)']],
  [
    'all of it',
    { name: 'E', email: 'e2@example.org', password: 'another-one-9', role: 'super_admin' },
    [
      'user.updated e2@example.org (Editor → E)',
      'user.password-set e2@example.org',
      'user.email-changed editor@example.org → e2@example.org',
      'user.role-changed e2@example.org (admin → super_admin)',
    ],
  ],
  ['what is there already', {}, []],
])('the log names %s for what it is, with who did it', async (_, change, expected) => {
  const { addUser, app, deps, signIn } = createAccountFixture();
  const [owner, editor] = [await addUser('Owner', 'super_admin'), await addUser('Editor')];
  const { token } = await signIn(owner);
  const body = { ...same, ...change };
  expect((await send(app, `/api/auth/users/${editor._id}`, { method: 'PUT', body, token })).status).toBe(200);
  const { entries } = readAuditPage(deps.db, { who: owner._id, area: 'rights' });
  expect(entries.map(({ action, subject }) => `${action} ${subject}`)).toEqual(expected);
  const all = readAuditPage(deps.db, { area: 'user' }).entries.filter(({ action }) => action !== 'user.signed-in');
  expect(all).toEqual(entries);
});
