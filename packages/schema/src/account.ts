import { z } from 'zod';
import { emailSchema } from './email.ts';
import { codeSchema, maxPasswordLength, passwordSchema } from './user.ts';

const currentPassword = z
  .string({ error: 'Your current password is required' })
  .min(1, { error: 'Your current password is required' })
  .max(maxPasswordLength, { error: `Password must be at most ${maxPasswordLength} characters` });

/** Body of `PUT /api/account/password`. */
export const changePasswordSchema = z.strictObject({ currentPassword, password: passwordSchema });

/** Body of `PUT /api/account/email`. */
export const changeEmailSchema = z.strictObject({ currentPassword, email: emailSchema });

/** Body of the requests that change the second factor. */
export const reauthenticateSchema = z.strictObject({ currentPassword });

/** Body of `POST /api/account/second-factor/confirm`. */
export const confirmCodeSchema = z.strictObject({ code: codeSchema });

/** A signed-in browser, as the account's owner sees it. */
export const accountSessionSchema = z.object({
  id: z.string(),
  /** True for the session that sent the request. */
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  userAgent: z.string().nullable(),
});
export type AccountSession = z.infer<typeof accountSessionSchema>;
