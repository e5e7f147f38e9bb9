import { Hono } from 'hono';
import { requireSession, type SignedIn } from '../auth/policy.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Deps } from '../context.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import { limitBody } from '../platform/http/json-body.ts';
import type { Backups } from './store.ts';

const maxBodyBytes = 1024;

/** `/backups`: lists the backups and makes one. Their files cannot be downloaded. */
export function backupRoutes({ db, now }: Deps, { sessions, backups }: { sessions: Sessions; backups: Backups }) {
  return new Hono<SignedIn>()
    .use(requireSession(sessions))
    .get('/', async (context) => context.json({ success: true as const, ...(await backups.list()) }))
    .post('/', limitBody(maxBodyBytes), async (context) => {
      const { user } = context.var.session;
      const backup = await backups.make();
      const by = { id: user._id, name: user.name };
      recordAudit(db, { at: now().toISOString(), by, action: 'backup.made', subject: backup.id });
      return context.json({ success: true as const, backup }, 201);
    });
}
