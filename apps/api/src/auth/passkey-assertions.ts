import type { PasskeyAssertion, PasskeyRequestOptions } from '@threadline/schema/wire/passkey';
import { and, eq, lt } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { passkeys } from '../platform/db/schema/accounts.ts';
import { users } from '../platform/db/schema/core.ts';
import { type ChallengeUse, challengeMs, createPasskeyChallenges, getRelyingParty } from './passkey-challenges.ts';
import type { UserRow } from './user-record.ts';

export const expiredChallengeDetail = 'That took too long, or the passkey was already used. Use your passkey again.';

/** Creates request options for signing in with a passkey, alone or as the second factor, and verifies the assertions. */
export function createPasskeyAssertions(deps: Pick<Deps, 'config' | 'db' | 'log' | 'now'>) {
  const { db, log, now } = deps;
  const party = getRelyingParty(deps.config);
  const challenges = createPasskeyChallenges(deps);

  const getUse = (userId: string | null): ChallengeUse => ({
    purpose: userId === null ? 'sign-in' : 'second-factor',
    userId,
    sessionId: null,
  });

  async function verifySignature(
    assertion: PasskeyAssertion,
    challenge: string,
    passkey: typeof passkeys.$inferSelect,
  ) {
    const { verifyAssertion } = await import('./webauthn.ts');
    try {
      return await verifyAssertion(assertion, passkey, { challenge, party });
    } catch (error) {
      log.debug({ err: error }, 'a passkey was refused');
      return undefined;
    }
  }

  /** Compares the counter again, because two assertions may be verified concurrently. Returns whether it grew. */
  function updateCounter(id: string, { counter, backedUp }: { counter: number; backedUp: boolean }): boolean {
    const hasGrown = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
    const values = { counter, backedUp, lastUsedAt: now().toISOString() };
    const { changes } = db
      .update(passkeys)
      .set(values)
      .where(and(eq(passkeys.id, id), hasGrown))
      .run();
    return changes > 0;
  }

  return {
    /**
     * @param userId whose password was verified; null accepts any passkey of this site
     * @param challenge random by default
     * @returns undefined if the user has no passkey
     */
    createOptions(userId: string | null, challenge?: string): PasskeyRequestOptions | undefined {
      const known = userId === null ? [] : db.select().from(passkeys).where(eq(passkeys.userId, userId)).all();
      if (userId !== null && known.length === 0) return undefined;
      return {
        challenge: challenges.create(getUse(userId), challenge),
        rpId: party.id,
        timeout: challengeMs,
        userVerification: 'required',
        allowCredentials: known.map(({ credentialId: id, transports }) => ({ id, type: 'public-key', transports })),
      };
    },

    /**
     * Verifies an assertion once. Returns the owner of the passkey; `expired` if the challenge has expired or was used, `wrong`
     * for any other fault.
     *
     * @param userId whose password was verified; null accepts the passkey of any user
     */
    async verify(assertion: PasskeyAssertion, userId: string | null): Promise<UserRow | 'expired' | 'wrong'> {
      const challenge = challenges.consume(assertion.response.clientDataJSON, getUse(userId));
      if (challenge === undefined) return 'expired';
      const found = db
        .select({ passkey: passkeys, user: users })
        .from(passkeys)
        .innerJoin(users, eq(passkeys.userId, users.id))
        .where(eq(passkeys.credentialId, assertion.id))
        .get();
      if (!found || (userId !== null && found.user.id !== userId)) return 'wrong';
      const { userHandle } = assertion.response;
      const ownerId = userHandle === undefined ? undefined : Buffer.from(userHandle, 'base64url').toString('utf8');
      // Without a password, the passkey itself has to name its owner.
      if (ownerId !== found.user.id && (userId === null || ownerId !== undefined)) return 'wrong';
      const use = await verifySignature(assertion, challenge, found.passkey);
      return use && updateCounter(found.passkey.id, use) ? found.user : 'wrong';
    },
  };
}
