import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { mails } from '../db/enquiry-schema.ts';
import type { Deps } from '../deps.ts';
import type { ComposedMail } from './compose.ts';
import type { Outbox } from './outbox.ts';
import { createMailTransport, type Outcome } from './transport.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits after a message was put off by the server: two days in all, then it has failed. */
export const retryDelaysMs = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 8 * hour, 12 * hour, 24 * hour];
/** Waits while nobody answers; the last one for as long as it takes. No message fails because the server is down. */
export const serverDelaysMs = [5 * second, 15 * second, minute, 5 * minute, 10 * minute];

/** Longest time without a look at the table: also finds rows whose time was moved by a change of the clock. */
const longestSleepMs = minute;
const atOnce = 100;
const longestFarewellMs = 1500;

type Row = typeof mails.$inferSelect;

interface WorkerParts {
  outbox: Outbox;
  compose: (row: Row) => ComposedMail;
}

/** Sends what lies in the outbox, in order, one at a time; what it knows is in the table, so it may end at any moment. */
export function createMailWorker(deps: Pick<Deps, 'config' | 'db' | 'log' | 'now'>, { outbox, compose }: WorkerParts) {
  const { config, db, log, now } = deps;
  const transport = createMailTransport(config);
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void> | undefined;
  let isAsked = false;
  let serverFailures = 0;
  let serverProblem: string | undefined;

  function due(): Row[] {
    return db
      .select()
      .from(mails)
      .where(and(eq(mails.state, 'pending'), lte(mails.nextAttemptAt, now().toISOString())))
      .orderBy(asc(mails.nextAttemptAt), asc(mails.seq))
      .limit(atOnce)
      .all();
  }

  function finish(row: Row, values: Partial<Row>): void {
    db.update(mails).set(values).where(eq(mails.seq, row.seq)).run();
  }

  /** @returns whether the server can take a further message */
  async function attempt(row: Row): Promise<boolean> {
    let mail: ComposedMail;
    try {
      mail = compose(row);
    } catch (error) {
      finish(row, { state: 'failed', lastError: error instanceof Error ? error.message.slice(0, 300) : 'unknown' });
      return true;
    }
    const outcome: Outcome = mail.recipients.length === 0 ? { state: 'sent' } : await transport.send(mail);
    if (outcome.state === 'server') {
      serverProblem = outcome.reason;
      // Behind the others: if it is this message that the server cannot take, they must not wait for it for ever.
      const nextAttemptAt = new Date(now().getTime() + serverDelay()).toISOString();
      finish(row, { nextAttemptAt, lastError: outcome.reason });
      return false;
    }
    const attempts = row.attempts + 1;
    serverFailures = 0;
    serverProblem = undefined;
    if (outcome.state === 'sent' || outcome.state === 'filed') {
      finish(row, { state: outcome.state, attempts, sentAt: now().toISOString(), lastError: null });
      return true;
    }
    log.warn({ mail: row.id, attempts, reason: outcome.reason }, 'mail was not taken');
    finish(row, { attempts, lastError: outcome.reason, ...payloadAfter(row, outcome), ...nextStep(outcome, attempts) });
    return true;
  }

  /** Tried again later, or given up. */
  function nextStep(outcome: Outcome, attempts: number): Partial<Row> {
    const isFinal = outcome.state === 'refused' || (outcome.state === 'partly' && outcome.isFinal);
    const delay = isFinal ? undefined : retryDelaysMs[attempts - 1];
    if (delay === undefined) return { state: 'failed' };
    return { nextAttemptAt: new Date(now().getTime() + delay).toISOString() };
  }

  /** How long the server rests after one failure more. */
  function serverDelay(): number {
    return serverDelaysMs[Math.min(serverFailures, serverDelaysMs.length - 1)] ?? longestSleepMs;
  }

  /** Sends everything that is due. @returns ms until the next look */
  async function sendDue(): Promise<number> {
    for (let rows = due(); rows.length > 0; rows = due()) {
      for (const row of rows) {
        // Visitors first: a message that cannot be filled in would otherwise keep them waiting.
        await immediate();
        if (stopped) return longestSleepMs;
        if (await attempt(row)) continue;
        log.warn({ reason: serverProblem }, 'the mail server does not take messages');
        const delay = serverDelay();
        serverFailures += 1;
        return delay;
      }
    }
    return untilNext();
  }

  function untilNext(): number {
    const next = db
      .select({ at: sql<string | null>`min(${mails.nextAttemptAt})` })
      .from(mails)
      .where(eq(mails.state, 'pending'))
      .get()?.at;
    return next ? Math.min(longestSleepMs, Math.max(0, Date.parse(next) - now().getTime())) : longestSleepMs;
  }

  function wake(): void {
    // While the server rests, new messages wait with the others.
    if (stopped || (timer && serverFailures > 0)) return;
    if (running) {
      isAsked = true;
      return;
    }
    clearTimeout(timer);
    running = sendDue()
      .catch((error: unknown) => {
        log.error({ err: error }, 'the outbox cannot be read or written');
        return serverDelaysMs[0] ?? longestSleepMs;
      })
      .then((sleepMs) => {
        running = undefined;
        const isWanted = isAsked && serverFailures === 0;
        isAsked = false;
        timer = setTimeout(
          () => {
            timer = undefined;
            wake();
          },
          isWanted ? 0 : sleepMs,
        );
        timer.unref();
      });
  }

  return {
    start(): void {
      outbox.events.on('due', wake);
      wake();
    },
    /** Once: sends what is due and waits for it. Not beside a worker that was started. */
    sendDue,
    /** What people should know of the mail server. */
    status: () => ({
      mode: config.mail.smtpUrl ? ('smtp' as const) : ('files' as const),
      problem: serverProblem ?? null,
    }),
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      outbox.events.off('due', wake);
      // A message that is on its way just now may be sent again after the start; its Message-ID tells.
      await Promise.race([running, wait(longestFarewellMs, undefined, { ref: false })]);
      transport.close();
    },
  };
}

/** Remembers who has the message already, so that nobody gets it twice. */
function payloadAfter({ payload }: Row, outcome: Outcome): Partial<Row> {
  if (outcome.state !== 'partly') return {};
  return { payload: { ...payload, reached: [...(payload.reached ?? []), ...outcome.reached] } };
}

export type MailWorker = ReturnType<typeof createMailWorker>;
