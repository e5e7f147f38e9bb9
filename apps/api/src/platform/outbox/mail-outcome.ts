import { createHmac } from 'node:crypto';
import type { Deps } from '../../context.ts';
import type { Db } from '../db/client.ts';
import { mailOutcome } from '../db/schema/core.ts';
import { minuteMs } from '../durations.ts';
import { hasMailServer, type MailServer, readMailServer } from './mail-server.ts';

type MailDeps = Pick<Deps, 'config' | 'db' | 'now' | 'secrets'>;

interface MailOutcome {
  problem: string | null;
  acceptedAt: string | null;
}

const unknown: MailOutcome = { problem: null, acceptedAt: null };

/** A delivery that fails is tried again: a short outage is over before anybody has to know of it. */
const graceMs = 10 * minuteMs;

function findOutcome(db: Pick<Db, 'select'>, fingerprint: string): typeof mailOutcome.$inferSelect | undefined {
  const row = db.select().from(mailOutcome).get();
  return row?.fingerprint === fingerprint ? row : undefined;
}

/** With a key outside the database: a copy of the database alone is not enough to guess the password. */
function computeServerFingerprint(server: MailServer, { secrets }: Pick<Deps, 'secrets'>): string {
  return createHmac('sha256', secrets.mailPasswordKey).update(JSON.stringify(server)).digest('base64url');
}

/** Returns the outcome of the last attempt to send a message through the present mail server, also after a restart. */
export function readMailOutcome(deps: MailDeps): MailOutcome {
  const server = readMailServer(deps);
  const row = server && findOutcome(deps.db, computeServerFingerprint(server, deps));
  if (!row) return unknown;
  const { problem, reportedFrom, acceptedAt } = row;
  const isReported = reportedFrom !== null && reportedFrom <= deps.now().toISOString();
  return { problem: isReported ? problem : null, acceptedAt };
}

/** Returns whether a message can be announced as sent: email is set up, and its last test or delivery did not fail. */
export function isMailWorking(deps: MailDeps): boolean {
  return hasMailServer(deps) && readMailOutcome(deps).problem === null;
}

/** Returns whether the mail server has accepted a message and did not refuse the last one. */
export function isMailVerified(deps: MailDeps): boolean {
  const { problem, acceptedAt } = readMailOutcome(deps);
  return problem === null && acceptedAt !== null;
}

/** `attempt`: a failed test is reported at once, a failed delivery if it still fails after ten minutes. */
interface Attempt {
  server: MailServer;
  attempt: 'test' | 'delivery';
  /** Why the server did not take the message; null if it did, or if only this message or its recipient was refused. */
  problem: string | null;
  isAccepted?: boolean;
}

/**
 * Stores the outcome of an attempt. Writes only what differs: most messages follow another one that was accepted.
 *
 * @param db the database, or the transaction that stores the delivery
 */
export function recordMailOutcome(
  deps: Pick<Deps, 'now' | 'secrets'>,
  db: Pick<Db, 'select' | 'insert'>,
  { server, attempt, problem, isAccepted = false }: Attempt,
): void {
  const fingerprint = computeServerFingerprint(server, deps);
  const known = findOutcome(db, fingerprint);
  const now = deps.now();
  const acceptedAt = known?.acceptedAt ?? (isAccepted ? now.toISOString() : null);
  const reportAt = new Date(now.getTime() + (attempt === 'test' ? 0 : graceMs)).toISOString();
  const isKnown = known?.reportedFrom && known.reportedFrom < reportAt;
  const reportedFrom = problem === null ? null : isKnown ? known.reportedFrom : reportAt;
  const row = { fingerprint, problem, reportedFrom, acceptedAt };
  if (known?.problem === problem && known.reportedFrom === reportedFrom && known.acceptedAt === acceptedAt) return;
  db.insert(mailOutcome)
    .values({ id: 1, ...row })
    .onConflictDoUpdate({ target: mailOutcome.id, set: row })
    .run();
}

/** Forgets the outcome, because the settings of the mail server have changed. */
export function forgetMailOutcome(db: Pick<Db, 'delete'>): void {
  db.delete(mailOutcome).run();
}
