import { getQualifiedTitle } from '@threadline/schema/content/item-name';
import type { DiscardedDraft } from '@threadline/schema/wire/drafts';
import { desc, eq, getTableColumns } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import { discardedDrafts } from '../platform/db/schema/drafts.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { type Drafts, describeDraft, omitFormattedTexts } from './drafts.ts';

/** Drafts that were discarded before they were published. */
export function createDiscardedDrafts({ db, now }: Pick<Deps, 'db' | 'now'>, drafts: Drafts) {
  return {
    /** Returns them without their formatted texts, the last discarded first. */
    list: (): DiscardedDraft[] =>
      db
        .select({ ...getTableColumns(discardedDrafts), value: omitFormattedTexts(discardedDrafts.value) })
        .from(discardedDrafts)
        .orderBy(desc(discardedDrafts.id))
        .all()
        .map((row) => {
          const { id, section, key, at, by } = row;
          return { id, section, key, ...describeDraft(row), at, by };
        }),

    /** @throws ProblemError 404 if it is no longer stored, 409 if a draft has its key, or there are too many drafts */
    restore(id: number, by: Actor): void {
      db.transaction(
        (tx) => {
          const [discarded] = tx.delete(discardedDrafts).where(eq(discardedDrafts.id, id)).returning().all();
          if (!discarded)
            throw new ProblemError('not-found', { detail: 'This draft was restored already, or is no longer stored.' });
          const { section, key, value, metadata } = discarded;
          drafts.save({ section, key, value, metadata, baseVersion: null, version: undefined }, by);
          const subject = getQualifiedTitle(discarded);
          recordAudit(tx, { at: now().toISOString(), by, action: 'draft.restored', subject });
        },
        { behavior: 'immediate' },
      );
    },
  };
}

export type DiscardedDrafts = ReturnType<typeof createDiscardedDrafts>;
