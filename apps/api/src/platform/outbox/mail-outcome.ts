import type { Deps } from '../../context.ts';
import type { Db } from '../db/client.ts';
import { mailOutcome } from '../db/schema/core.ts';
import { describeMailServer, type MailServer, readMailServer } from './mail-server.ts';

interface MailOutcome {
  problem: string | null;
  acceptedAt: string | null;
}

const unknown: MailOutcome = { problem: null, acceptedAt: null };

function findOutcome(db: Pick<Db, 'select'>, server: MailServer): MailOutcome | undefined {
  const row = db.select().from(mailOutcome).get();
  return row?.host === describeMailServer(server).host ? row : undefined;
}

/** Returns the outcome of the last attempt to send a message through the present mail server, also after a restart. */
export function readMailOutcome(deps: Pick<Deps, 'config' | 'db' | 'secrets'>): MailOutcome {
  const server = readMailServer(deps);
  return (server && findOutcome(deps.db, server)) ?? unknown;
}

/** Returns whether the mail server has accepted a message and did not refuse the last one. */
export function isMailVerified(deps: Pick<Deps, 'config' | 'db' | 'secrets'>): boolean {
  const { problem, acceptedAt } = readMailOutcome(deps);
  return problem === null && acceptedAt !== null;
}

/**
 * Stores the outcome of an attempt. Writes only what differs: most messages follow another one that was accepted.
 *
 * @param change `acceptedAt` only for a message that the server has accepted
 */
export function recordMailOutcome(
  db: Pick<Db, 'select' | 'insert'>,
  server: MailServer,
  change: { problem: string | null; acceptedAt?: string },
): void {
  const known = findOutcome(db, server);
  const acceptedAt = known?.acceptedAt ?? change.acceptedAt ?? null;
  if (known?.problem === change.problem && known.acceptedAt === acceptedAt) return;
  const row = { host: describeMailServer(server).host, problem: change.problem, acceptedAt };
  db.insert(mailOutcome)
    .values({ id: 1, ...row })
    .onConflictDoUpdate({ target: mailOutcome.id, set: row })
    .run();
}

/** Forgets the outcome, because the settings of the mail server have changed. */
export function forgetMailOutcome(db: Pick<Db, 'delete'>): void {
  db.delete(mailOutcome).run();
}
