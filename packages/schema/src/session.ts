import { z } from 'zod';
import { createUserSchema, userSchema } from './user.ts';

/** Reply of a login, a refresh and the set-up: the access token belongs into `Authorization: Bearer`. */
export const signedInSchema = z.object({ token: z.string(), user: userSchema });
export type SignedInReply = z.infer<typeof signedInSchema>;

/** Reply of `GET /api/session-options`: what the login page shows. */
export const sessionOptionsSchema = z.object({
  /** Spec §2: default test credentials, in demo mode only. */
  demo: z.object({ email: z.string(), password: z.string() }).nullable(),
  /** Without an account no one can sign in: the set-up link creates the first one. */
  hasAccounts: z.boolean(),
  /** In characters. */
  minPasswordLength: z.number(),
  /** Whether everybody has to set up a second factor. */
  needsSecondFactor: z.boolean(),
  /** Whether a forgotten password can be helped by mail. */
  sendsMail: z.boolean(),
  /** The one address whose pages can use passkeys, of `SITE_URL`; null when browsers take none there: no https, no name. */
  passkeyOrigin: z.string().nullable(),
});
export type SessionOptions = z.infer<typeof sessionOptionsSchema>;

/** Body of `POST /api/setup`: the first account, made with the one-time link. */
export const setupSchema = createUserSchema
  .omit({ role: true })
  .extend({ token: z.string({ error: 'The set-up link is incomplete.' }).max(200) });
export type Setup = z.infer<typeof setupSchema>;
