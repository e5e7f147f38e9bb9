import { getQualifiedTitle } from '@threadline/schema/content/item-name';
import type { draftScheduleSchema } from '@threadline/schema/wire/drafts';
import { maxScheduleDays } from '@threadline/schema/wire/publishing';
import { and, asc, isNull, lte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import { scheduledDrafts } from '../platform/db/schema/drafts.ts';
import { dayMs } from '../platform/durations.ts';
import { createValidationError } from '../platform/http/json-body.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { notifyOfFailedSchedule } from './draft-mails.ts';
import { findDraft, isScheduledAt, requireDraftDefinition } from './drafts.ts';
import type { ContentService } from './service.ts';
import type { ItemWrite } from './write-items.ts';

interface Place {
  section: string;
  key: string;
}

type ScheduledDraft = typeof scheduledDrafts.$inferSelect;
type ScheduledWrite = Pick<ScheduledDraft, 'section' | 'target' | 'value' | 'metadata' | 'baseVersion'>;

function toWrite({ section, target, value, metadata, baseVersion }: ScheduledWrite): ItemWrite {
  return { section, key: target, value, metadata, version: baseVersion ?? undefined, isNew: baseVersion === null };
}

/**
 * Publishes drafts at their time, by the ordinary write of their item. A copy of the draft waits, so what is typed after
 * the schedule was set is not published by it.
 *
 * @param onChange called after a schedule was set
 */
export function createDraftSchedule(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  content: ContentService,
  onChange: () => void,
) {
  const isPending = isNull(scheduledDrafts.problem);

  /** @throws ProblemError 422 for a time that has passed, or is too far away */
  function checkTime(requested: string, at: string): string {
    const time = new Date(requested).toISOString();
    const latest = new Date(Date.parse(at) + maxScheduleDays * dayMs).toISOString();
    if (time > at && time <= latest) return time;
    const detail = time <= at ? 'Choose a time in the future.' : `Choose a time within ${maxScheduleDays} days.`;
    throw new ProblemError('validation-failed', { detail, errors: [{ pointer: '/at', detail }] });
  }

  function publish(row: ScheduledDraft): void {
    const { section, key, draftVersion, byId, byName } = row;
    const draft = { key, version: draftVersion };
    try {
      content.save([{ ...toWrite(row), draft }], { id: byId, name: byName });
    } catch (error) {
      // The editors decide. Anything else than a refusal is tried again.
      if (!(error instanceof ProblemError)) throw error;
      const problem = error.message;
      db.transaction((tx) => {
        tx.update(scheduledDrafts).set({ problem }).where(isScheduledAt(row)).run();
        notifyOfFailedSchedule(tx, { section, key, byId, at: now().toISOString() });
      });
    }
  }

  /** Returns what is published until a time, in order. */
  function listDue(until: string): ScheduledDraft[] {
    const isDue = and(isPending, lte(scheduledDrafts.at, until));
    return db.select().from(scheduledDrafts).where(isDue).orderBy(asc(scheduledDrafts.at)).all();
  }

  return {
    /**
     * Schedules a version of a draft. An earlier schedule of the draft is replaced.
     *
     * @throws ProblemError 409 if the draft has changed, 422 for a text that cannot be published, or a time out of range
     */
    set(place: Place & z.output<typeof draftScheduleSchema>, by: Actor): void {
      const { section, key, target, version } = place;
      const { schema } = requireDraftDefinition({ section, key: target });
      db.transaction(
        (tx) => {
          const setAt = now().toISOString();
          const draft = findDraft(tx, place);
          if (draft?.id !== version)
            throw new ProblemError('conflict', {
              detail: 'The draft has changed meanwhile. Check it again before you schedule it.',
            });
          const parsed = schema.safeParse(draft.value);
          if (!parsed.success) throw createValidationError(parsed.error, ['value']);
          const { hidden: _, unlisted: __, ...others } = draft.metadata;
          const metadata = { ...others, ...(place.unlisted && { unlisted: true }) };
          const { baseVersion } = draft;
          const write = { section, target, metadata, value: parsed.data, baseVersion };
          const time = checkTime(place.at, setAt);
          const isEarlier = (row: ScheduledDraft) => row.at < time && (row.section !== section || row.key !== key);
          // The editor may not see a refusal at the time of the schedule. A link may lead to an earlier part of a series.
          content.rehearse([toWrite(write)], by, listDue(time).filter(isEarlier).map(toWrite));
          tx.delete(scheduledDrafts).where(isScheduledAt(place)).run();
          tx.insert(scheduledDrafts)
            .values({
              ...write,
              key,
              draftVersion: version,
              at: time,
              byId: by.id,
              byName: by.name,
            })
            .run();
          recordAudit(tx, { at: setAt, by, action: 'draft.scheduled', subject: getQualifiedTitle(draft) });
        },
        { behavior: 'immediate' },
      );
      onChange();
    },

    /** @throws ProblemError 404 when the draft has no schedule */
    cancel(place: Place, by: Actor): void {
      db.transaction((tx) => {
        const [removed] = tx.delete(scheduledDrafts).where(isScheduledAt(place)).returning().all();
        if (!removed) throw new ProblemError('not-found', { detail: 'This draft is no longer scheduled.' });
        const subject = getQualifiedTitle({ ...removed, key: removed.target });
        recordAudit(tx, { at: now().toISOString(), by, action: 'draft.unscheduled', subject });
      });
    },

    /** Publishes what is due, in order, also if its time came while the API was stopped. */
    publishDue(): void {
      for (const row of listDue(now().toISOString())) publish(row);
    },

    /** Returns the time of the next publish. */
    nextAt(): string | null {
      const next = sql<string | null>`min(${scheduledDrafts.at})`;
      return db.select({ next }).from(scheduledDrafts).where(isPending).get()?.next ?? null;
    },
  };
}

export type DraftSchedule = ReturnType<typeof createDraftSchedule>;
