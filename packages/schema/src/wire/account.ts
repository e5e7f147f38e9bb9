import { z } from 'zod';
import { emailSchema } from '../primitives/email.ts';
import { codeSchema, createUserSchema, maxPasswordLength, nameSchema, passwordSchema, userSchema } from './user.ts';

const currentPassword = z
  .string({ error: 'Your current password is required' })
  .min(1, { error: 'Your current password is required' })
  .max(maxPasswordLength, { error: `Password must be at most ${maxPasswordLength} characters` });

/** Body of `PUT /api/account/password`. */
export const changePasswordSchema = z.strictObject({ currentPassword, password: passwordSchema });

/** Body of `PUT /api/account/name`. */
export const changeNameSchema = z.strictObject({ name: nameSchema });

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

const token = z.string({ error: 'The link is incomplete.' }).min(1, { error: 'The link is incomplete.' }).max(200);

/** The purpose of an account link: to choose the first password, or a new one. */
export const accountLinkKindSchema = z.enum(['invitation', 'password-reset']);
export type AccountLinkKind = z.infer<typeof accountLinkKindSchema>;

/** Body of `POST /auth/links/check`. The token is in the body because URLs end up in logs. */
export const checkLinkSchema = z.strictObject({ token });

/** Body of `POST /auth/links/accept`. */
export const acceptLinkSchema = z.strictObject({ token, password: passwordSchema });
export type AcceptLink = z.infer<typeof acceptLinkSchema>;

/** Body of `POST /auth/forgot-password`. */
export const forgotPasswordSchema = z.strictObject({ email: emailSchema });

/** A new link. Its creator sees it once; it is also mailed if a mail server is configured. */
export const accountLinkSchema = z.object({
  kind: accountLinkKindSchema,
  link: z.string(),
  expiresAt: z.iso.datetime(),
  isMailed: z.boolean(),
});
export type AccountLink = z.infer<typeof accountLinkSchema>;

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
   * The only origin whose pages can use passkeys, from `APP_URL`; null if browsers support none there: no https, or no
   * host name.
   */
  passkeyOrigin: z.string().nullable(),
  /** The name of the company, from the brand that visitors see. */
  brand: z.string(),
  /** Identifies the colours in which the server sends the drawings of the admin. */
  drawingColors: z.string(),
  /** The address of the site; null if it is that of the admin. */
  siteUrl: z.string().nullable(),
});
export type SessionOptions = z.infer<typeof sessionOptionsSchema>;

/** Body of `POST /api/setup`: the first account, made with the one-time link. */
export const setupSchema = createUserSchema
  .omit({ role: true })
  .extend({ token: z.string({ error: 'The set-up link is incomplete.' }).max(200) });
export type Setup = z.infer<typeof setupSchema>;
