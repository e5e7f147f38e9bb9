import { randomUUID } from 'node:crypto';
import type { AddPasskey, Passkey } from '@threadline/schema/wire/passkey';
import { and, asc, eq } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { passkeys } from '../platform/db/schema/accounts.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createPasskeyChallenges, getRelyingParty } from './passkey-challenges.ts';
import { onFactorsChanged } from './second-factors.ts';
import type { Session } from './sessions.ts';

const maxPasskeys = 20;

/** Manages the passkeys of an account. The private keys never leave the authenticators. */
export function createPasskeys(deps: Pick<Deps, 'config' | 'db' | 'log' | 'now'>) {
  const { db, log, now } = deps;
  const party = getRelyingParty(deps.config);
  const challenges = createPasskeyChallenges(deps);
  const findRows = (userId: string) =>
    db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt)).all();

  /** @throws ProblemError 422 */
  async function verify(passkey: AddPasskey['passkey'], challenge: string) {
    const { verifyRegistration } = await import('./webauthn.ts');
    try {
      return await verifyRegistration(passkey, { challenge, party });
    } catch (error) {
      log.debug({ err: error }, 'a new passkey was refused');
      const detail = 'This passkey cannot be used here. Try another device, or start again.';
      throw new ProblemError('validation-failed', { detail, errors: [{ pointer: '/passkey', detail }] });
    }
  }

  return {
    list: (userId: string): Passkey[] => findRows(userId).map(toPasskey),

    /** Returns creation options. @throws ProblemError 409 where browsers support no passkeys, or at the limit */
    async createOptions({ id: sessionId, user }: Session) {
      if (!party.isSupported) {
        const detail = `Passkeys need an address such as https://example.org. The address of this site is ${party.origin}.`;
        throw new ProblemError('conflict', { detail });
      }
      const known = findRows(user._id);
      if (known.length >= maxPasskeys) {
        throw new ProblemError('conflict', { detail: `An account has at most ${maxPasskeys} passkeys.` });
      }
      const challenge = challenges.create({ purpose: 'add', userId: user._id, sessionId });
      const { createRegistrationOptions } = await import('./webauthn.ts');
      return createRegistrationOptions({ challenge, party }, user, known);
    },

    /** Returns the passkey, and recovery codes if the account had none. */
    async add(by: Session, { name, passkey }: AddPasskey): Promise<{ passkey: Passkey; recoveryCodes: string[] }> {
      const use = { purpose: 'add', userId: by.user._id, sessionId: by.id } as const;
      const challenge = challenges.consume(passkey.response.clientDataJSON, use);
      if (challenge === undefined) throw new ProblemError('conflict', { detail: 'That took too long. Start again.' });
      const credential = await verify(passkey, challenge);
      const at = now();
      const row = {
        id: randomUUID(),
        userId: by.user._id,
        ...credential,
        transports: passkey.response.transports ?? [],
        name,
        createdAt: at.toISOString(),
        lastUsedAt: null,
      };
      return db.transaction(
        (tx) => {
          if (tx.select().from(passkeys).where(eq(passkeys.credentialId, credential.credentialId)).get()) {
            throw new ProblemError('conflict', { detail: 'This passkey was already added.' });
          }
          tx.insert(passkeys).values(row).run();
          const recoveryCodes = onFactorsChanged(tx, by.user._id, { at, by, action: 'user.passkey-added' });
          return { passkey: toPasskey(row), recoveryCodes };
        },
        { behavior: 'immediate' },
      );
    },

    /** @throws ProblemError 404, also for the passkey of another user */
    rename(userId: string, id: string, name: string): Passkey {
      const row = db.update(passkeys).set({ name }).where(isOwnedBy(userId, id)).returning().get();
      if (!row) throw createNotFound();
      return toPasskey(row);
    },

    /** @throws ProblemError 404, also for the passkey of another user */
    remove(by: Session, id: string): void {
      db.transaction((tx) => {
        if (tx.delete(passkeys).where(isOwnedBy(by.user._id, id)).run().changes === 0) throw createNotFound();
        onFactorsChanged(tx, by.user._id, { at: now(), by, action: 'user.passkey-removed' });
      });
    },
  };
}

function isOwnedBy(userId: string, id: string) {
  return and(eq(passkeys.userId, userId), eq(passkeys.id, id));
}

function createNotFound(): ProblemError {
  return new ProblemError('not-found', { detail: 'This passkey is no longer in your account.' });
}

function toPasskey({ id, name, createdAt, lastUsedAt, backedUp }: typeof passkeys.$inferSelect): Passkey {
  return { id, name, createdAt, lastUsedAt, backedUp };
}
