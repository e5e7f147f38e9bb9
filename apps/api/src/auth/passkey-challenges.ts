import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Config } from '../config.ts';
import type { Deps } from '../context.ts';
import { passkeyChallenges } from '../platform/db/schema/accounts.ts';
import { minuteMs } from '../platform/durations.ts';

export const challengeMs = 5 * minuteMs;

export interface RelyingParty {
  id: string;
  origin: string;
  /** Browsers support passkeys only on https and localhost, and never for an IP address. */
  isSupported: boolean;
}

/** Returns the relying party: always the configured addresses, whatever host a request names. */
export function getRelyingParty({ appUrl, passkeyDomain }: Pick<Config, 'appUrl' | 'passkeyDomain'>): RelyingParty {
  const { origin, hostname, protocol } = new URL(appUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return { id: passkeyDomain, origin, isSupported: isLocal || (protocol === 'https:' && !isAddress) };
}

/** The use a challenge was created for. A response counts for nothing else. */
export interface ChallengeUse {
  purpose: typeof passkeyChallenges.$inferSelect.purpose;
  /** Null for a sign-in with a passkey alone: the user is not known yet. */
  userId: string | null;
  sessionId: string | null;
}

/** Stores random challenges. Each can be used once, within five minutes. */
export function createPasskeyChallenges({ db, now }: Pick<Deps, 'db' | 'now'>) {
  return {
    create(use: ChallengeUse, challenge = randomBytes(32).toString('base64url')): string {
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
     * Deletes and returns the challenge of a response; undefined if it was not created for this use, was used or has expired.
     *
     * @param clientDataJSON signed by the authenticator
     */
    consume(clientDataJSON: string, { purpose, userId, sessionId }: ChallengeUse): string | undefined {
      const challenge = readChallenge(clientDataJSON);
      if (challenge === undefined) return undefined;
      const isValid = and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.purpose, purpose),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        sessionId === null ? isNull(passkeyChallenges.sessionId) : eq(passkeyChallenges.sessionId, sessionId),
        gt(passkeyChallenges.expiresAt, now().toISOString()),
      );
      return db.delete(passkeyChallenges).where(isValid).run().changes > 0 ? challenge : undefined;
    },
  };
}

/** Returns the challenge that a response names; undefined for one from a cross-origin frame, because the admin is never framed. */
export function readChallenge(clientDataJSON: string): string | undefined {
  try {
    const { challenge, crossOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : undefined;
  } catch {
    return undefined;
  }
}
