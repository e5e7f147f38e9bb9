import type { AuditItem, AuditQuery } from '@threadline/schema/wire/audit';
import { and, desc, eq, gte, inArray, isNotNull, isNull, like, lt, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { diffItem } from '../content/diff.ts';
import { createItemNames } from '../content/item-history.ts';
import type { Db } from '../platform/db/client.ts';
import { accessActions, auditLog, contentHistory, revisions } from '../platform/db/schema/core.ts';
import { getNetworkPrefix } from '../platform/http/network.ts';
import { createReleaseNames } from '../publishing/releases/release-names.ts';

/** Uses of an account, which change no access rights. */
const signInActions = ['user.signed-in', 'user.signed-in-with-passkey', 'user.used-recovery-code'];
/** Excludes the seed of the first start, and sign-ins. */
const isWork = and(
  or(isNotNull(auditLog.byId), notInArray(auditLog.action, ['content.created', 'image.created'])),
  notInArray(auditLog.action, signInActions),
);
const isNoAccess = notInArray(auditLog.action, [...accessActions]);

/** Returns the newest entries, without access entries. The seed and sign-ins are listed only while there is nothing else. */
export function listAudit(db: Db, limit: number) {
  const newest = (which?: SQL) =>
    db.select().from(auditLog).where(and(isNoAccess, which)).orderBy(desc(auditLog.id)).limit(limit).all();
  const work = newest(isWork);
  return work.length > 0 ? work : newest();
}

const pageSize = 50;

/** Exports and look-ups of personal details, which also belong to the `access` area. */
const disclosureActions = ['enquiries.exported', 'newsletter.exported', 'privacy.looked-up', 'data.exported'];
function matchArea(area: NonNullable<AuditQuery['area']>): SQL | undefined {
  if (area === 'access') return inArray(auditLog.action, [...accessActions, ...disclosureActions]);
  if (area === 'rights') return and(like(auditLog.action, 'user.%'), notInArray(auditLog.action, signInActions));
  return like(auditLog.action, `${area}.%`);
}

/** Matches an address, a network as shown in the log, or the beginning of one up to a dot or colon. */
function matchNetwork(typed: string): SQL | undefined {
  const prefix = getNetworkPrefix(typed.trim().replace(/\/64$/, ''));
  if (prefix !== 'unknown') return eq(auditLog.network, prefix);
  const beginning = typed
    .trim()
    .toLowerCase()
    .replace(/(?<![.:])[.:]+$/, '');
  if (!/^[\da-f.:]+$/.test(beginning)) return sql`false`;
  return or(like(auditLog.network, `${beginning}.%`), like(auditLog.network, `${beginning}:%`));
}

/** Returns the filtered entries, newest first. `cursor` is the id of the last entry that was read. */
export function listAuditRows(
  db: Db,
  { who, area, network: wantedNetwork, from, until, cursor }: AuditQuery,
  limit: number,
): Omit<AuditItem, 'name' | 'change'>[] {
  const { id, at, byId, byName: by, action, subject, network, hash } = auditLog;
  return db
    .select({ id, at, by, action, subject, network, hash })
    .from(auditLog)
    .where(
      and(
        who === undefined ? undefined : who === 'system' ? isNull(byId) : eq(byId, who),
        area === undefined ? undefined : matchArea(area),
        wantedNetwork === undefined ? undefined : matchNetwork(wantedNetwork),
        from === undefined ? undefined : gte(at, from),
        until === undefined ? undefined : lt(at, until),
        cursor === undefined ? undefined : lt(id, cursor),
      ),
    )
    .orderBy(desc(id))
    .limit(limit)
    .all();
}

/** Returns one page of the filtered log. */
export function readAuditPage(db: Db, filter: AuditQuery): { entries: AuditItem[]; next: number | null } {
  const rows = listAuditRows(db, filter, pageSize + 1);
  const findChange = createItemChanges(db);
  const entries = withItemNames(db, rows.slice(0, pageSize)).map((entry) => ({ ...entry, change: findChange(entry) }));
  return { entries, next: rows.length > pageSize ? (rows[pageSize - 1]?.id ?? null) : null };
}

interface Entry {
  at: string;
  action: string;
  subject: string;
}

/** Adds the name that the item of each entry had at that time, or the number of its release; null for other entries. */
export function withItemNames<Each extends Entry>(
  db: Db,
  entries: readonly Each[],
): (Each & { name: string | null })[] {
  const names = createItemNames(db);
  const nameRelease = createReleaseNames(db);
  return entries.map((entry) => {
    if (isAboutRelease.test(entry.action)) {
      // The subject is the release's id, or its revision.
      const number = nameRelease(entry.subject)?.number;
      return { ...entry, name: number === undefined ? null : String(number) };
    }
    const [section = '', key] = entry.action.startsWith('content.') ? entry.subject.split('.') : [];
    return { ...entry, name: key ? names.atTime({ section, key }, entry.at) : null };
  });
}

const isAboutRelease = /^(?:release\.|content\.version-restored$)/;

const visibilityAction = /^content\.(?:hidden|shown|unpublished|published|(?:un)?publish-pending|unlisted|listed)$/;
const visibilityFields = new Set(['/metadata/hidden', '/metadata/unlisted']);

/** Of each entry. A page of the log shows fifty entries; the item's history shows all changes. */
const changeLimits = { fields: 3, characters: 80 };

/**
 * Returns a function that finds the changed fields of an audit entry. The log stores no content: the values come from the item's
 * history, where entry and version share their time.
 */
function createItemChanges(db: Db) {
  const { id, section, key, operation, value, metadata, position, revision } = contentHistory;
  const state = { id, operation, value, metadata, position, revision };
  const isItem = and(eq(section, sql.placeholder('section')), eq(key, sql.placeholder('key')));
  const written = db
    .select({ ...state, at: revisions.at })
    .from(contentHistory)
    .innerJoin(revisions, eq(revisions.revision, revision))
    .where(and(isItem, sql`${revisions.at} <= ${sql.placeholder('at')}`))
    .orderBy(desc(revision), desc(id))
    .limit(1)
    .prepare();
  const before = db
    .select(state)
    .from(contentHistory)
    .where(and(isItem, sql`${revision} <= ${sql.placeholder('revision')}`, lt(id, sql.placeholder('id'))))
    .orderBy(desc(revision), desc(id))
    .limit(1)
    .prepare();

  return ({ at, action, subject }: Pick<AuditItem, 'at' | 'action' | 'subject'>): AuditItem['change'] => {
    const [section, key] = action.startsWith('content.') ? subject.split('.') : [];
    const now = section && key ? written.get({ section, key, at }) : undefined;
    if (!section || !key || now?.at !== at) return null;
    const none = { version: now.id, fields: [], fieldCount: 0 };
    if (now.operation !== 'update') return none;
    const old = before.get({ section, key, id: now.id, revision: now.revision });
    if (!old || old.operation === 'delete') return none;
    const change = { section, key, before: old, after: now };
    const { fields, fieldCount } = diffItem(db, change, changeLimits);
    // The action says it already.
    const others = visibilityAction.test(action)
      ? fields.filter(({ pointer }) => !visibilityFields.has(pointer))
      : fields;
    return { version: now.id, fields: others, fieldCount: fieldCount - fields.length + others.length };
  };
}
