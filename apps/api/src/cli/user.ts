import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createUserSchema, updateUserSchema } from '@threadline/schema/user';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { createUserService } from '../accounts/users.ts';
import { createPasskeys } from '../auth/passkeys.ts';
import { emailKeyOf } from '../auth/user-row.ts';
import { users } from '../platform/db/schema/core.ts';
import { type CliContext, CliError, type Command, requireDatabase } from './command.ts';

const options = {
  name: { type: 'string' },
  role: { type: 'string' },
  'password-stdin': { type: 'boolean', default: false },
  'remove-second-factor': { type: 'boolean', default: false },
} as const;

function parseUserArgs(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [email, ...more] = positionals;
    if (!email || more.length > 0) throw new CliError('Give one email address.', 2);
    return { email, ...values };
  } catch (error) {
    if (error instanceof TypeError) throw new CliError(error.message, 2);
    throw error;
  }
}

/** From standard input, so that it appears neither in the shell's history nor in the list of processes. */
async function passwordFor(context: CliContext, { fromInput }: { fromInput: boolean }) {
  if (!fromInput) return { password: randomBytes(12).toString('base64url'), isNew: true };
  const chunks: Buffer[] = [];
  for await (const chunk of context.input) chunks.push(Buffer.from(chunk));
  return {
    password: Buffer.concat(chunks)
      .toString('utf8')
      .replace(/\r?\n$/, ''),
    isNew: false,
  };
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new CliError(parsed.error.issues.map(({ message }) => message).join('\n'));
}

export const userCreateCommand: Command = {
  usage: 'user create <email> [--name <name>] [--role admin|super_admin] [--password-stdin]',
  summary: 'Adds an account. Without --password-stdin a password is made and printed once.',
  async run(args, context) {
    const given = parseUserArgs(args);
    const { password, isNew } = await passwordFor(context, { fromInput: given['password-stdin'] });
    const name = given.name ?? given.email.split('@', 1)[0];
    const account = check(createUserSchema, { name, email: given.email, password, role: given.role });
    const user = await createUserService(context.deps()).create(account, null);
    context.print(`${user.email} can sign in as ${user.role}.`);
    if (isNew) context.print(`Password: ${password}`);
    return 0;
  },
};

export const userResetCommand: Command = {
  usage: 'user reset <email> [--password-stdin] [--remove-second-factor]',
  summary:
    'Gives somebody who is locked out a new password, opens the account, ends all its sessions and removes passkeys.',
  async run(args, context) {
    const given = parseUserArgs(args);
    requireDatabase(context);
    const { password, isNew } = await passwordFor(context, { fromInput: given['password-stdin'] });
    const deps = context.deps();
    const row = deps.db
      .select()
      .from(users)
      .where(eq(users.emailKey, emailKeyOf(given.email)))
      .get();
    if (!row) throw new CliError(`There is no account with the email ${given.email}.`);
    const changes = check(updateUserSchema, { name: row.name, email: row.email, password });
    if (!changes.password) throw new CliError('The password on standard input is empty.');
    const { length: removed } = createPasskeys(deps).list(row.id);
    const without = given['remove-second-factor'] ? ('second-factor' as const) : undefined;
    await createUserService(deps).update(row.id, { ...changes, ...(without && { without }) }, null);
    context.print(`${row.email} has a new password; all sessions have ended.`);
    if (removed > 0) context.print(`Passkeys removed: ${removed}.`);
    if (isNew) context.print(`Password: ${password}`);
    return 0;
  },
};
