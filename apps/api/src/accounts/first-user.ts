import { eq } from 'drizzle-orm';
import { verifyPassword } from '../auth/password.ts';
import { emailKeyOf } from '../auth/user-row.ts';
import type { Deps } from '../context.ts';
import { users } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createSetup } from './setup.ts';
import { createUserService } from './users.ts';

/** Public on purpose: the login page shows it in demo mode (Spec §2). */
export const demoAccount = { email: 'demo@threadline.example', password: 'kolam-demo-2026' };

/**
 * Sees to it that somebody can sign in: the account of ADMIN_EMAIL, the demo account, or a one-time set-up link in the log.
 *
 * @throws Error naming ADMIN_PASSWORD if it is refused, or if the demo account is left in production without demo
 *   mode
 */
export async function ensureFirstUser(deps: Deps): Promise<void> {
  const { config, db, log } = deps;
  const accounts = createUserService(deps);
  const setup = createSetup(deps);
  const findUser = (email: string) =>
    db
      .select()
      .from(users)
      .where(eq(users.emailKey, emailKeyOf(email)))
      .get();

  if (config.demo && !findUser(demoAccount.email)) {
    await accounts.create({ name: 'Demo', role: 'super_admin', ...demoAccount }, null);
  } else if (config.firstUser && !setup.hasUsers()) {
    await createAdministrator(config.firstUser);
    log.info('the first user was created');
  }
  const link = setup.prepare();
  if (link) log.warn({ link }, 'there is no user yet: open this link to create the first one');
  if (!config.demo) await refuseDemoAccount();

  async function createAdministrator(account: { email: string; password: string }): Promise<void> {
    try {
      await accounts.create({ name: 'Administrator', role: 'super_admin', ...account }, null);
    } catch (error) {
      // The pointer of the refusal names a field of a form, which the operator does not see.
      if (error instanceof ProblemError) throw new Error(`ADMIN_PASSWORD is refused. ${error.message}`);
      throw error;
    }
  }

  async function refuseDemoAccount(): Promise<void> {
    const left = findUser(demoAccount.email);
    if (!left || !(await verifyPassword(left.passwordHash, demoAccount.password))) return;
    const sentence =
      `The demo account ${demoAccount.email} still has its public password. ` +
      'Give it another one: npm run cli -- user reset demo@threadline.example';
    if (config.production) throw new Error(sentence);
    log.warn(sentence);
  }
}
