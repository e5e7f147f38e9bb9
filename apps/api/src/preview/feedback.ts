import { randomUUID } from 'node:crypto';
import type { ContentItem } from '@threadline/schema/content/content-item';
import { findDefinition } from '@threadline/schema/content/content-model';
import { getQualifiedTitle } from '@threadline/schema/content/item-name';
import { getAddress, isShown } from '@threadline/schema/content/link-targets';
import type { FeedbackForm, FeedbackKind, PreviewFeedback } from '@threadline/schema/wire/preview-feedback';
import { and, count, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { findChangedItems } from '../content/diff.ts';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import { previewFeedback, previewLinks } from '../platform/db/schema/core.ts';
import { outboxMessages } from '../platform/db/schema/enquiries.ts';
import { minuteMs } from '../platform/durations.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { addMessage } from '../platform/outbox/outbox.ts';
import type { OpenLink } from './links.ts';

const maxPerLink = 200;
/** Of all links, in the admin. */
const maxListed = 500;
/** Feedback that arrives within this time after the first goes into one message to the creator of the link. */
export const groupedMs = 5 * minuteMs;

const actions: Record<FeedbackKind, string> = {
  comment: 'preview-link.commented',
  approval: 'preview-link.approved',
  'change-request': 'preview-link.changes-requested',
};

export type FeedbackRow = typeof previewFeedback.$inferSelect;

interface FeedbackParts {
  queries: ContentQueries;
  /** Called after a change, for open admin windows. */
  onChange: () => void;
}

/** Comments and decisions (approvals, requests for changes) that people without an account send through preview links. */
export function createPreviewFeedback({ db, now }: Pick<Deps, 'db' | 'now'>, { queries, onChange }: FeedbackParts) {
  /**
   * Returns how many items differ now from the content of a revision; changed images count as one. Nothing is known about
   * revision 0.
   */
  const countChangedItems = (revision: number): number =>
    findChangedItems(db, queries, revision).length + (queries.hasChangedImages(revision) ? 1 : 0);

  return {
    countChangedItems,

    /** Returns what visitors see differently from the live site, by name, with the place of each item that is still there. */
    listChanges: (): NamedChange[] =>
      findChangedItems(db, queries, queries.liveRevision()).flatMap(({ before, after }) => {
        const current = after && isVisible(after) ? after : undefined;
        const shown = current ?? (before && isVisible(before) ? before : undefined);
        // Without the name in the list of the admin, which is not for visitors.
        return shown
          ? { name: getQualifiedTitle({ ...shown, metadata: {} }), href: current && findPlace(current) }
          : [];
      }),

    /**
     * Stores feedback and writes to the creator of the link. The same text sent twice, such as by a reload, is stored once.
     *
     * @throws ProblemError 409 when the link has too much feedback, 422 for a revision that does not exist
     */
    add(link: OpenLink, form: FeedbackForm): void {
      const at = now().toISOString();
      const { kind, name, text, page, section, revision } = form;
      if (revision > queries.latestRevision()) throw new ProblemError('conflict', { detail: outdatedPage });
      const own = eq(previewFeedback.linkId, link.id);
      db.transaction(
        (tx) => {
          const known = tx.select().from(previewFeedback).where(own).all();
          const isSame = (row: FeedbackRow) =>
            row.kind === kind &&
            row.name === name &&
            row.text === text &&
            row.page === page &&
            row.section === section &&
            row.revision === revision;
          if (known.some(isSame)) return;
          if (known.length >= maxPerLink)
            throw new ProblemError('conflict', {
              detail: 'This preview has as many comments as it can take. Ask the sender for a new link.',
            });
          tx.insert(previewFeedback)
            .values({ id: randomUUID(), linkId: link.id, kind, name, text, page, section, revision, at })
            .run();
          // Without anything that the visitor sent: entries of the log are never erased.
          recordAudit(tx, { at, by: null, action: actions[kind], subject: describeLink(link) });
          notifyCreator(tx, link, at);
        },
        { behavior: 'immediate' },
      );
      onChange();
    },

    /** Returns the feedback of a link, newest first. */
    listOfLink: (linkId: string): FeedbackRow[] =>
      db
        .select()
        .from(previewFeedback)
        .where(eq(previewFeedback.linkId, linkId))
        .orderBy(desc(previewFeedback.at))
        .all(),

    /** Returns the feedback of all links that are not erased yet, newest first. */
    list(): PreviewFeedback[] {
      const changed = new Map<number, number>();
      const countOnce = (revision: number): number => {
        const items = changed.get(revision) ?? countChangedItems(revision);
        changed.set(revision, items);
        return items;
      };
      return db
        .select({ feedback: previewFeedback, sharedBy: previewLinks.createdBy, linkName: previewLinks.name })
        .from(previewFeedback)
        .innerJoin(previewLinks, eq(previewLinks.id, previewFeedback.linkId))
        .orderBy(desc(previewFeedback.at))
        .limit(maxListed)
        .all()
        .map(({ feedback: { revision, ...row }, sharedBy, linkName }) => ({
          ...row,
          sharedBy,
          linkName,
          changedItems: row.kind === 'comment' || revision === 0 ? null : countOnce(revision),
        }));
    },

    /** @throws ProblemError 404 */
    setResolved(id: string, isResolved: boolean, by: Actor): void {
      const at = now().toISOString();
      const resolution = isResolved ? { resolvedAt: at, resolvedBy: by.name } : { resolvedAt: null, resolvedBy: null };
      db.transaction((tx) => {
        const row = tx.select().from(previewFeedback).where(eq(previewFeedback.id, id)).get();
        if (!row) throw new ProblemError('not-found', { detail: 'This comment no longer exists.' });
        if ((row.resolvedAt !== null) === isResolved) return;
        tx.update(previewFeedback).set(resolution).where(eq(previewFeedback.id, id)).run();
        const action = isResolved ? 'preview-link.feedback-resolved' : 'preview-link.feedback-reopened';
        const link = tx.select().from(previewLinks).where(eq(previewLinks.id, row.linkId)).get();
        recordAudit(tx, { at, by, action, subject: describeLink(link) });
      });
      onChange();
    },
  };
}

/** `href`: the address of its place on the site; undefined if there is none. */
export interface NamedChange {
  name: string;
  href: string | undefined;
}

/** Returns whether visitors see the item at a place: templates of messages, settings and hidden entries are not. */
function isVisible(item: ContentItem): boolean {
  const isSetting = item.section === 'site' && !findDefinition(item.section, item.key)?.list;
  return item.section !== 'mail' && !isSetting && isShown(item);
}

/** Anchors of the landing page by section. */
const anchors: Record<string, string> = {
  hero: '/',
  about: '/#about',
  stats: '/#stats',
  services: '/#services',
  process: '/#process',
  insights: '/#insights',
  cta: '/#contact',
};

function findPlace({ section, key }: Pick<ContentItem, 'section' | 'key'>): string | undefined {
  const own = getAddress(section, key);
  return own?.startsWith('#') ? `/${own}` : (own ?? anchors[section]);
}

export type Feedback = ReturnType<typeof createPreviewFeedback>;

const describeLink = (link?: { createdBy: string }): string => `the link made by ${link?.createdBy}`;

const outdatedPage = 'The content of this page was replaced. Open the preview again.';

/** Queues a message to the creator of a link, unless one is queued that will contain this feedback. */
function notifyCreator(tx: Tx, { id, email }: OpenLink, at: string): void {
  const { createdAt, enquiryId, kind, payload } = outboxMessages;
  const since = new Date(Date.parse(at) - groupedMs).toISOString();
  const queued = tx
    .select({ createdAt })
    .from(outboxMessages)
    .where(
      and(
        isNull(enquiryId),
        gt(createdAt, since),
        eq(kind, 'preview-feedback'),
        sql`json_extract(${payload}, '$.linkId') = ${id}`,
      ),
    )
    .get();
  if (queued) return;
  const sendAt = new Date(Date.parse(at) + groupedMs).toISOString();
  const message = {
    id: `${randomUUID()}.preview-feedback`,
    kind: 'preview-feedback' as const,
    recipient: email,
    sendAt,
  };
  addMessage(tx, { ...message, payload: { linkId: id } }, at);
}

/** Counts comments and decisions that an editor has not resolved, as the list of feedback shows them. */
export function countOpenFeedback(db: Pick<Db, 'select'>): number {
  const isOpen = isNull(previewFeedback.resolvedAt);
  return db.select({ rows: count() }).from(previewFeedback).where(isOpen).get()?.rows ?? 0;
}
