import type { NewPrivacyRequest, PrivacyRequest } from '@threadline/schema/wire/privacy';
import { and, asc, desc, eq, isNotNull, isNull, lte, ne, type SQL } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Db } from '../platform/db/client.ts';
import { privacyRequests } from '../platform/db/schema/privacy.ts';
import { dayMs } from '../platform/durations.ts';
import { ProblemError } from '../platform/http/problem-error.ts';

/** The period that the privacy page states. The law would allow more. */
const dueDays = 30;
const shownOpen = 200;
const shownDone = 50;

type Kind = PrivacyRequest['kind'];

/** Privacy requests with their due dates. */
export function createPrivacyRequests({ db, now }: Pick<Deps, 'db' | 'now'>) {
  function insert(values: {
    kind: Kind;
    email: string;
    note: string;
    receivedAt: string;
    doneAt: string | null;
  }): void {
    const dueAt = new Date(Date.parse(values.receivedAt) + dueDays * dayMs).toISOString();
    db.insert(privacyRequests)
      .values({ ...values, emailKey: values.email.toLowerCase(), dueAt, doneBy: null })
      .run();
  }

  return {
    /** Open ones by what is due first, then those that were done last. */
    list(): PrivacyRequest[] {
      const isOpen = isNull(privacyRequests.doneAt);
      const open = db.select().from(privacyRequests).where(isOpen).orderBy(asc(privacyRequests.dueAt)).limit(shownOpen);
      const done = db
        .select()
        .from(privacyRequests)
        .where(isNotNull(privacyRequests.doneAt))
        .orderBy(desc(privacyRequests.id))
        .limit(shownDone);
      return [...open.all(), ...done.all()].map(({ emailKey: _, ...row }) => row);
    },

    /** Adds a request that came by mail, by telephone or on paper. */
    add({ kind, email, note, receivedAt }: NewPrivacyRequest, by: Actor): void {
      db.transaction(
        () => {
          const at = now().toISOString();
          if (receivedAt !== undefined && receivedAt > at)
            throw new ProblemError('validation-failed', {
              detail: 'The date cannot be in the future.',
              errors: [{ pointer: '/receivedAt', detail: 'The date cannot be in the future.' }],
            });
          insert({ kind, email, note, receivedAt: receivedAt ?? at, doneAt: null });
          recordAudit(db, { at, by, action: 'privacy.request-added', subject: kind });
        },
        { behavior: 'immediate' },
      );
    },

    /** Adds a request that was made by a verified link. One that the team has to complete is added once. */
    addFromLink(kind: Kind, email: string, { isDone }: { isDone: boolean }): void {
      const receivedAt = now().toISOString();
      const note = 'Made with the link in an email. Data that belongs to a client record is kept.';
      if (isDone) insert({ kind, email: '', note: '', receivedAt, doneAt: receivedAt });
      else if (!listOpen(db, email).some((open) => open.kind === kind))
        insert({ kind, email, note, receivedAt, doneAt: null });
    },

    /** @throws ProblemError 404 when there is no such open request */
    finish(id: number, by: Actor): void {
      db.transaction(
        (tx) => {
          const row = tx.select().from(privacyRequests).where(eq(privacyRequests.id, id)).get();
          if (!row || row.doneAt !== null)
            throw new ProblemError('not-found', { detail: 'This request is already completed or no longer exists.' });
          const at = now().toISOString();
          close(tx, eq(privacyRequests.id, id), { at, by });
          recordAudit(tx, { at, by, action: 'privacy.request-done', subject: row.kind });
        },
        { behavior: 'immediate' },
      );
    },
  };
}

export type PrivacyRequests = ReturnType<typeof createPrivacyRequests>;

type Tx = Pick<Db, 'update'>;

/** Returns the open requests of an address, oldest first. */
export function listOpen(db: Pick<Db, 'select'>, email: string): (typeof privacyRequests.$inferSelect)[] {
  return db
    .select()
    .from(privacyRequests)
    .where(and(eq(privacyRequests.emailKey, email.toLowerCase()), isNull(privacyRequests.doneAt)))
    .orderBy(asc(privacyRequests.id))
    .all();
}

/**
 * Closes the requests of a person whose data was erased, and removes their address. A complaint stays open, because its
 * answer needs the address. Called inside a transaction.
 *
 * @returns how many were open
 */
export function closeRequests(
  tx: Tx,
  { emailKey, at, by, until }: { emailKey: string; at: string; by: Actor | null; until?: string },
): number {
  const isBefore = until === undefined ? undefined : lte(privacyRequests.receivedAt, until);
  const which = and(eq(privacyRequests.emailKey, emailKey), ne(privacyRequests.kind, 'grievance'), isBefore);
  return close(tx, which, { at, by });
}

function close(tx: Tx, which: SQL | undefined, { at, by }: { at: string; by: Actor | null }): number {
  return tx
    .update(privacyRequests)
    .set({ doneAt: at, doneBy: by?.name ?? null, email: '', emailKey: '', note: '' })
    .where(and(which, isNull(privacyRequests.doneAt)))
    .run().changes;
}
