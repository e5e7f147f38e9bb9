import { ObjectStoreError } from '@threadline/object-store/store-error';
import { type Backup, backupIdSchema } from '@threadline/schema/wire/backup';
import { Hono } from 'hono';
import { createDownloadTickets } from '../auth/download-tickets.ts';
import { requireSession, type SignedIn } from '../auth/policy.ts';
import { createRecentAuth } from '../auth/recent-auth.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Deps } from '../context.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import { limitBody } from '../platform/http/json-body.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createRestoreStart } from './begin-restore.ts';
import { openArchive } from './download.ts';
import { chooseIntervalHours } from './location.ts';
import { ArchiveError } from './manifest.ts';
import type { Restores } from './restores.ts';
import type { Backups } from './store.ts';

const maxBodyBytes = 1024;

interface BackupRouteParts {
  sessions: Sessions;
  backups: Backups;
  restores: Restores;
}

/** `/backups`: lists the backups; makes, verifies, downloads and restores one. */
export function backupRoutes(deps: Deps, { sessions, backups, restores }: BackupRouteParts) {
  const { config, db, now } = deps;
  const { requireRecentAuth } = createRecentAuth(deps);
  const beginRestore = createRestoreStart(deps, { backups, restores });
  const tickets = createDownloadTickets<string>(deps, sessions);

  /** @throws ProblemError 404 for an unknown backup */
  async function requireBackup(id: string): Promise<Backup> {
    const { backups: known } = backupIdSchema.safeParse(id).success ? await backups.list() : { backups: [] };
    const backup = known.find((each) => each.id === id);
    if (!backup) throw new ProblemError('not-found', { detail: 'This backup no longer exists.' });
    return backup;
  }

  /** @throws ProblemError 404 for an unknown backup, 409 for a damaged one */
  async function requireUsable(id: string): Promise<Backup> {
    const backup = await requireBackup(id);
    if (backup.verification?.result === 'damaged')
      throw new ProblemError('conflict', { detail: `This backup is damaged. ${backup.verification.detail}` });
    return backup;
  }

  return new Hono<SignedIn>()
    .get('/archives/:ticket', async (context) => {
      const { method } = context.req;
      const id = tickets.redeem(context.req.param('ticket'), method);
      const headers = {
        'content-type': 'application/x-tar',
        'content-disposition': `attachment; filename="threadline-backup-${id}.tar"`,
        'cache-control': 'no-store',
      };
      if (method === 'HEAD') return context.body(null, 200, headers);
      return context.body(await openArchive(deps, id).catch(refuse), 200, headers);
    })
    .use(requireSession(sessions))
    .get('/', async (context) =>
      context.json({
        success: true as const,
        ...(await backups.list()),
        plan: { everyHours: chooseIntervalHours(config, backups.location()), keep: config.backup.keep },
        lastRestore: restores.last(),
      }),
    )
    .post('/', limitBody(maxBodyBytes), async (context) => {
      const { user } = context.var.session;
      const backup = await backups.make();
      const by = { id: user._id, name: user.name };
      recordAudit(db, { at: now().toISOString(), by, action: 'backup.made', subject: backup.id });
      return context.json({ success: true as const, backup }, 201);
    })
    .post('/:id/verify', limitBody(maxBodyBytes), async (context) => {
      const { id, createdAt: subject } = await requireBackup(context.req.param('id'));
      const backup = await backups.verify(id).catch(refuse);
      recordAudit(db, { at: now().toISOString(), by: context.var.actor, action: 'backup.verified', subject });
      return context.json({ success: true as const, backup });
    })
    .post('/:id/download', limitBody(maxBodyBytes), requireRecentAuth, async (context) => {
      const { id, createdAt: subject } = await requireUsable(context.req.param('id'));
      const ticket = tickets.create(context.var.session, id);
      // The backup contains personal data, password hashes and keys.
      recordAudit(db, { at: now().toISOString(), by: context.var.actor, action: 'backup.downloaded', subject });
      return context.json({ success: true as const, url: `/api/backups/archives/${ticket}` }, 201);
    })
    .post('/:id/restore', limitBody(maxBodyBytes), requireRecentAuth, async (context) => {
      const { id } = await requireUsable(context.req.param('id'));
      beginRestore({ id, by: context.var.actor });
      return context.json({ success: true as const }, 202);
    });
}

/** @throws ProblemError with the fault of the backup or of its store */
function refuse(error: Error): never {
  if (error instanceof ArchiveError) throw new ProblemError('conflict', { detail: error.message });
  if (error instanceof ObjectStoreError) throw new ProblemError('unavailable', { detail: error.message });
  throw error;
}
