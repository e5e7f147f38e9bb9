import { eq } from 'drizzle-orm';
import { users } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { createUserService } from '../users/service.ts';
import { emailKeyOf } from '../users/user.ts';
import { verifyPassword } from './password.ts';
import { createSetup } from './setup.ts';

/** Public on purpose: the login page shows it in demo mode (Spec §2). */
export const demoAccount = { email: 'demo@threadline.example', password: 'kolam-demo-2026' };

/**
 * Sees to it that somebody can sign in: the account of ADMIN_EMAIL, the demo account, or a one-time set-up link in the log.
 *
 * @throws Error when the demo account is still there without demo mode, in production
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
    await accounts.create({ name: 'Administrator', role: 'super_admin', ...config.firstUser }, null);
    log.info('the first user was created');
  }
  const link = setup.prepare();
  if (link) log.warn({ link }, 'there is no user yet: open this link to create the first one');
  if (!config.demo) await refuseDemoAccount();

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
