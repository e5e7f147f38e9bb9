import { isDeepStrictEqual } from 'node:util';
import type { MailHealth } from '@threadline/schema/wire/enquiry';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../context.ts';
import type { Tx } from '../db/client.ts';
import { outboxMessages } from '../db/schema/enquiries.ts';
import { hourMs, minuteMs } from '../durations.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Job, JobOutcome } from '../jobs/retry-policy.ts';
import { explainFailure, explainServerFault } from './explain-failure.ts';
import { type MailHandlers, type MessageRow, ObsoleteMail } from './handlers.ts';
import { removeMailFile } from './mail-files.ts';
import { forgetMailOutcome, isMailVerified, readMailOutcome, recordMailOutcome } from './mail-outcome.ts';
import { describeMailServer, hasMailServer, type MailServer, readMailServer } from './mail-server.ts';
import { mailJob, type Outbox } from './outbox.ts';
import { createMailTransport, type DeliveryResult, type OutgoingMail } from './transport.ts';

/** Delays after the mail server has deferred a message. After two days the message has failed. */
export const retryDelaysMs = [
  minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  hourMs,
  3 * hourMs,
  8 * hourMs,
  12 * hourMs,
  24 * hourMs,
];

/** `server`: the one that was tried; undefined for a file, and for a message without recipients. */
interface Attempt {
  server: MailServer | undefined;
  result: DeliveryResult;
}

interface DeliveryParts {
  jobs: JobQueue;
  outbox: Pick<Outbox, 'protect'>;
  handlers: MailHandlers;
  compose: (row: MessageRow) => OutgoingMail;
}

/** Sends the messages of the outbox as jobs. No message fails because the mail server is down. */
export function createMailDelivery(
  deps: Pick<Deps, 'config' | 'db' | 'now' | 'secrets'>,
  { jobs, outbox, handlers, compose }: DeliveryParts,
) {
  const { config, db, now } = deps;
  let sendingSince: string | undefined;

  jobs.register(mailJob.type, { retryDelaysMs, run });

  async function run({ dedupeKey }: Job): Promise<JobOutcome> {
    // Read now: while other messages were sent, the person may have been erased or corrected, or may have withdrawn
    // consent.
    const pending = and(eq(outboxMessages.id, dedupeKey), eq(outboxMessages.state, 'pending'));
    const row = db.select().from(outboxMessages).where(pending).get();
    if (!row) return { state: 'done' };
    let mail: OutgoingMail;
    try {
      mail = compose(row);
    } catch (error) {
      const state = error instanceof ObsoleteMail ? ('dismissed' as const) : ('failed' as const);
      const lastError = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
      return { state: 'done', commit: (tx) => void store(tx, row, { state, lastError }) };
    }
    const release = outbox.protect(row.id);
    sendingSince = now().toISOString();
    let attempt: Attempt = { server: undefined, result: { state: 'sent' } };
    try {
      if (mail.recipients.length > 0) attempt = await send(mail);
    } catch (error) {
      release();
      throw error;
    } finally {
      sendingSince = undefined;
    }
    const outcome = toOutcome(row, mail, attempt);
    return {
      ...outcome,
      commit(tx, result) {
        outcome.commit?.(tx, result);
        release();
      },
    };
  }

  /** Sends a message through the present server: again if another one was set while the attempt failed. */
  async function send(mail: OutgoingMail): Promise<Attempt> {
    const server = readMailServer(deps);
    const result = await createMailTransport(server, config).send(mail);
    const isChanged = result.state === 'server' && !isDeepStrictEqual(readMailServer(deps), server);
    return isChanged ? send(mail) : { server, result };
  }

  function toOutcome(row: MessageRow, mail: OutgoingMail, { server, result }: Attempt): JobOutcome {
    if (result.state === 'sent' || result.state === 'written-to-disk') {
      const { state } = result;
      return {
        state: 'done',
        commit(tx, { attempts }) {
          const sentAt = now().toISOString();
          if (server) recordMailOutcome(deps, tx, { server, attempt: 'delivery', problem: null, isAccepted: true });
          const isStored = store(tx, row, { state, attempts, sentAt, lastError: null });
          // A file is only useful until its message is sent another way or goes to another address.
          if (!isStored || state === 'sent') removeMailFile(config, mail);
        },
      };
    }
    return {
      state: result.state === 'server' ? 'unavailable' : isFinal(result) ? 'failed' : 'retry',
      // The server's own text may quote addresses.
      reason: result.code,
      isSuspect: result.state === 'server' && result.isSuspect,
      commit(tx, attempt) {
        const isOfServer = result.state === 'server' && attempt.attempts === row.attempts;
        if (server) {
          const problem = isOfServer ? explain(mail, server, result) : null;
          recordMailOutcome(deps, tx, { server, attempt: 'delivery', problem });
        }
        const state = attempt.state === 'failed' ? 'failed' : 'pending';
        const lastError = server && result.state === 'server' ? explainToUser(mail, server, result) : result.reason;
        store(tx, row, { state, attempts: attempt.attempts, lastError, payload: updatePayload(row, result) });
      },
    };
  }

  /** Explains the fault at the message, as the test message does. */
  function explainToUser(mail: OutgoingMail, server: MailServer, result: Unsent): string {
    const attempt = { server: describeMailServer(server), sender: mail.from.address };
    return explainFailure(result, { ...attempt, recipient: mail.recipients.join(', ') });
  }

  function explain(mail: OutgoingMail, server: MailServer, result: Unsent): string {
    return explainServerFault(result, { server: describeMailServer(server), sender: mail.from.address });
  }

  /**
   * Stores the result of an attempt. The row may have changed during the attempt. A message that was sent is stored as sent
   * even then, with the address that it went to; any other result says nothing about the changed row.
   *
   * @returns whether it was stored
   */
  function store(tx: Tx, row: MessageRow, values: Partial<MessageRow>): boolean {
    const own = eq(outboxMessages.seq, row.seq);
    const current = tx.select().from(outboxMessages).where(own).get();
    const isUnchanged = current?.state === 'pending' && current.recipient === row.recipient;
    if (!current || !(isUnchanged || values.state === 'sent')) return false;
    const stored = { payload: row.payload, ...values, recipient: row.recipient };
    tx.update(outboxMessages).set(stored).where(own).run();
    const at = now().toISOString();
    const handler = handlers[row.kind];
    handler.onStateChange?.(tx, { ...current, ...stored }, at);
    const isSent = values.state === 'sent' || values.state === 'written-to-disk';
    if (isSent && row.sentAt === null) handler.onFirstSent?.(tx, row, at);
    return true;
  }

  /** Returns when the oldest message was added that was not sent to a server yet. */
  function findPendingSince(): string | null {
    const untried = and(eq(outboxMessages.state, 'pending'), eq(outboxMessages.attempts, 0));
    const { createdAt, seq } = outboxMessages;
    return db.select({ createdAt }).from(outboxMessages).where(untried).orderBy(seq).limit(1).get()?.createdAt ?? null;
  }

  return {
    status: (): MailHealth => ({
      mode: hasMailServer(deps) ? 'smtp' : 'files',
      problem: readMailOutcome(deps).problem,
      isVerified: isMailVerified(deps),
      pendingSince: findPendingSince(),
    }),
    /** Returns since when the mail server has not answered; undefined while no message is being sent. */
    sendingSince: () => sendingSince,
    /** Tries all pending messages now, after the mail server has been changed. */
    retryNow(): void {
      forgetMailOutcome(db);
      jobs.retryNow(mailJob.type, mailJob.orderKey);
    },
  };
}

export type MailDelivery = ReturnType<typeof createMailDelivery>;

type Unsent = Exclude<DeliveryResult, { state: 'sent' | 'written-to-disk' }>;

const isFinal = (result: Unsent) => result.state === 'refused' || (result.state === 'partly' && result.isFinal);

/** Records which recipients have the message, so that none gets it twice, and whose address was refused. */
function updatePayload({ payload, recipient }: MessageRow, result: Unsent): MessageRow['payload'] {
  if (result.state === 'refused' && result.isAddress) return { ...payload, refused: recipient };
  if (result.state === 'partly') return { ...payload, reached: [...(payload.reached ?? []), ...result.reached] };
  return payload;
}
