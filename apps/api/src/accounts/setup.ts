import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readOrCreateSecret } from '@threadline/config/secret-file';
import type { Setup } from '@threadline/schema/session';
import type { Deps } from '../context.ts';
import { users } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createUserService } from './users.ts';

/** The one-time link with which the first super_admin is made. It works only while there is no user at all. */
export function createSetup(deps: Pick<Deps, 'config' | 'db' | 'now'>) {
  const { config, db } = deps;
  const accounts = createUserService(deps);
  const tokenFile = join(config.dataDir, 'keys', 'setup-token');

  const hasUsers = () => db.select({ id: users.id }).from(users).limit(1).get() !== undefined;

  function isOpen(token: string): boolean {
    if (hasUsers()) return false;
    try {
      return isSame(readFileSync(tokenFile, 'utf8').trim(), token);
    } catch {
      return false;
    }
  }

  return {
    hasUsers,
    isOpen,

    /** At start. @returns the link, or undefined when it is not needed (any more) */
    prepare(): string | undefined {
      if (hasUsers()) {
        rmSync(tokenFile, { force: true });
        return undefined;
      }
      const token = readOrCreateSecret(tokenFile, () => randomBytes(32).toString('base64url'));
      // Behind `#`, so that it appears in no log of a server or proxy on the way.
      return `${config.siteUrl}/admin/setup#${token}`;
    },

    /** @throws ProblemError 404 when the link is wrong or was used, 422 for a password that is easy to guess */
    async finish({ token, ...account }: Setup) {
      const closed = () => new ProblemError('not-found', { detail: 'This set-up link is wrong or was used already.' });
      if (!isOpen(token)) throw closed();
      const user = await accounts.createFirst(account);
      if (!user) throw closed();
      rmSync(tokenFile, { force: true });
      return user;
    },
  };
}

function isSame(secret: string, given: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(secret), digest(given));
}
