import { z } from 'zod';
import { emailSchema } from '../primitives/email.ts';
import { phoneError, toE164 } from '../primitives/phone.ts';

export const companySizes = ['1-10', '11-50', '51-200', '200+'] as const;

function optionalText(max: number) {
  return z
    .string({ error: 'This must be text.' })
    .max(max, { error: `Use at most ${max} characters.` })
    .refine((value) => value.isWellFormed(), { error: 'This text contains characters that cannot be stored.' })
    .default('');
}

/** A phone number as people write it, or empty. The text is stored with its E.164 form beside it. */
export const phoneTextSchema = z
  .string({ error: 'This must be text.' })
  .max(40, { error: 'Use at most 40 characters.', abort: true })
  .refine((typed) => typed.trim() === '' || toE164(typed) !== undefined, { error: phoneError });

/** A checkbox: a browser without JavaScript sends `on`, or nothing. */
const checkbox = z
  .union([z.boolean(), z.enum(['on', ''])], { error: 'This must be true or false.' })
  .default(false)
  .transform((value) => value === true || value === 'on');

/**
 * Body of `POST /api/request/send-request` (Spec §7). The four fields of the specification are sufficient; the site's
 * form sends all seven. Other fields are rejected.
 */
export const enquiryFormSchema = z.strictObject({
  companyName: z
    .string({ error: 'Company name is required' })
    .max(200, { error: 'Use at most 200 characters.' })
    .refine((name) => name.trim() !== '', { error: 'Company name is required' })
    .refine((name) => name.isWellFormed(), { error: 'Company name contains characters that cannot be stored.' }),
  email: emailSchema,
  companySize: z
    .union([z.literal(''), z.enum(companySizes)], { error: `Choose one of ${companySizes.join(', ')}.` })
    .default(''),
  contactName: optionalText(120),
  phone: phoneTextSchema.default(''),
  industry: optionalText(120),
  message: optionalText(5000),
  /** The topic of the button that opened the form. */
  origin: optionalText(80),
  /** Where on the site the form was opened: section, slide, button text and page. */
  originSection: optionalText(80),
  originSlide: optionalText(80),
  originCta: optionalText(120),
  page: optionalText(300),
  /** The id of the notice beside the form (`getNoticeId`). */
  notice: optionalText(40),
  /** Optional consents beyond the reply by e-mail; unticked by default. */
  consentNewsletter: checkbox,
  consentWhatsapp: checkbox,
  /** A honeypot: hidden from people, but filled in by bots. */
  website: optionalText(200),
  /** How long the form was open, in ms. The page's script reports it, so it is a hint and not a proof. */
  filledMs: z
    .union([z.number().int().min(0).max(1e12), z.string().regex(/^\d{1,12}$/)], { error: 'This must be a number.' })
    .transform(Number)
    .optional(),
});
export type EnquiryForm = z.infer<typeof enquiryFormSchema>;

/** An enquiry's reference, such as `ENQ-7K3M9Q`. Crockford's base 32 avoids letters that look or sound alike. */
export const referencePattern = /^ENQ-[0-9A-HJKMNP-TV-Z]{6}$/;

/** Returns the message of an enquiry. A blank one is built from industry, contact name and phone (Spec §3). */
export function buildMessage({
  message,
  industry,
  contactName,
  phone,
}: Pick<EnquiryForm, 'message' | 'industry' | 'contactName' | 'phone'>): string {
  if (message.trim() !== '') return message;
  return [industry && `Industry: ${industry}`, contactName && `Contact: ${contactName}`, phone && `Phone: ${phone}`]
    .filter(Boolean)
    .join('\n');
}

/** Body of `POST /api/newsletter`. */
export const newsletterSchema = z.strictObject({
  email: emailSchema,
  /** The id of the notice beside the form (`getNoticeId`). */
  notice: optionalText(40),
});
