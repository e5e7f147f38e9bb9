import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { useInstallation } from '../../test/backup-fixture.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import { checkAuditChain } from '../platform/audit-log/hash-chain.ts';
import { openDatabase } from '../platform/db/client.ts';
import { auditLog } from '../platform/db/schema/core.ts';

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

test('a restore keeps the audit log of the backup if the replaced database has another one, and says so', async () => {
  const { db, now } = site.deps();
  const record = (subject: string) =>
    recordAudit(db, { at: now().toISOString(), by: author, action: 'content.updated', subject });
  const { head } = checkAuditChain(db.$client);
  record('before the backup');
  const id = await site.backUp();
  // As after a restore into which nothing could be carried over.
  db.delete(auditLog).where(eq(auditLog.subject, 'before the backup')).run();
  expect(checkAuditChain(db.$client).head).toBe(head);
  record('of the other log');
  expect(await site.restore(id)).toContain('The audit log is that of the backup');
  const restored = openDatabase(file());
  expect(checkAuditChain(restored.$client).faults).toEqual([]);
  const [last, earlier] = restored.select().from(auditLog).all().reverse();
  expect([last?.action, earlier?.subject]).toEqual(['backup.restored', 'before the backup']);
  restored.$client.close();
});
