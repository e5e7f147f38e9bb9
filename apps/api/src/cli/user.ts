import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { createUserSchema, updateUserSchema } from '@threadline/schema/wire/user';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { createUserService } from '../accounts/users.ts';
import { createPasskeys } from '../auth/passkeys.ts';
import { toEmailKey } from '../auth/user-record.ts';
import { users } from '../platform/db/schema/core.ts';
import { type CliContext, CliError, defineCommand, requireDatabase } from './command.ts';

const missingArgument = 'Give one email address.';
const passwordOption = { 'password-stdin': { type: 'boolean', default: false } } as const;

export const userCreateCommand = defineCommand({
  usage: 'user create <email> [--name <name>] [--role admin|super_admin] [--password-stdin]',
  summary: 'Adds an account. Without --password-stdin a password is generated and printed once.',
  missingArgument,
  options: { name: { type: 'string' }, role: { type: 'string' }, ...passwordOption },
  async run({ argument: email, options }, context) {
    const { password, isGenerated } = await readPassword(context, options['password-stdin']);
    const name = options.name ?? email.split('@', 1)[0];
    const account = validate(createUserSchema, { name, email, password, role: options.role });
    const user = await createUserService(context.deps()).create(account, null);
    context.print(`${user.email} can sign in as ${user.role}.`);
    if (isGenerated) context.print(`Password: ${password}`);
  },
});

export const userResetCommand = defineCommand({
  usage: 'user reset <email> [--password-stdin] [--remove-second-factor]',
  summary:
    'Sets a new password for a user who is locked out, activates the account, and removes sessions and passkeys.',
  missingArgument,
  options: { ...passwordOption, 'remove-second-factor': { type: 'boolean', default: false } },
  async run({ argument: email, options }, context) {
    requireDatabase(context);
    const { password, isGenerated } = await readPassword(context, options['password-stdin']);
    const deps = context.deps();
    const row = deps.db
      .select()
      .from(users)
      .where(eq(users.emailKey, toEmailKey(email)))
      .get();
    if (!row) throw new CliError(`There is no account with the email ${email}.`);
    const changes = validate(updateUserSchema, { name: row.name, email: row.email, password });
    if (!changes.password) throw new CliError('The password on standard input is empty.');
    const { length: removed } = createPasskeys(deps).list(row.id);
    const without = options['remove-second-factor'] ? ('second-factor' as const) : undefined;
    await createUserService(deps).update(row.id, { ...changes, ...(without && { without }) }, null);
    context.print(`${row.email} has a new password; all sessions have ended.`);
    if (removed > 0) context.print(`Passkeys removed: ${removed}.`);
    if (isGenerated) context.print(`Password: ${password}`);
  },
});

/** Reads the password from standard input, which is in neither the shell history nor the process list, or generates one. */
async function readPassword({ input }: CliContext, isGiven: boolean) {
  if (!isGiven) return { password: randomBytes(12).toString('base64url'), isGenerated: true };
  return { password: (await text(input as AsyncIterable<Uint8Array>)).replace(/\r?\n$/, ''), isGenerated: false };
}

function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new CliError(parsed.error.issues.map(({ message }) => message).join('\n'));
}
