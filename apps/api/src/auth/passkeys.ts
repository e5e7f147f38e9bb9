import { randomUUID } from 'node:crypto';
import type { AddPasskey, Passkey } from '@threadline/schema/passkey';
import { and, asc, eq } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { passkeys } from '../platform/db/schema/accounts.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createPasskeyChallenges } from './passkey-challenges.ts';
import { relyingParty } from './relying-party.ts';
import type { Session } from './require-session.ts';
import { settleFactors } from './second-factor-state.ts';

const mostPasskeys = 20;

/** The passkeys of an account: made in the browser, kept here by their public half. */
export function createPasskeys(deps: Pick<Deps, 'config' | 'db' | 'log' | 'now'>) {
  const { db, now } = deps;
  const party = relyingParty(deps.config);
  const challenges = createPasskeyChallenges(deps);
  const rowsOf = (userId: string) =>
    db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt)).all();

  /** @throws ProblemError 422 when anything is wrong with it */
  async function read(passkey: AddPasskey['passkey'], challenge: string) {
    const { readRegistration } = await import('./webauthn.ts');
    try {
      return await readRegistration(passkey, { challenge, party });
    } catch (error) {
      deps.log.debug({ err: error }, 'a new passkey was refused');
      const detail = 'This passkey cannot be used here. Try another device, or begin again.';
      throw new ProblemError('validation-failed', { detail, errors: [{ pointer: '/passkey', detail }] });
    }
  }

  return {
    list: (userId: string): Passkey[] => rowsOf(userId).map(toPasskey),

    /** What the browser hands to the device. @throws ProblemError 409 where browsers take no passkeys, or for one too many */
    async begin({ id: sessionId, user }: Session) {
      if (!party.isPossible) {
        const detail = `Browsers take passkeys only at an address such as https://example.org, and this site is ${party.origin}.`;
        throw new ProblemError('conflict', { detail });
      }
      const known = rowsOf(user._id);
      if (known.length >= mostPasskeys) {
        throw new ProblemError('conflict', { detail: `An account has at most ${mostPasskeys} passkeys.` });
      }
      const challenge = challenges.make({ purpose: 'add', userId: user._id, sessionId });
      const { registrationQuestion } = await import('./webauthn.ts');
      return registrationQuestion({ challenge, party }, user, known);
    },

    /** @returns also recovery codes, if the account had none so far */
    async add(by: Session, { name, passkey }: AddPasskey): Promise<{ passkey: Passkey; recoveryCodes: string[] }> {
      const use = { purpose: 'add', userId: by.user._id, sessionId: by.id } as const;
      const challenge = challenges.take(passkey.response.clientDataJSON, use);
      if (challenge === undefined) throw new ProblemError('conflict', { detail: 'That took too long. Begin again.' });
      const made = await read(passkey, challenge);
      const at = now();
      const row = {
        id: randomUUID(),
        userId: by.user._id,
        ...made,
        transports: passkey.response.transports ?? [],
        name,
        createdAt: at.toISOString(),
        lastUsedAt: null,
      };
      return db.transaction(
        (tx) => {
          const { credentialId } = made;
          if (tx.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)).get()) {
            throw new ProblemError('conflict', { detail: 'This passkey is known already.' });
          }
          tx.insert(passkeys).values(row).run();
          const recoveryCodes = settleFactors(tx, by.user._id, { at, by, action: 'user.passkey-added' });
          return { passkey: toPasskey(row), recoveryCodes };
        },
        { behavior: 'immediate' },
      );
    },

    /** @throws ProblemError 404, also for somebody else's */
    rename(userId: string, id: string, name: string): Passkey {
      const row = db.update(passkeys).set({ name }).where(ownedBy(userId, id)).returning().get();
      if (!row) throw unknown();
      return toPasskey(row);
    },

    /** @throws ProblemError 404, also for somebody else's */
    remove(by: Session, id: string): void {
      db.transaction((tx) => {
        if (tx.delete(passkeys).where(ownedBy(by.user._id, id)).run().changes === 0) throw unknown();
        settleFactors(tx, by.user._id, { at: now(), by, action: 'user.passkey-removed' });
      });
    },
  };
}

function ownedBy(userId: string, id: string) {
  return and(eq(passkeys.userId, userId), eq(passkeys.id, id));
}

function unknown(): ProblemError {
  return new ProblemError('not-found', { detail: 'There is no such passkey in your account.' });
}

function toPasskey({ id, name, createdAt, lastUsedAt, backedUp }: typeof passkeys.$inferSelect): Passkey {
  return { id, name, createdAt, lastUsedAt, backedUp };
}
