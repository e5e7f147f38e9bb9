import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';
import type { MailHealth } from '@threadline/schema/enquiry';
import type { Deps } from '../../context.ts';
import type { outboxMessages } from '../db/schema/enquiries.ts';
import { hourMs, minuteMs, secondMs } from '../durations.ts';
import { type MailHandlers, ObsoleteMail } from './handlers.ts';
import { removeMailFile } from './mail-files.ts';
import type { Outbox } from './outbox.ts';
import { createCuts } from './poison-messages.ts';
import { createMailQueue } from './queue.ts';
import { createMailTransport, type Outcome, type OutgoingMail } from './transport.ts';

/** Waits after a message was put off by the server: two days in all, then it has failed. */
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
/** Waits while nobody answers; the last one for as long as it takes. No message fails because the server is down. */
export const serverDelaysMs = [5 * secondMs, 15 * secondMs, minuteMs, 5 * minuteMs, 10 * minuteMs];

/** Longest time without a look at the table: also finds rows whose time was moved by a change of the clock. */
const longestSleepMs = minuteMs;
const longestFarewellMs = 1500;

type Row = typeof outboxMessages.$inferSelect;

interface WorkerParts {
  outbox: Outbox;
  handlers: MailHandlers;
  compose: (row: Row) => OutgoingMail;
}

/** Sends what lies in the outbox, in order, one at a time; what it knows is in the table, so it may end at any moment. */
export function createMailWorker(
  deps: Pick<Deps, 'config' | 'db' | 'log' | 'now'>,
  { outbox, handlers, compose }: WorkerParts,
) {
  const { config, log, now } = deps;
  const queue = createMailQueue(deps, handlers);
  const cuts = createCuts();
  const transport = createMailTransport(config);
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void> | undefined;
  let isAsked = false;
  let serverFailures = 0;
  let serverProblem: string | undefined;
  let serverCode: string | undefined;
  let sendingSince: string | undefined;

  /** @returns undefined for a message that cannot be filled in, which has failed, or is over */
  function composed(row: Row): OutgoingMail | undefined {
    try {
      return compose(row);
    } catch (error) {
      queue.finish(row, {
        state: error instanceof ObsoleteMail ? 'dismissed' : 'failed',
        lastError: error instanceof Error ? error.message.slice(0, 300) : 'unknown',
      });
      return undefined;
    }
  }

  /** @returns whether the server can take a further message */
  async function attempt(seq: number): Promise<boolean> {
    const row = queue.take(seq);
    const mail = row && composed(row);
    if (!mail) return true;
    sendingSince = now().toISOString();
    const outcome: Outcome = mail.recipients.length === 0 ? { state: 'sent' } : await transport.send(mail);
    sendingSince = undefined;
    if (outcome.state === 'server') {
      if (outcome.isCut && cuts.isItsOwnFault(row.id)) return putOff(row, outcome);
      serverProblem = outcome.reason;
      serverCode = outcome.code;
      // Behind the others: if it is this message that the server cannot take, they must not wait for it for ever.
      const nextAttemptAt = new Date(now().getTime() + serverDelay()).toISOString();
      queue.finish(row, { nextAttemptAt, lastError: outcome.reason });
      return false;
    }
    const attempts = row.attempts + 1;
    serverFailures = 0;
    serverProblem = undefined;
    cuts.end(row.id, outcome.state);
    if (outcome.state === 'sent' || outcome.state === 'written-to-disk') {
      const values = { state: outcome.state, attempts, sentAt: now().toISOString(), lastError: null };
      tidyFile({ config, mail, isNoted: queue.finish(row, values), state: outcome.state });
      return true;
    }
    return putOff(row, outcome);
  }

  /** @returns true: the server is there for the others */
  function putOff(row: Row, outcome: Outcome): true {
    const attempts = row.attempts + 1;
    const lastError = outcome.reason ?? null;
    log.warn({ mail: row.id, attempts, code: outcome.code }, 'mail was not taken');
    queue.finish(row, { attempts, lastError, ...payloadAfter(row, outcome), ...nextStep(outcome, attempts, now()) });
    return true;
  }

  /** How long the server rests after one failure more. */
  function serverDelay(): number {
    return serverDelaysMs[Math.min(serverFailures, serverDelaysMs.length - 1)] ?? longestSleepMs;
  }

  /** Sends everything that is due. @returns ms until the next look */
  async function sendDue(): Promise<number> {
    for (let turns = queue.due(); turns.length > 0; turns = queue.due()) {
      for (const seq of turns) {
        // Visitors first: a message that cannot be filled in would otherwise keep them waiting.
        await immediate();
        if (stopped) return longestSleepMs;
        if (await attempt(seq)) continue;
        log.warn({ code: serverCode }, 'the mail server does not take messages');
        const delay = serverDelay();
        serverFailures += 1;
        return delay;
      }
    }
    const next = queue.nextAt();
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
    status: (): MailHealth => ({
      mode: config.mail.smtpUrl ? 'smtp' : 'files',
      problem: serverProblem ?? null,
      pendingSince: queue.pendingSince(),
    }),
    /** Returns since when the mail server has had a message without an answer; undefined while none is on its way. */
    sendingSince: () => sendingSince,
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

interface Sent extends Pick<Deps, 'config'> {
  mail: OutgoingMail;
  /** False: it was erased, stopped or given another address while it was on its way. */
  isNoted: boolean;
  state: 'sent' | 'written-to-disk';
}

/** A file stays only for as long as its message has gone nowhere else and is still meant for its address. */
function tidyFile({ config, mail, isNoted, state }: Sent): void {
  if (!isNoted || state === 'sent') removeMailFile(config, mail);
}

/** Tried again later, or given up. */
function nextStep(outcome: Outcome, attempts: number, at: Date): Partial<Row> {
  const isFinal = outcome.state === 'refused' || (outcome.state === 'partly' && outcome.isFinal);
  const delay = isFinal ? undefined : retryDelaysMs[attempts - 1];
  if (delay === undefined) return { state: 'failed' };
  return { nextAttemptAt: new Date(at.getTime() + delay).toISOString() };
}

/** Remembers who has the message already, so that nobody gets it twice, and whose address is wrong. */
function payloadAfter({ payload, recipient }: Row, outcome: Outcome): Partial<Row> {
  if (outcome.state === 'refused' && outcome.isAddress) return { payload: { ...payload, refused: recipient } };
  if (outcome.state !== 'partly') return {};
  return { payload: { ...payload, reached: [...(payload.reached ?? []), ...outcome.reached] } };
}

export type MailWorker = ReturnType<typeof createMailWorker>;
