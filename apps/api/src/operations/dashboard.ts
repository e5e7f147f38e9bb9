import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describeLocation } from '@threadline/object-store/store-url';
import { listPlaceholderFields } from '@threadline/schema/content/placeholder-fields';
import type { Dashboard } from '@threadline/schema/wire/dashboard';
import { releaseMarkSchema } from '@threadline/schema/wire/release';
import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { listAudit, withItemNames } from '../audit-log/list.ts';
import { requireSession, type SignedIn } from '../auth/policy.ts';
import { type Sessions, toActor } from '../auth/sessions.ts';
import type { IntegrityCheck } from '../backup/check-database.ts';
import type { Backups } from '../backup/store.ts';
import { createDraftReader } from '../content/drafts.ts';
import { createContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { hasNoAlt, isInLibrary, isNotVideoFrame, isPicture } from '../media/list.ts';
import { createImageUses, listImagesWithOwnAlt } from '../media/uses.ts';
import { listPosters } from '../media/video-frames.ts';
import type { Db } from '../platform/db/client.ts';
import { contentItems, images, users } from '../platform/db/schema/core.ts';
import { enquiryDays } from '../platform/db/schema/enquiries.ts';
import { limitBody } from '../platform/http/json-body.ts';
import { readDiskSpace } from '../platform/storage/free-space.ts';
import { countOpenFeedback } from '../preview/feedback.ts';
import { createReleaseNames } from '../publishing/releases/release-names.ts';
import type { Publishing } from '../publishing/service.ts';
import type { Replication } from '../replication/replication.ts';
import type { StorageCheck } from './health.ts';
import { createPrivacyNotice } from './privacy-notice.ts';
import { findShippedNames, listSetupSteps } from './setup-steps.ts';

/** The request has no body. */
const maxBodyBytes = 1024;

const shownActivities = 20;

interface DashboardParts {
  sessions: Sessions;
  publishing: Publishing;
  backups: Backups;
  integrity: IntegrityCheck;
  replication: Replication;
  storage: StorageCheck;
}

/** `GET /dashboard`: the counters and the system information; and a step of the set-up that is only confirmed. */
export function dashboardRoutes(
  deps: Deps,
  { sessions, publishing, backups, integrity, replication, storage }: DashboardParts,
) {
  const { config, db, now } = deps;
  const dataSize = createDataSize(config.dataDir);

  const probe = createSiteProbe(deps);
  const queries = createContentQueries(db);
  const drafts = createDraftReader(db);
  const uses = createImageUses(queries, drafts);
  const privacyNotice = createPrivacyNotice(deps);
  const nameRelease = createReleaseNames(db);

  const system = async (): Promise<Dashboard['system']> => ({
    version: config.version,
    environment: config.environment,
    commit: config.commit,
    node: process.versions.node,
    database: canQuery(db) ? 'connected' : 'unreachable',
    storageProblem: storage.findProblem() ?? null,
    integrity: integrity.refresh(),
    lastBackup: (await backups.listKnown())[0] ?? null,
    backupLocation: describeBackupLocation(backups),
    backupFailure: backups.failure(),
    replica: replication.status(),
    disk: readDiskSpace(config.dataDir),
    uptimeSeconds: Math.floor(process.uptime()),
    dataBytes: await dataSize(now()),
  });

  return new Hono<SignedIn>()
    .get('/', requireSession(sessions), async (context) => {
      const { liveAt } = publishing.status();
      const site = await probe(liveAt);
      const invitedUsers = count(db, users, eq(users.status, 'invited'));
      const dashboard: Dashboard = {
        contentItems: count(db, contentItems),
        oldContentItems: count(db, contentItems, lt(contentItems.updatedAt, getYearBefore(now()))),
        images: count(db, images, and(isInLibrary, isPicture, isNotVideoFrame([...listPosters(db).keys()]))),
        users: count(db, users),
        invitedUsers,
        enquiries: countEnquiries(db),
        imagesWithoutAlt: count(db, images, and(isInLibrary, hasNoAlt(listImagesWithOwnAlt(queries, uses())))),
        placeholders: queries.workingCopy().flatMap(listPlaceholderFields).length,
        shippedNames: findShippedNames(queries.workingCopy()).length,
        failedSchedules: drafts.listFailed(),
        openFeedback: countOpenFeedback(db),
        setup: listSetupSteps(deps, {
          queries,
          user: context.var.session.user,
          activeUsers: count(db, users, eq(users.status, 'active')),
          invitedUsers,
          privacyNotice,
        }),
        site: { ...site, releaseNumber: nameRelease(site.revision)?.number ?? null, liveAt },
        activity: withItemNames(db, listAudit(db, shownActivities)).map(({ at, byName: by, action, subject, name }) => {
          return { at, by, action, subject, name };
        }),
        system: await system(),
      };
      return context.json({ success: true as const, ...dashboard });
    })
    .post('/privacy-notice-read', requireSession(sessions), limitBody(maxBodyBytes), (context) => {
      privacyNotice.markRead(true, toActor(context.var.session));
      return context.json({ success: true as const });
    })
    .delete('/privacy-notice-read', requireSession(sessions), limitBody(maxBodyBytes), (context) => {
      privacyNotice.markRead(false, toActor(context.var.session));
      return context.json({ success: true as const });
    });
}

function describeBackupLocation({ location }: Backups): string | null {
  const store = location()?.store;
  return store ? describeLocation(store) : null;
}

function getYearBefore(moment: Date): string {
  const then = new Date(moment);
  then.setUTCFullYear(then.getUTCFullYear() - 1);
  return then.toISOString();
}

/** Returns the number of enquiries ever received, including erased ones, without tests and spam. */
function countEnquiries(db: Db): number {
  const sum = sql<number | null>`sum(${enquiryDays.total})`;
  return db.select({ sum }).from(enquiryDays).get()?.sum ?? 0;
}

type Counted = typeof contentItems | typeof images | typeof users;

function count(db: Db, table: Counted, where?: SQL): number {
  return db.select({ rows: sql<number>`count(*)` }).from(table).where(where).get()?.rows ?? 0;
}

function canQuery(db: Db): boolean {
  try {
    return db.get<{ one: number }>(sql`select 1 as one`).one === 1;
  } catch {
    return false;
  }
}

const cachedMs = 5 * 60_000;

/**
 * Creates a function that returns the size of a folder in bytes. It takes one `stat` per file, so that a result is reused for
 * five minutes and concurrent calls share it.
 */
export function createDataSize(folder: string) {
  let counted: { at: number; bytes: Promise<number> } | undefined;

  return (now: Date): Promise<number> => {
    if (!counted || Math.abs(now.getTime() - counted.at) > cachedMs) {
      counted = { at: now.getTime(), bytes: measureFolder(folder) };
    }
    return counted.bytes;
  };
}

async function measureFolder(folder: string): Promise<number> {
  // A file that was removed meanwhile has no size.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await measureFolder(path);
    else if (entry.isFile()) bytes += (await stat(path).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
}

type Probed = Omit<Dashboard['site'], 'liveAt' | 'releaseNumber'>;

const timeoutMs = 3000;
/** How long one answer is reused. */
const maxAgeMs = 10_000;

/**
 * Creates a function that requests the release mark from the public address, through everything between it and a visitor.
 * It reuses an answer for 10 s, unless `liveAt` has changed: then another release has gone live.
 */
export function createSiteProbe({ config, now }: Pick<Deps, 'config' | 'now'>) {
  let last: { at: number; liveAt: string | null; answer: Promise<Probed> } | undefined;

  async function probe(): Promise<Probed> {
    const checkedAt = now().toISOString();
    const began = performance.now();
    const outcome = await readMark(config.siteUrl);
    return { ...outcome, checkedAt, responseMs: Math.round(performance.now() - began) };
  }

  return (liveAt: string | null): Promise<Probed> => {
    const at = now().getTime();
    const isFresh = last?.liveAt === liveAt && Math.abs(at - last.at) <= maxAgeMs;
    if (!last || !isFresh) last = { at, liveAt, answer: probe() };
    return last.answer;
  };
}

async function readMark(siteUrl: string): Promise<Pick<Probed, 'online' | 'release' | 'revision' | 'problem'>> {
  const offline = (problem: string) => ({ online: false, release: null, revision: null, problem });
  try {
    const reply = await fetch(`${siteUrl}/release.json`, {
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'cache-control': 'no-cache' },
    });
    if (!reply.ok) return offline(`${siteUrl} answered with error ${reply.status}.`);
    const mark = releaseMarkSchema.safeParse(await reply.json());
    if (!mark.success) return offline(`${siteUrl} shows another website than this one.`);
    return { online: true, release: mark.data.id, revision: mark.data.revision, problem: null };
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return offline(isLate ? `${siteUrl} did not answer in ${timeoutMs / 1000} s.` : `${siteUrl} cannot be reached.`);
  }
}
