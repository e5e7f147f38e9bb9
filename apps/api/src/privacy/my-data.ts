import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { dataLinks } from '../db/privacy-schema.ts';
import type { Deps } from '../deps.ts';
import { dataLinkMinutes } from '../mail/compose.ts';
import { linkDigest, linkIdOf, newLinkId } from '../mail/link-token.ts';
import type { Outbox } from '../mail/outbox.ts';
import { isAnythingHeld, type PersonalDataService } from './person.ts';

const hourMs = 3_600_000;
/** Links in one hour to one address. */
const mostLinks = 3;

/** Proves by a message that an address is somebody's own. */
export function createDataLinks(
  { db, now, secrets }: Pick<Deps, 'db' | 'now' | 'secrets'>,
  outbox: Outbox,
  person: PersonalDataService,
) {
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
          const id = newLinkId();
          const createdAt = at.toISOString();
          tx.insert(dataLinks)
            .values({ id, emailKey, createdAt, expiresAt: endOfLink(at.getTime()) })
            .run();
          outbox.add({ id: `${id}.my-data`, kind: 'my-data', recipient: email, payload: { linkId: id } }, createdAt);
        },
        { behavior: 'immediate' },
      );
      outbox.announce();
    },

    /** @returns whether it is the first time: what is done again with the same link is the same request */
    isFirst(what: 'openedAt' | 'correctedAt', id: string): boolean {
      const isNew = and(eq(dataLinks.id, id), isNull(dataLinks[what]));
      const at = now().toISOString();
      return (
        db
          .update(dataLinks)
          .set({ [what]: at })
          .where(isNew)
          .run().changes > 0
      );
    },

    /** @returns the link with the address that it belongs to, while it works */
    open(token: string): { id: string; owner: string } | undefined {
      // Links from before there were ids are known by the digest alone.
      const id = linkIdOf(secrets.mailLinkKey, 'my-data', token) ?? linkDigest(token);
      return db
        .select({ id: dataLinks.id, owner: dataLinks.emailKey })
        .from(dataLinks)
        .where(and(eq(dataLinks.id, id), gt(dataLinks.expiresAt, now().toISOString())))
        .get();
    },
  };
}

export type DataLinks = ReturnType<typeof createDataLinks>;

/**
 * The life of a link begins when its message is handed over: while the mail server is down nobody has it, and it would be
 * over before it came. Inside the transaction of the message's new state.
 */
export function startDataLink(tx: Pick<Deps['db'], 'update'>, id: string, at: string): void {
  tx.update(dataLinks)
    .set({ expiresAt: endOfLink(Date.parse(at)) })
    .where(eq(dataLinks.id, id))
    .run();
}

const endOfLink = (beginMs: number) => new Date(beginMs + dataLinkMinutes * 60_000).toISOString();
