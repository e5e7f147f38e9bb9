import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { dataLinks } from '../db/privacy-schema.ts';
import type { Deps } from '../deps.ts';
import { dataLinkMinutes } from '../mail/compose.ts';
import type { Outbox } from '../mail/outbox.ts';
import { isAnythingHeld, type PersonalDataService } from './person.ts';

const hourMs = 3_600_000;
/** Links in one hour to one address. */
const mostLinks = 3;

/** Proves by a message that an address is somebody's own. */
export function createDataLinks({ db, now }: Pick<Deps, 'db' | 'now'>, outbox: Outbox, person: PersonalDataService) {
  return {
    /** Sends a link, if anything is held. The caller cannot tell. */
    send(email: string): void {
      if (!isAnythingHeld(person.find(email))) return;
      const emailKey = email.toLowerCase();
      const at = now();
      db.transaction(
        (tx) => {
          const recent = tx
            .select({ rows: sql<number>`count(*)` })
            .from(dataLinks)
            .where(
              and(
                eq(dataLinks.emailKey, emailKey),
                gt(dataLinks.createdAt, new Date(at.getTime() - hourMs).toISOString()),
              ),
            )
            .get();
          if ((recent?.rows ?? 0) >= mostLinks) return;
          const token = randomBytes(32).toString('base64url');
          const tokenHash = hashOf(token);
          const expiresAt = endOfLink(at.getTime());
          tx.insert(dataLinks).values({ tokenHash, emailKey, createdAt: at.toISOString(), expiresAt }).run();
          outbox.add(
            { id: `${tokenHash.slice(0, 24)}.my-data`, kind: 'my-data', recipient: email, payload: { token } },
            at.toISOString(),
          );
        },
        { behavior: 'immediate' },
      );
      outbox.announce();
    },

    /** @returns whether it is the first time: what is done again with the same link is the same request */
    isFirst(what: 'openedAt' | 'correctedAt', token: string): boolean {
      const isNew = and(eq(dataLinks.tokenHash, hashOf(token)), isNull(dataLinks[what]));
      const at = now().toISOString();
      return (
        db
          .update(dataLinks)
          .set({ [what]: at })
          .where(isNew)
          .run().changes > 0
      );
    },

    /** @returns the address that a link belongs to, while it works */
    addressOf(token: string): string | undefined {
      const row = db
        .select()
        .from(dataLinks)
        .where(and(eq(dataLinks.tokenHash, hashOf(token)), gt(dataLinks.expiresAt, now().toISOString())))
        .get();
      return row?.emailKey;
    },
  };
}

export type DataLinks = ReturnType<typeof createDataLinks>;

/**
 * The life of a link begins when its message is handed over: while the mail server is down nobody has it, and it would be
 * over before it came. Inside the transaction of the message's new state.
 */
export function startDataLink(tx: Pick<Deps['db'], 'update'>, token: string, at: string): void {
  tx.update(dataLinks)
    .set({ expiresAt: endOfLink(Date.parse(at)) })
    .where(eq(dataLinks.tokenHash, hashOf(token)))
    .run();
}

const endOfLink = (beginMs: number) => new Date(beginMs + dataLinkMinutes * 60_000).toISOString();
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
