import { expect, test } from 'vitest';
import { useInstallation } from '../../test/backup-fixture.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import { checkAuditChain } from '../platform/audit-log/hash-chain.ts';
import { openDatabase } from '../platform/db/client.ts';
import { auditLog, publishing } from '../platform/db/schema/core.ts';

const site = useInstallation();
const author = { id: 'author', name: 'Author' };
const file = () => site.inData('threadline.db');

test('the audit log goes on after a restore, and its hash chain stays intact', async () => {
  const { db, now } = site.deps();
  const record = (subject: string) =>
    recordAudit(db, { at: now().toISOString(), by: author, action: 'content.updated', subject });
  record('before the backup');
  const id = await site.backUp();
  record('after the backup');
  const before = checkAuditChain(db.$client);
  await site.restore(id);
  const restored = openDatabase(file());
  expect(checkAuditChain(restored.$client)).toMatchObject({ entries: before.entries + 1, faults: [] });
  const [last, earlier] = restored.select().from(auditLog).all().reverse();
  expect([earlier?.subject, earlier?.hash]).toEqual(['after the backup', before.head]);
  expect(last).toMatchObject({ action: 'backup.restored' });
  restored.$client.close();
});

test.each([
  [false, true],
  [true, false],
])(
  'review mode is on after a restore if it was on in the backup (%s) or before the restore (%s)',
  async (then, now) => {
    const { db } = site.deps();
    db.update(publishing).set({ review: then }).run();
    const id = await site.backUp();
    db.update(publishing).set({ review: now }).run();
    await site.restore(id);
    const restored = openDatabase(file());
    expect(restored.select().from(publishing).get()).toMatchObject({ review: true });
    restored.$client.close();
  },
);
