import { z } from 'zod';
import { emailSchema } from '../primitives/email.ts';
import { consentSchema, enquiryMessageSchema, enquiryNoteSchema, enquiryStatusSchema } from './enquiry.ts';
import { phoneTextSchema } from './enquiry-form.ts';

const moment = z.iso.datetime();

/** Body of the requests about all data that is stored under one address. */
export const personSchema = z.strictObject({ email: emailSchema });

function optionalText(max: number) {
  return z
    .string({ error: 'This must be text.' })
    .max(max, { error: `Use at most ${max} characters.` })
    .refine((value) => value.isWellFormed(), { error: 'This text contains characters that cannot be stored.' })
    .optional();
}

/** Body of `POST /api/privacy/correct`: only the fields that are present change. */
export const correctionSchema = z.strictObject({
  email: emailSchema,
  newEmail: emailSchema.optional(),
  contactName: optionalText(120),
  companyName: optionalText(200),
  phone: phoneTextSchema.optional(),
});
export type Correction = z.infer<typeof correctionSchema>;

/** Body of `POST /api/my-data/correct`: corrects one enquiry of the person whose address the link contains. */
export const ownCorrectionSchema = correctionSchema.pick({ companyName: true, contactName: true, phone: true }).extend({
  reference: z.string({ error: 'This must be text.' }).max(20, { error: 'Use at most 20 characters.' }),
});
export type OwnCorrection = z.infer<typeof ownCorrectionSchema>;

/** A newsletter subscriber. */
export const subscriberSchema = z.object({
  email: z.string(),
  createdAt: moment,
  confirmedAt: moment.nullable(),
  unsubscribedAt: moment.nullable(),
});
export type Subscriber = z.infer<typeof subscriberSchema>;

/** Query of `GET /api/subscribers`. */
export const subscriberQuerySchema = z.strictObject({
  /** The `next` of the page before. */
  cursor: z.string().max(80).optional(),
});

/** The requests that people may make about their data. `grievance`: a complaint about how it was handled. */
export const privacyRequestKinds = ['access', 'correction', 'erasure', 'withdrawal', 'grievance'] as const;

export const privacyRequestSchema = z.object({
  id: z.number().int(),
  kind: z.enum(privacyRequestKinds),
  /** Empty once the request is done. */
  email: z.string(),
  note: z.string(),
  receivedAt: moment,
  dueAt: moment,
  doneAt: moment.nullable(),
  /** Null: done by the person through the link. */
  doneBy: z.string().nullable(),
});
export type PrivacyRequest = z.infer<typeof privacyRequestSchema>;

/** All data that is stored under one address, as the person receives it. */
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
  /** A sent reply with its text. */
  messages: z.array(
    enquiryMessageSchema.pick({ kind: true, createdAt: true, sentAt: true, subject: true, text: true }),
  ),
  newsletter: subscriberSchema.nullable(),
  /** Open requests: completed ones store no address. */
  requests: z.array(privacyRequestSchema.pick({ kind: true, note: true, receivedAt: true, dueAt: true })),
});
export type PersonalData = z.infer<typeof personalDataSchema>;

/** Body of `POST /api/privacy/requests`: a request that arrived by mail, by telephone or on paper. */
export const newPrivacyRequestSchema = z.strictObject({
  kind: z.enum(privacyRequestKinds, { error: 'Choose the kind of request.' }),
  email: emailSchema,
  note: optionalText(500).default(''),
  /** Defaults to now. */
  receivedAt: moment.optional(),
});
export type NewPrivacyRequest = z.infer<typeof newPrivacyRequestSchema>;

/** Data that retention is going to erase. Nothing is erased that was not listed for a week. */
export const scheduledErasureSchema = z.object({
  enquiries: z.number().int(),
  firstAt: moment.nullable(),
});
export type ScheduledErasure = z.infer<typeof scheduledErasureSchema>;

/** An erasure: its date and reason stay as evidence, the person's details do not. */
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
