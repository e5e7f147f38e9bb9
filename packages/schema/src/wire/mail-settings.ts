import { z } from 'zod';
import { createEmailSchema } from '../primitives/email.ts';

/** `tls`: encrypted from the first byte, usually port 465. `starttls`: encrypted before the sign-in, usually port 587. */
export const mailEncryptions = ['tls', 'starttls', 'none'] as const;
export type MailEncryption = (typeof mailEncryptions)[number];

export const maxMailPasswordLength = 500;

const hasNoControlCharacters = (text: string) => !/\p{Cc}/u.test(text) && text.isWellFormed();
const senderError = 'Enter the sender address, such as hello@company.in';
const portError = 'Enter a number from 1 to 65535, usually 465 or 587.';

/** Body of `PUT /api/mail-settings`. */
export const mailSettingsChangeSchema = z.strictObject({
  host: z
    .string({ error: 'Enter the name of the mail server.' })
    .trim()
    .min(1, { error: 'Enter the name of the mail server.' })
    .max(253, { error: 'Use at most 253 characters.' })
    .regex(/^[\w.:-]+$/, { error: 'Enter only the name, such as smtp.example.org, without https:// or spaces.' })
    .refine((host) => !/^[^:]+:\d*$/.test(host), { error: 'Enter the port in its own field.' }),
  port: z.coerce
    .number({ error: portError })
    .int({ error: portError })
    .min(1, { error: portError })
    .max(65_535, { error: portError }),
  encryption: z.enum(mailEncryptions),
  /** Empty for servers that need no sign-in. */
  user: z
    .string()
    .trim()
    .max(254, { error: 'Use at most 254 characters.' })
    .refine(hasNoControlCharacters, { error: 'This text contains characters that cannot be used.' }),
  /** Without it, or empty, the stored password stays. */
  password: z
    .string()
    .max(maxMailPasswordLength, { error: `Use at most ${maxMailPasswordLength} characters.` })
    .refine(hasNoControlCharacters, { error: 'This password contains characters that cannot be used.' })
    .optional(),
  /** The address that recipients see. */
  sender: createEmailSchema({ missing: senderError, invalid: senderError }),
});
export type MailSettingName = keyof typeof mailSettingsChangeSchema.shape;
export type MailSettingsChange = z.infer<typeof mailSettingsChangeSchema>;

/** The mail server in use, without its password. */
export interface MailServer {
  host: string;
  port: number;
  /** `if-offered`: possible only in `SMTP_URL`. */
  encryption: MailEncryption | 'if-offered';
  user: string;
  hasPassword: boolean;
}

/** The reply of `GET /api/mail-settings`. */
export interface MailSettings {
  /** `environment`: set in `SMTP_URL`, so that the admin cannot change it. `none`: messages are written to files. */
  source: 'environment' | 'admin' | 'none';
  server: MailServer | null;
  /** The address that recipients see; empty until there is one. */
  sender: string;
  /** Set in `MAIL_FROM`, or no longer changeable because the server is. */
  isSenderFixed: boolean;
  /** The stored password was encrypted with the key of another installation: it has to be entered again. */
  isPasswordLost: boolean;
  /** The addresses to which new enquiries are emailed; empty while the contact details have only a placeholder. */
  team: string[];
  /** The email of the contact details, which may be a placeholder. */
  contactEmail: string;
  /** Set in `LEADS_TO`, so that the contact details do not change it. */
  isTeamFixed: boolean;
}

/** The outcome of a test message. */
export interface MailTest {
  ok: boolean;
  /** One or two sentences for the user. */
  detail: string;
  /** The setting to correct first; null after a success, or if no setting is known to be the cause. */
  field: MailSettingName | null;
}
