import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readOrCreateSecret } from '@threadline/config/secret-file';
import type { Setup } from '@threadline/schema/wire/account';
import { verifyPassword } from '../auth/passwords.ts';
import { findUserByEmail } from '../auth/user-record.ts';
import type { Deps } from '../context.ts';
import { users } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { isSameSecret } from '../platform/keys.ts';
import { createUserService, defaultUserName } from './users.ts';

/** Public on purpose: the login page shows it in demo mode (Spec §2). */
export const demoAccount = { email: 'demo@threadline.example', password: 'kolam-demo-2026' };

/** Manages the one-time link that creates the first super admin. It works only while there is no user. */
export function createSetup(deps: Pick<Deps, 'config' | 'db' | 'now'>) {
  const { config, db } = deps;
  const accounts = createUserService(deps);
  const tokenFile = join(config.dataDir, 'keys', 'setup-token');

  const hasUsers = () => db.select({ id: users.id }).from(users).limit(1).get() !== undefined;

  function isOpen(token: string): boolean {
    if (hasUsers()) return false;
    try {
      return isSameSecret(readFileSync(tokenFile, 'utf8').trim(), token);
    } catch {
      return false;
    }
  }

  return {
    hasUsers,
    isOpen,

    /** Returns the link at start; undefined if there are users. */
    prepare(): string | undefined {
      if (hasUsers()) {
        rmSync(tokenFile, { force: true });
        return undefined;
      }
      const token = readOrCreateSecret(tokenFile, () => randomBytes(32).toString('base64url'));
      // In the fragment, so that no server or proxy logs it.
      return `${config.appUrl}/admin/setup#${token}`;
    },

    /** @throws ProblemError 404 if the link is wrong or was used, 422 for a password that is easy to guess */
    async finish({ token, ...account }: Setup) {
      const user = isOpen(token) ? await accounts.createFirst(account) : undefined;
      if (!user) throw createClosedError();
      rmSync(tokenFile, { force: true });
      return user;
    },
  };
}

export function createClosedError(): ProblemError {
  return new ProblemError('not-found', { detail: 'This set-up link is wrong or was already used.' });
}

/**
 * Creates the account of ADMIN_EMAIL or the demo account if it is missing, or logs the set-up link.
 *
 * @throws Error that names ADMIN_PASSWORD if it is refused, or if the demo account remains in production without demo mode
 */
export async function ensureFirstUser(deps: Deps): Promise<void> {
  const { config, db, log } = deps;
  const accounts = createUserService(deps);
  const setup = createSetup(deps);

  if (config.demo && !findUserByEmail(db, demoAccount.email)) {
    await accounts.create({ name: 'Demo', role: 'super_admin', ...demoAccount }, null);
  } else if (config.firstUser && !setup.hasUsers()) {
    await accounts.create({ name: defaultUserName, role: 'super_admin', ...config.firstUser }, null).catch((error) => {
      // The pointer of the problem names a form field that operators never see.
      throw error instanceof ProblemError ? new Error(`ADMIN_PASSWORD is refused. ${error.message}`) : error;
    });
    log.info('the first user was created');
  }
  const link = setup.prepare();
  if (link) log.warn({ link }, 'there is no user yet: open this link to create the first one');
  if (!config.demo) await refuseDemoAccount(deps);
}

async function refuseDemoAccount({ config, db, log }: Deps): Promise<void> {
  const demo = findUserByEmail(db, demoAccount.email);
  if (!demo || !(await verifyPassword(demo.passwordHash, demoAccount.password))) return;
  const sentence =
    `The demo account ${demoAccount.email} still has its public password. ` +
    `Change it: npm run cli -- user reset ${demoAccount.email}`;
  if (config.production) throw new Error(sentence);
  log.warn(sentence);
}
