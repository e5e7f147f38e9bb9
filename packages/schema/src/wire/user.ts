import { z } from 'zod';
import { emailSchema } from '../primitives/email.ts';
import { passkeyAssertionSchema } from './passkey.ts';

export const roleSchema = z.enum(['admin', 'super_admin'], { error: 'Choose admin or super_admin.' });
export type Role = z.infer<typeof roleSchema>;

/**
 * Only an active account can sign in. An invited one has no password yet; a disabled one was disabled by a user; a
 * locked one
 * had too many wrong codes of its second factor.
 */
export const userStatusSchema = z.enum(['invited', 'active', 'disabled', 'locked']);
export type UserStatus = z.infer<typeof userStatusSchema>;

/** Body of `PUT /auth/users/{id}/status`. */
export const changeStatusSchema = z.strictObject({
  status: z.enum(['active', 'disabled'], { error: 'Choose active or disabled.' }),
});

/** Spec §5: the messages are those of the specification. */
export const nameSchema = z
  .string({ error: 'Name is required' })
  .max(120, { error: 'Use at most 120 characters.' })
  .refine((name) => name.trim() !== '', { error: 'Name is required' })
  .refine((name) => name.isWellFormed(), { error: 'Name contains characters that cannot be stored.' });

/** Longer than any typed password, and short enough to limit the cost of hashing. */
export const maxPasswordLength = 200;
export const minPasswordLength = 6;

export const passwordSchema = z
  .string({ error: 'Password is required' })
  .min(1, { error: 'Password is required' })
  .min(minPasswordLength, { error: `Password must be at least ${minPasswordLength} characters` })
  .max(maxPasswordLength, { error: `Password must be at most ${maxPasswordLength} characters` })
  .refine((password) => password.isWellFormed(), { error: 'Password contains characters that cannot be used.' });

/** Admin user (Spec §3). The password is write-only and never part of it. */
export const userSchema = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  status: userStatusSchema,
  hasSecondFactor: z.boolean(),
  lastLogin: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type User = z.infer<typeof userSchema>;

export const createUserSchema = z.strictObject({
  name: nameSchema,
  email: emailSchema,
  password: passwordSchema,
  role: roleSchema.default('admin'),
});
export type CreateUser = z.infer<typeof createUserSchema>;

/** How long a deleted account can be restored. */
export const userTrashMs = 30 * 24 * 3_600_000;

/** A row of `GET /auth/users/trash`. */
export const trashedUserSchema = userSchema
  .pick({ _id: true, name: true, email: true, role: true })
  .extend({ deletedAt: z.iso.datetime(), deletedBy: z.string() });
export type TrashedUser = z.infer<typeof trashedUserSchema>;

/** Body of `POST /auth/invitations`: the recipient of the link chooses the password. */
export const inviteSchema = createUserSchema.omit({ password: true });
export type Invite = z.infer<typeof inviteSchema>;

/** Spec §5: a blank or missing password keeps the current one. */
export const updateUserSchema = z.strictObject({
  name: nameSchema,
  email: emailSchema,
  password: z.union([z.literal(''), passwordSchema]).optional(),
  role: roleSchema.optional(),
  /** Required to change one's own password or email, unless the sign-in was a moment ago. */
  currentPassword: z
    .string()
    .max(maxPasswordLength, { error: `Password must be at most ${maxPasswordLength} characters` })
    .optional(),
});
export type UpdateUser = z.infer<typeof updateUserSchema>;

/** A code of an authenticator app, or a recovery code, as people type it. */
export const codeSchema = z
  .string({ error: 'Enter the code' })
  .min(1, { error: 'Enter the code' })
  .max(40, { error: 'The code is too long' });

/** Spec §7; `code` or `passkey` only for accounts with a second factor. */
export const loginSchema = z.strictObject({
  email: z
    .string({ error: 'Email is required' })
    .min(1, { error: 'Email is required' })
    .max(254, { error: 'Email is invalid' }),
  password: z
    .string({ error: 'Password is required' })
    .min(1, { error: 'Password is required' })
    .max(maxPasswordLength, { error: `Password must be at most ${maxPasswordLength} characters` }),
  code: codeSchema.optional(),
  passkey: passkeyAssertionSchema.optional(),
});
