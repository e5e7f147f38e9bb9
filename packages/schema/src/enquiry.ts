import { z } from 'zod';
import { accountLinkKindSchema } from './account-link.ts';
import { enquiryStatuses } from './enquiry-status.ts';

export const enquiryStatusSchema = z.enum(enquiryStatuses);

const moment = z.iso.datetime();

/** One line of the inbox. */
export const enquirySummarySchema = z.object({
  id: z.string(),
  reference: z.string(),
  status: enquiryStatusSchema,
  companyName: z.string(),
  contactName: z.string(),
  /** The first words of the message. */
  preview: z.string(),
  assigneeId: z.string().nullable(),
  createdAt: moment,
  /** The end of the promised time. */
  dueAt: moment,
  /** When the answer was handed over; while it still waits to be sent (`replyPending`), when it was written. */
  answeredAt: moment.nullable(),
  replyPending: z.boolean(),
  /** Sent by the self-test, not by a visitor. */
  isTest: z.boolean(),
});
export type EnquirySummary = z.infer<typeof enquirySummarySchema>;

/** A person's consent, with the notice that was shown. */
export const consentSchema = z.object({
  purpose: z.enum(['reply', 'whatsapp', 'newsletter']),
  given: z.boolean(),
  /** Of the newsletter: it was asked for, but `given` only since the owner of the address has confirmed. */
  requested: z.boolean(),
  at: moment,
  confirmedAt: moment.nullable(),
  /** Number of the notice that was shown; null when a client of the bare specification showed none. */
  noticeVersion: z.number().int().nullable(),
  withdrawnAt: moment.nullable(),
});

export const messageStates = ['pending', 'sent', 'written-to-disk', 'failed', 'dismissed'] as const;

/**
 * A message on its way. `written-to-disk`: written to a file, because no mail server is configured. `dismissed`: a user has seen
 * that it was not sent and wants to hear no more of it.
 */
export const outboxMessageSchema = z.object({
  id: z.string(),
  kind: z.enum([
    'notification',
    'reminder',
    'acknowledgement',
    'reply',
    'newsletter-confirmation',
    'my-data',
    'account-changed',
    'failed-sign-ins',
    'unassigned',
    ...accountLinkKindSchema.options,
  ]),
  to: z.string(),
  /** The enquiry that it is about; null for one that belongs to none. */
  enquiryId: z.string().nullable(),
  /**
   * The visitor's address, when the mail server has refused it for good: to be corrected (`POST /api/privacy/correct`)
   * before the message is sent again.
   */
  refusedAddress: z.string().nullable(),
  state: z.enum(messageStates),
  attempts: z.number().int(),
  lastError: z.string().nullable(),
  createdAt: moment,
  sentAt: moment.nullable(),
});
export type OutboxMessage = z.infer<typeof outboxMessageSchema>;

/** A message of one enquiry. An answer is kept with its words; of the others only the templates know them. */
export const enquiryMessageSchema = outboxMessageSchema.extend({
  subject: z.string().optional(),
  text: z.string().optional(),
});
export type EnquiryMessage = z.infer<typeof enquiryMessageSchema>;

/** How the mail goes, as far as everybody should know. */
export const mailHealthSchema = z.object({
  /** `files`: no mail server is configured, and nothing is sent. */
  mode: z.enum(['smtp', 'files']),
  /** What the server said when it last took nothing; null when it takes messages. */
  problem: z.string().nullable(),
  /** When the message that waits longest was written. */
  pendingSince: moment.nullable(),
});
export type MailHealth = z.infer<typeof mailHealthSchema>;

/** Query of `GET /api/outbox`. */
export const outboxQuerySchema = z.strictObject({
  /** As the list before it has said under `next`. */
  cursor: z.coerce.number().int().positive().optional(),
});

/** Body of `POST /api/outbox/retry`: which of those that were not sent go out again. */
export const outboxRetrySchema = z.strictObject({ state: z.enum(['failed', 'written-to-disk']) });

export const enquiryNoteSchema = z.object({
  id: z.number().int(),
  at: moment,
  by: z.string().nullable(),
  text: z.string(),
});

export const enquirySchema = enquirySummarySchema.omit({ preview: true }).extend({
  email: z.string(),
  phone: z.string(),
  /** In E.164 where the number could be read, otherwise empty. */
  phoneE164: z.string(),
  companySize: z.string(),
  industry: z.string(),
  message: z.string(),
  origin: z.string(),
  originSection: z.string(),
  originSlide: z.string(),
  originCta: z.string(),
  page: z.string(),
  spamReasons: z.array(z.string()),
  /** Until then it is kept, if nothing else happens. */
  retainedUntil: moment,
  /** When the sender withdrew the consent to be answered; nothing may be sent since then, unless it is a client's file. */
  withdrawnAt: moment.nullable(),
  /** Kept beyond that day, because the company has become a client. */
  retainForClient: z.boolean(),
  notes: z.array(enquiryNoteSchema),
  consents: z.array(consentSchema),
  messages: z.array(enquiryMessageSchema),
});
export type Enquiry = z.infer<typeof enquirySchema>;

/** Counted without looking at the rows. Of what waits the first `maxCounted` are counted, by what is due longest. */
export const enquiryCountsSchema = z.object({
  byStatus: z.record(enquiryStatusSchema, z.number().int()),
  /** New or read, and not answered; neither spam nor tests. */
  unanswered: z.number().int(),
  /** Of these: later than promised. */
  overdue: z.number().int(),
  /** Of these: due within the hours of the reminder. */
  dueSoon: z.number().int(),
  /** What is due by then is due soon, counted in the working hours of the promise. */
  dueSoonUntil: moment,
  /** Received per day (India time), oldest first, today last. */
  days: z.array(z.object({ day: z.string(), total: z.number().int() })),
  failedMessages: z.number().int(),
  mail: mailHealthSchema,
});
export type EnquiryCounts = z.infer<typeof enquiryCountsSchema>;

/** Query of `GET /api/enquiries`, and of its CSV. */
export const enquiryQuerySchema = z.strictObject({
  status: enquiryStatusSchema.optional(),
  /** Words of the company, name, address, phone, industry, message or reference. */
  q: z.string().max(200, { error: 'Use at most 200 characters.' }).optional(),
  /** A user's id, or `none`. */
  assignee: z.string().max(64).optional(),
  /** What waits for an answer, by what is due longest; `overdue`: of that only what is late. */
  unanswered: z.literal('1').optional(),
  overdue: z.literal('1').optional(),
  /** Received from this moment on, and before that one. */
  from: moment.optional(),
  until: moment.optional(),
  /** Where the form was opened, each in the exact words of `GET /api/enquiries/origins`. */
  section: z.string().max(80).optional(),
  slide: z.string().max(80).optional(),
  cta: z.string().max(120).optional(),
  /** As the list before it has said under `next`. */
  cursor: z.string().max(80).optional(),
});
export type EnquiryQuery = z.infer<typeof enquiryQuerySchema>;

/** One place of the site from which enquiries came. */
export const enquiryOriginSchema = z.object({
  section: z.string(),
  /** Empty: not from a slide. */
  slide: z.string(),
  /** Words of the button. */
  cta: z.string(),
  total: z.number().int(),
});
export type EnquiryOrigin = z.infer<typeof enquiryOriginSchema>;

const words = (max: number) =>
  z
    .string({ error: 'Write something here.' })
    .max(max, { error: `Use at most ${max} characters.` })
    .refine((value) => value.trim() !== '', { error: 'Write something here.' })
    .refine((value) => value.isWellFormed(), { error: 'This text contains characters that cannot be stored.' });

/** Body of `PATCH /api/enquiries/{id}`. */
export const enquiryChangeSchema = z
  .strictObject({
    status: enquiryStatusSchema.optional(),
    assigneeId: z.string().max(64).nullable().optional(),
    retainForClient: z.boolean().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, { error: 'Say what should change.' });
export type EnquiryChange = z.infer<typeof enquiryChangeSchema>;

/** Body of `POST /api/enquiries/{id}/notes`. */
export const enquiryNoteTextSchema = z.strictObject({ text: words(2000) });

/** Body of `POST /api/enquiries/{id}/reply`. */
export const enquiryReplySchema = z.strictObject({
  subject: words(160),
  text: words(10_000),
  /** Chosen by the client for each draft: the same one again is the same reply, sent once more. */
  draftId: z.uuid({ error: 'A draft is named by a UUID.' }).optional(),
  /** How the enquiry stood when the draft was begun. Left out: sent whatever has happened since. */
  seen: z.strictObject({ status: enquiryStatusSchema, answeredAt: moment.nullable() }).optional(),
});
export type EnquiryReply = z.infer<typeof enquiryReplySchema>;

/** One step of the self-test. */
export interface SelfTestStep {
  step: 'sent' | 'stored' | 'mail' | 'recipients';
  ok: boolean;
  /** One sentence for people. */
  detail: string;
}
