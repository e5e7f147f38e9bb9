import { z } from 'zod';
import { emailSchema } from './email.ts';
import { passwordSchema } from './user.ts';

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
