import { expect, test } from 'vitest';
import { createLeadScene } from '../../test/lead-scene.ts';
import { auditLog } from '../platform/db/schema/core.ts';

type Scene = Awaited<ReturnType<typeof createScene>>;

/** A colleague with one enquiry of each kind. */
async function createScene(folders: string[]) {
  const scene = createLeadScene({ LEADS_TO: 'team@mills.test' });
  const colleague = await scene.addUser('Colleague', 'admin');
  const assign = (id: string, assigneeId = colleague._id) =>
    scene.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { assigneeId } });
  for (const status of folders) {
    const { id } = await scene.receive({ companyName: `A ${status} one`, email: `${status}@mills.test` });
    await scene.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { status } });
    await assign(id);
  }
  return {
    ...scene,
    colleague,
    assign,
    held: () =>
      scene
        .rows()
        .filter(({ assigneeId }) => assigneeId === colleague._id)
        .map(({ status }) => status),
    told: () => scene.mails().filter(({ kind }) => kind === 'unassigned'),
    noted: () =>
      scene.deps.db
        .select()
        .from(auditLog)
        .all()
        .filter(({ action }) => action === 'enquiries.unassigned')
        .map(({ subject }) => subject),
  };
}

const disable = ({ call, colleague }: Scene) =>
  call(`/api/auth/users/${colleague._id}/status`, { method: 'PUT', body: { status: 'disabled' } });
const remove = ({ call, colleague }: Scene) => call(`/api/auth/users/${colleague._id}`, { method: 'DELETE' });

test.each([
  ['disabled', disable, ['replied', 'closed', 'spam']],
  ['deleted', remove, []],
])('the open enquiries of a colleague who is %s are nobody’s, and the team is told', async (_, close, held) => {
  const scene = await createScene(['new', 'read', 'replied', 'closed', 'spam']);
  expect((await close(scene)).status).toBe(200);
  expect(scene.held()).toEqual(held);
  expect(scene.noted()).toEqual([`2 enquiries of ${scene.colleague.email}`]);
  const [mail] = scene.told();
  const written = mail && scene.services.composeMail(mail);
  expect(scene.told()).toHaveLength(1);
  expect(written).toMatchObject({
    to: [{ address: 'team@mills.test' }],
    subject: '2 enquiries of Colleague wait for a new person',
  });
  expect(written?.text).toContain('/admin/enquiries?status=all&only=unassigned');
});

test('whoever has nothing open leaves without a word', async () => {
  const scene = await createScene(['replied']);
  await disable(scene);
  expect([scene.noted(), scene.told(), scene.held()]).toEqual([[], [], ['replied']]);
});

test('an account that comes back does not take its enquiries back', async () => {
  const scene = await createScene(['new']);
  await remove(scene);
  await scene.call(`/api/auth/users/${scene.colleague._id}/restore`, { method: 'POST' });
  expect(scene.held()).toEqual([]);
});

test('a refused closing leaves everything as it is', async () => {
  const scene = await createScene(['new']);
  scene.deps.db.$client.exec(
    "create trigger no_notice before insert on outbox_messages when new.kind = 'unassigned' begin select raise(abort, 'no'); end",
  );
  const before = scene.footprint();
  expect((await disable(scene)).status).toBe(500);
  expect((await remove(scene)).status).toBe(500);
  expect([scene.held(), scene.footprint()]).toEqual([['new'], before]);
});

test('nothing is given to somebody who is disabled', async () => {
  const scene = await createScene(['new']);
  await disable(scene);
  const [row] = scene.rows();
  const { status, body } = await scene.assign(row?.id ?? '');
  expect([status, body.detail]).toEqual([422, 'This account is disabled. Choose another assignee.']);
  expect(scene.held()).toEqual([]);
});
