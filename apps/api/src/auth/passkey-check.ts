import type { PasskeyAssertion, PasskeyRequestOptions } from '@threadline/schema/passkey';
import { and, eq, lt } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { passkeys } from '../platform/db/schema/accounts.ts';
import { users } from '../platform/db/schema/core.ts';
import { type ChallengeUse, challengeMs, createPasskeyChallenges } from './passkey-challenges.ts';
import { relyingParty } from './relying-party.ts';

type UserRow = typeof users.$inferSelect;
type StoredPasskey = typeof passkeys.$inferSelect;

/** Asks passkeys at sign-in, alone or after the password, and checks what they answer. */
export function createPasskeyCheck(deps: Pick<Deps, 'config' | 'db' | 'log' | 'now'>) {
  const { db, log, now } = deps;
  const party = relyingParty(deps.config);
  const challenges = createPasskeyChallenges(deps);

  const useOf = (userId: string | null): ChallengeUse => ({
    purpose: userId === null ? 'sign-in' : 'second-factor',
    userId,
    sessionId: null,
  });

  async function read(answer: PasskeyAssertion, challenge: string, passkey: StoredPasskey) {
    const { readAnswer } = await import('./webauthn.ts');
    try {
      return await readAnswer(answer, passkey, { challenge, party });
    } catch (error) {
      log.debug({ err: error }, 'a passkey was refused');
      return undefined;
    }
  }

  /** The counter is compared once more: two answers may have been checked at the same moment. */
  function keepUse(id: string, { counter, backedUp }: { counter: number; backedUp: boolean }): boolean {
    const grows = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
    const values = { counter, backedUp, lastUsedAt: now().toISOString() };
    return (
      db
        .update(passkeys)
        .set(values)
        .where(and(eq(passkeys.id, id), grows))
        .run().changes > 0
    );
  }

  return {
    /**
     * @param userId whose password was right; null asks for any passkey of this site
     * @param challenge left out: a random one
     * @returns undefined for somebody without a passkey
     */
    ask(userId: string | null, challenge?: string): PasskeyRequestOptions | undefined {
      const known = userId === null ? [] : db.select().from(passkeys).where(eq(passkeys.userId, userId)).all();
      if (userId !== null && known.length === 0) return undefined;
      return {
        challenge: challenges.make(useOf(userId), challenge),
        rpId: party.id,
        timeout: challengeMs,
        userVerification: 'required',
        allowCredentials: known.map(({ credentialId, transports }) => ({
          id: credentialId,
          type: 'public-key',
          transports,
        })),
      };
    },

    /**
     * @param userId whose password was right; null takes anybody's passkey
     * @returns the owner of the passkey; `late` when the question has run out or was answered already, `wrong` when
     *   anything else is wrong with the answer
     */
    async check(answer: PasskeyAssertion, userId: string | null): Promise<UserRow | 'late' | 'wrong'> {
      const challenge = challenges.take(answer.response.clientDataJSON, useOf(userId));
      if (challenge === undefined) return 'late';
      const found = db
        .select({ passkey: passkeys, user: users })
        .from(passkeys)
        .innerJoin(users, eq(passkeys.userId, users.id))
        .where(eq(passkeys.credentialId, answer.id))
        .get();
      if (!found || (userId !== null && found.user.id !== userId)) return 'wrong';
      const { userHandle } = answer.response;
      const owner = userHandle === undefined ? undefined : Buffer.from(userHandle, 'base64url').toString('utf8');
      // Alone, the passkey itself has to say whose it is.
      if (owner !== found.user.id && (userId === null || owner !== undefined)) return 'wrong';
      const use = await read(answer, challenge, found.passkey);
      return use && keepUse(found.passkey.id, use) ? found.user : 'wrong';
    },
  };
}
