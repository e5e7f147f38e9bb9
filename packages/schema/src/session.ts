import { z } from 'zod';
import { createUserSchema, userSchema } from './user.ts';

/** Response of a login, a refresh and the set-up. The access token is sent as `Authorization: Bearer`. */
export const signedInSchema = z.object({ token: z.string(), user: userSchema });
export type SignedInReply = z.infer<typeof signedInSchema>;

/** Response of `GET /api/session-options`: the options of the login page. */
export const sessionOptionsSchema = z.object({
  /** Spec §2: default test credentials, in demo mode only. */
  demo: z.object({ email: z.string(), password: z.string() }).nullable(),
  /** False before the first account is created through the set-up link. */
  hasAccounts: z.boolean(),
  /** In characters. */
  minPasswordLength: z.number(),
  /** True if every account needs a second factor. */
  needsSecondFactor: z.boolean(),
  /** True if a mail server is configured, so that passwords can be reset by mail. */
  sendsMail: z.boolean(),
  /**
   * The only origin whose pages can use passkeys, from `SITE_URL`; null if browsers support none there: no https, or no
   * host name.
   */
  passkeyOrigin: z.string().nullable(),
});
export type SessionOptions = z.infer<typeof sessionOptionsSchema>;

/** Body of `POST /api/setup`: the first account, made with the one-time link. */
export const setupSchema = createUserSchema
  .omit({ role: true })
  .extend({ token: z.string({ error: 'The set-up link is incomplete.' }).max(200) });
export type Setup = z.infer<typeof setupSchema>;
