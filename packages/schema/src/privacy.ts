import { z } from 'zod';
import { emailSchema } from './email.ts';
import { consentSchema, enquiryMessageSchema, enquiryNoteSchema, enquiryStatusSchema } from './enquiry.ts';
import { phoneTextSchema } from './enquiry-form.ts';

const moment = z.iso.datetime();

/** Body of the calls about everything that is held under one address. */
export const personSchema = z.strictObject({ email: emailSchema });

function optionalWords(max: number) {
  return z
    .string({ error: 'This must be text.' })
    .max(max, { error: `Use at most ${max} characters.` })
    .refine((value) => value.isWellFormed(), { error: 'This text contains characters that cannot be stored.' })
    .optional();
}

/** Body of `POST /api/privacy/correct`: only what is given changes. */
export const correctionSchema = z.strictObject({
  email: emailSchema,
  newEmail: emailSchema.optional(),
  contactName: optionalWords(120),
  companyName: optionalWords(200),
  phone: phoneTextSchema.optional(),
});
export type Correction = z.infer<typeof correctionSchema>;

/** Body of `POST /api/my-data/correct`: one enquiry, by the person whose address the link knows. */
export const ownCorrectionSchema = correctionSchema.pick({ companyName: true, contactName: true, phone: true }).extend({
  reference: z.string({ error: 'This must be text.' }).max(20, { error: 'Use at most 20 characters.' }),
});
export type OwnCorrection = z.infer<typeof ownCorrectionSchema>;

/** One subscriber of the newsletter. */
export const subscriberSchema = z.object({
  email: z.string(),
  createdAt: moment,
  confirmedAt: moment.nullable(),
  unsubscribedAt: moment.nullable(),
});
export type Subscriber = z.infer<typeof subscriberSchema>;

/** Query of `GET /api/subscribers`. */
export const subscriberQuerySchema = z.strictObject({
  /** As the list before it has said under `next`. */
  cursor: z.string().max(80).optional(),
});

/** What people may ask about their own details. `grievance`: a complaint about how they were handled. */
export const privacyRequestKinds = ['access', 'correction', 'erasure', 'withdrawal', 'grievance'] as const;

export const privacyRequestSchema = z.object({
  id: z.number().int(),
  kind: z.enum(privacyRequestKinds),
  /** Empty once it is done. */
  email: z.string(),
  note: z.string(),
  receivedAt: moment,
  dueAt: moment,
  doneAt: moment.nullable(),
  /** Null: by the person, through the link. */
  doneBy: z.string().nullable(),
});
export type PrivacyRequest = z.infer<typeof privacyRequestSchema>;

/** Everything that is held under one address, as it is handed to the person. */
export const personalDataSchema = z.object({
  email: z.string(),
  enquiries: z.array(
    z.object({
      reference: z.string(),
      receivedAt: moment,
      status: enquiryStatusSchema,
      companyName: z.string(),
      contactName: z.string(),
      email: z.string(),
      phone: z.string(),
      companySize: z.string(),
      industry: z.string(),
      message: z.string(),
      cameFrom: z.string(),
      page: z.string(),
      retainForClient: z.boolean(),
      notes: z.array(enquiryNoteSchema.omit({ id: true, by: true })),
    }),
  ),
  consents: z.array(consentSchema),
  /** A reply that went out with its words. */
  messages: z.array(
    enquiryMessageSchema.pick({ kind: true, createdAt: true, sentAt: true, subject: true, text: true }),
  ),
  newsletter: subscriberSchema.nullable(),
  /** Open ones: what is done holds no address. */
  requests: z.array(privacyRequestSchema.pick({ kind: true, note: true, receivedAt: true, dueAt: true })),
});
export type PersonalData = z.infer<typeof personalDataSchema>;

/** Body of `POST /api/privacy/requests`: what came by mail, by telephone or on paper. */
export const newPrivacyRequestSchema = z.strictObject({
  kind: z.enum(privacyRequestKinds, { error: 'Choose what was asked for.' }),
  email: emailSchema,
  note: optionalWords(500).default(''),
  /** Left out: now. */
  receivedAt: moment.optional(),
});
export type NewPrivacyRequest = z.infer<typeof newPrivacyRequestSchema>;

/** What the retention is going to erase: nothing goes that was not listed for a week. */
export const scheduledErasureSchema = z.object({
  enquiries: z.number().int(),
  firstAt: moment.nullable(),
});
export type ScheduledErasure = z.infer<typeof scheduledErasureSchema>;

/** What was erased, when and why: the proof stays, the person's details do not. */
export const erasureSchema = z.object({
  id: z.number().int(),
  at: moment,
  reason: z.enum(['retention', 'request', 'admin']),
  by: z.string().nullable(),
  enquiries: z.number().int(),
  messages: z.number().int(),
  subscribers: z.number().int(),
});
export type Erasure = z.infer<typeof erasureSchema>;
