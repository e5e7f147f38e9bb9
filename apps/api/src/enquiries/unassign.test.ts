import { expect, test } from 'vitest';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { auditLog } from '../platform/db/schema/core.ts';

type Fixture = Awaited<ReturnType<typeof createFixture>>;

/** Creates a colleague with one enquiry in each of the folders. */
async function createFixture(folders: string[]) {
  const fixture = createEnquiryFixture({ LEADS_TO: 'team@mills.test' });
  const colleague = await fixture.addUser('Colleague', 'admin');
  const assign = (id: string, assigneeId = colleague._id) =>
    fixture.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { assigneeId } });
  for (const status of folders) {
    const { id } = await fixture.receive({ companyName: `A ${status} one`, email: `${status}@mills.test` });
    await fixture.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { status } });
    await assign(id);
  }
  return {
    ...fixture,
    colleague,
    assign,
    assigned: () =>
      fixture
        .rows()
        .filter(({ assigneeId }) => assigneeId === colleague._id)
        .map(({ status }) => status),
    told: () => fixture.mails().filter(({ kind }) => kind === 'unassigned'),
    noted: () =>
      fixture.deps.db
        .select()
        .from(auditLog)
        .all()
        .filter(({ action }) => action === 'enquiries.unassigned')
        .map(({ subject }) => subject),
  };
}

const disable = ({ call, colleague }: Fixture) =>
  call(`/api/auth/users/${colleague._id}/status`, { method: 'PUT', body: { status: 'disabled' } });
const remove = ({ call, colleague }: Fixture) => call(`/api/auth/users/${colleague._id}`, { method: 'DELETE' });

test.each([
  ['disabled', disable, ['replied', 'closed', 'spam']],
  ['deleted', remove, []],
])(
  'the open enquiries of a colleague who is %s are unassigned, and the team is notified',
  async (_, close, assigned) => {
    const fixture = await createFixture(['new', 'read', 'replied', 'closed', 'spam']);
    expect((await close(fixture)).status).toBe(200);
    expect(fixture.assigned()).toEqual(assigned);
    expect(fixture.noted()).toEqual([`2 enquiries of ${fixture.colleague.email}`]);
    const [mail] = fixture.told();
    const written = mail && fixture.services.composeMail(mail);
    expect(fixture.told()).toHaveLength(1);
    expect(written).toMatchObject({
      to: [{ address: 'team@mills.test' }],
      subject: '2 enquiries of Colleague need a new person to reply',
    });
    expect(written?.text).toContain('/admin/enquiries?status=all&only=unassigned');
  },
);

test('no message is sent for a user without open enquiries', async () => {
  const fixture = await createFixture(['replied']);
  await disable(fixture);
  expect([fixture.noted(), fixture.told(), fixture.assigned()]).toEqual([[], [], ['replied']]);
});

test('a restored account does not get its enquiries back', async () => {
  const fixture = await createFixture(['new']);
  await remove(fixture);
  await fixture.call(`/api/auth/users/${fixture.colleague._id}/restore`, { method: 'POST' });
  expect(fixture.assigned()).toEqual([]);
});

test('a failed transaction leaves everything unchanged', async () => {
  const fixture = await createFixture(['new']);
  fixture.deps.db.$client.exec(
    "create trigger no_notice before insert on outbox_messages when new.kind = 'unassigned' begin select raise(abort, 'no'); end",
  );
  const before = fixture.footprint();
  expect((await disable(fixture)).status).toBe(500);
  expect((await remove(fixture)).status).toBe(500);
  expect([fixture.assigned(), fixture.footprint()]).toEqual([['new'], before]);
});

test('a disabled user cannot be an assignee', async () => {
  const fixture = await createFixture(['new']);
  await disable(fixture);
  const [row] = fixture.rows();
  const { status, body } = await fixture.assign(row?.id ?? '');
  expect([status, body.detail]).toEqual([422, 'This account is disabled. Choose another assignee.']);
  expect(fixture.assigned()).toEqual([]);
});
