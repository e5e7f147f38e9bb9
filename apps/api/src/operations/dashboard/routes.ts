import type { ContentItem } from '@threadline/schema/content-item';
import { findDefinition } from '@threadline/schema/content-model';
import type { Dashboard } from '@threadline/schema/dashboard';
import { findPlaceholders } from '@threadline/schema/placeholders';
import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { withItemNames } from '../../audit-log/item-names.ts';
import { listAudit } from '../../audit-log/list.ts';
import { requireSession, type SignedIn } from '../../auth/require-session.ts';
import type { Sessions } from '../../auth/sessions.ts';
import type { IntegrityCheck } from '../../backup/check-database.ts';
import type { Backups } from '../../backup/store.ts';
import { createContentQueries } from '../../content/queries.ts';
import type { Deps } from '../../context.ts';
import { hasNoAlt, inLibrary } from '../../media/list.ts';
import { createImageUses, listImagesWithOwnAlt } from '../../media/uses.ts';
import type { Db } from '../../platform/db/client.ts';
import { contentItems, images, users } from '../../platform/db/schema/core.ts';
import { enquiryDays } from '../../platform/db/schema/enquiries.ts';
import { readDiskSpace } from '../../platform/storage/free-space.ts';
import type { Publishing } from '../../publishing/service.ts';
import type { StorageCheck } from '../health/check-storage.ts';
import { createDataSize } from './data-size.ts';
import { createSiteProbe } from './site-probe.ts';

const shownActivities = 20;

interface DashboardParts {
  sessions: Sessions;
  publishing: Publishing;
  backups: Backups;
  integrity: IntegrityCheck;
  storage: StorageCheck;
}

/** `GET /dashboard`: the numbers of Spec §2, all of them real. */
export function dashboardRoutes(deps: Deps, { sessions, publishing, backups, integrity, storage }: DashboardParts) {
  const { config, db, now } = deps;
  const dataSize = createDataSize(config.dataDir);

  const probe = createSiteProbe(deps);
  const queries = createContentQueries(db);
  const uses = createImageUses(queries);

  const system = async (): Promise<Dashboard['system']> => ({
    version: config.version,
    environment: config.environment,
    commit: config.commit,
    node: process.versions.node,
    database: canQuery(db) ? 'connected' : 'unreachable',
    storageProblem: storage.findProblem() ?? null,
    integrity: integrity.refresh(),
    lastBackup: (await backups.list())[0] ?? null,
    backupFailure: backups.failure(),
    disk: readDiskSpace(config.dataDir),
    uptimeSeconds: Math.floor(process.uptime()),
    dataBytes: await dataSize(now()),
  });

  return new Hono<SignedIn>().get('/', requireSession(sessions), async (context) => {
    const { liveAt } = publishing.status();
    const dashboard: Dashboard = {
      contentItems: count(db, contentItems),
      oldContentItems: count(db, contentItems, lt(contentItems.updatedAt, aYearBefore(now()))),
      images: count(db, images, inLibrary),
      users: count(db, users),
      invitedUsers: count(db, users, eq(users.status, 'invited')),
      enquiries: countEnquiries(db),
      imagesWithoutAlt: count(db, images, and(inLibrary, hasNoAlt(listImagesWithOwnAlt(queries, uses())))),
      placeholders: countPlaceholders(queries.workingCopy()),
      site: { ...(await probe(liveAt)), liveAt },
      activity: withItemNames(db, listAudit(db, shownActivities)).map(({ at, byName: by, action, subject, name }) => {
        return { at, by, action, subject, name };
      }),
      system: await system(),
    };
    return context.json({ success: true as const, ...dashboard });
  });
}

function aYearBefore(moment: Date): string {
  const then = new Date(moment);
  then.setUTCFullYear(then.getUTCFullYear() - 1);
  return then.toISOString();
}

/** Received since the start, erased ones too, without tests and spam: a row for each day, not for each enquiry. */
function countEnquiries(db: Db): number {
  const sum = sql<number | null>`sum(${enquiryDays.total})`;
  return db.select({ sum }).from(enquiryDays).get()?.sum ?? 0;
}

/** What is hidden can wait. */
function countPlaceholders(items: readonly Pick<ContentItem, 'section' | 'key' | 'value' | 'metadata'>[]): number {
  const shown = items.filter(({ metadata }) => !metadata.hidden);
  return shown.flatMap(({ section, key, value }) => findPlaceholders(findDefinition(section, key)?.schema, value))
    .length;
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
