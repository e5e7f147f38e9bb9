import { randomUUID } from 'node:crypto';
import { type ContactRequest, messageOf } from '@threadline/schema/contact-request';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../audit/service.ts';
import type { Db } from '../db/client.ts';
import { contactRequests } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { ProblemError } from '../http/problem-error.ts';
import { newReference } from './reference.ts';

type Tx = Pick<Db, 'select'>;

interface Submission {
  request: ContactRequest;
  /** Chosen by the client: the same one again is the same request, sent once more. */
  idempotencyKey: string | undefined;
}

/** Stores what visitors send. A reference that was handed out is on disk. */
export function createContactRequests({ db, now }: Pick<Deps, 'db' | 'now'>) {
  /** The reference of a submission that is already there. */
  function findSent(tx: Tx, { request, idempotencyKey }: Submission): string | undefined {
    if (idempotencyKey === undefined) return undefined;
    const sent = tx.select().from(contactRequests).where(eq(contactRequests.idempotencyKey, idempotencyKey)).get();
    if (!sent) return undefined;
    const isSame = Object.entries(storedFields(request)).every(
      ([name, value]) => sent[name as keyof typeof sent] === value,
    );
    if (!isSame) {
      throw new ProblemError('validation-failed', { detail: 'This Idempotency-Key was used for another request.' });
    }
    return sent.reference;
  }

  return {
    /** @throws ProblemError 422 if the key belongs to a different request */
    findSent: (submission: Submission) => findSent(db, submission),

    /** @returns the reference, the same one for the same Idempotency-Key */
    receive(submission: Submission): string {
      return db.transaction(
        (tx) => {
          const sent = findSent(tx, submission);
          if (sent) return sent;
          const at = now().toISOString();
          const reference = unusedReference(tx);
          const fields = storedFields(submission.request);
          tx.insert(contactRequests)
            .values({
              ...fields,
              id: randomUUID(),
              reference,
              idempotencyKey: submission.idempotencyKey,
              createdAt: at,
            })
            .run();
          recordAudit(tx, { at, by: null, action: 'contact-request.received', subject: reference });
          return reference;
        },
        { behavior: 'immediate' },
      );
    },
  };
}

function storedFields(request: ContactRequest): ContactRequest {
  return { ...request, message: messageOf(request) };
}

function unusedReference(tx: Tx): string {
  const reference = newReference();
  const taken = tx.select().from(contactRequests).where(eq(contactRequests.reference, reference)).get();
  return taken ? unusedReference(tx) : reference;
}
