import { z } from 'zod';

export const companySizes = ['1-10', '11-50', '51-200', '200+'] as const;

function optionalText(max: number) {
  return z
    .string({ error: 'This must be text.' })
    .max(max, { error: `Use at most ${max} characters.` })
    .refine((value) => value.isWellFormed(), { error: 'This text contains characters that cannot be stored.' })
    .default('');
}

/**
 * Body of `POST /api/request/send-request` (Spec §7). The four fields of the specification are enough; the form of the
 * site sends all seven. Extra keys are refused.
 */
export const contactRequestSchema = z.strictObject({
  companyName: z
    .string({ error: 'Company name is required' })
    .max(200, { error: 'Use at most 200 characters.' })
    .refine((name) => name.trim() !== '', { error: 'Company name is required' })
    .refine((name) => name.isWellFormed(), { error: 'Company name contains characters that cannot be stored.' }),
  email: z
    .string({ error: 'Email is required' })
    .min(1, { error: 'Email is required' })
    .max(254, { error: 'Email is invalid' })
    .pipe(z.email({ error: 'Email is invalid' })),
  companySize: z.union([z.literal(''), z.enum(companySizes)], { error: 'Choose one of the sizes.' }).default(''),
  contactName: optionalText(120),
  phone: optionalText(40),
  industry: optionalText(120),
  message: optionalText(5000),
  /** Where on the site the form was opened. */
  origin: optionalText(80),
});
export type ContactRequest = z.infer<typeof contactRequestSchema>;

/** Spec §3: a blank message is built from the industry, contact name and phone text. */
export function messageOf({
  message,
  industry,
  contactName,
  phone,
}: Pick<ContactRequest, 'message' | 'industry' | 'contactName' | 'phone'>): string {
  if (message.trim() !== '') return message;
  return [industry && `Industry: ${industry}`, contactName && `Contact: ${contactName}`, phone && `Phone: ${phone}`]
    .filter(Boolean)
    .join('\n');
}

/** Body of `POST /api/newsletter`. */
export const newsletterSchema = z.strictObject({
  email: contactRequestSchema.shape.email,
});
