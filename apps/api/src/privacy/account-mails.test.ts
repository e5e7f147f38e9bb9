import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { users } from '../platform/db/schema/core.ts';

/** A colleague who has sent an enquiry as well, and whose account has a link and a notice on their way. */
async function createFixture() {
  const fixture = createEnquiryFixture();
  const colleague = await fixture.addUser('Editor');
  await fixture.receive({ email: colleague.email });
  const account = { name: colleague.name, email: colleague.email };
  await fixture.call(`/api/auth/users/${colleague._id}`, { method: 'PUT', body: { ...account, role: 'super_admin' } });
  await fixture.call(`/api/auth/users/${colleague._id}/link`, { method: 'POST' });
  const ofAccount = () =>
    fixture
      .mails()
      .filter(({ kind }) => kind === 'password-reset' || kind === 'account-changed')
      .map(({ kind, recipient, state }) => `${kind} to ${recipient}: ${state}`);
  const expected = (state: string) => [
    `account-changed to ${colleague.email}: ${state}`,
    `password-reset to ${colleague.email}: ${state}`,
  ];
  return { ...fixture, colleague, ofAccount, expected };
}

test('correcting a visitor’s address moves no message of an account', async () => {
  const { call, colleague, expected, ofAccount, services } = await createFixture();
  expect(ofAccount()).toEqual(expected('pending'));
  const body = { email: colleague.email, newEmail: 'elsewhere@example.org' };
  expect((await call('/api/privacy/correct', { body })).status).toBe(200);
  expect(ofAccount()).toEqual(expected('pending'));
  await services.jobs.runDue();
  expect(ofAccount()).toEqual(expected('written-to-disk'));
});

test('erasing a visitor neither finds nor cancels messages of an account', async () => {
  const { call, colleague, expected, ofAccount } = await createFixture();
  const { body } = await call('/api/privacy/find', { body: { email: colleague.email } });
  expect(body.data.messages.map(({ kind }: { kind: string }) => kind)).toEqual(['acknowledgement']);
  expect((await call('/api/privacy/erase', { body: { email: colleague.email } })).status).toBe(200);
  expect(ofAccount()).toEqual(expected('pending'));
});

test('an account link is sent only to the owner of the account', async () => {
  const { colleague, deps, mails, services } = await createFixture();
  deps.db.update(users).set({ email: 'new@example.org' }).where(eq(users.id, colleague._id)).run();
  await services.jobs.runDue();
  expect(mails().find(({ kind }) => kind === 'password-reset')).toMatchObject({
    state: 'failed',
    lastError: 'It is not addressed to the owner of the account. Make a new one.',
  });
});
