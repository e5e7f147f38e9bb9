import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { passkeyChallenges } from '../platform/db/schema/accounts.ts';

export const challengeMs = 5 * 60_000;

type Purpose = typeof passkeyChallenges.$inferSelect.purpose;

/** What a challenge was made for. An answer counts for nothing else. */
export interface ChallengeUse {
  purpose: Purpose;
  /** Null at a sign-in with nothing but a passkey: nobody knows yet who it will be. */
  userId: string | null;
  sessionId: string | null;
}

/** Random questions that each may be answered once, within five minutes. */
export function createPasskeyChallenges({ db, now }: Pick<Deps, 'db' | 'now'>) {
  return {
    make(use: ChallengeUse, challenge = randomBytes(32).toString('base64url')): string {
      const expiresAt = new Date(now().getTime() + challengeMs).toISOString();
      db.transaction((tx) => {
        tx.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now().toISOString())).run();
        tx.insert(passkeyChallenges)
          .values({ challenge, ...use, expiresAt })
          .run();
      });
      return challenge;
    },

    /**
     * The challenge that an answer claims to answer, if it was made for this and is not too old; it is gone afterwards.
     *
     * @param clientDataJSON what the browser has signed with
     */
    take(clientDataJSON: string, { purpose, userId, sessionId }: ChallengeUse): string | undefined {
      const challenge = challengeIn(clientDataJSON);
      if (challenge === undefined) return undefined;
      const isGood = and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.purpose, purpose),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        sessionId === null ? isNull(passkeyChallenges.sessionId) : eq(passkeyChallenges.sessionId, sessionId),
        gt(passkeyChallenges.expiresAt, now().toISOString()),
      );
      return db.delete(passkeyChallenges).where(isGood).run().changes > 0 ? challenge : undefined;
    },
  };
}

/** Undefined also for a page in a frame of a foreign one: the admin is never framed. */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge, crossOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : undefined;
  } catch {
    return undefined;
  }
}
