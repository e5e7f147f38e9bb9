import { z } from 'zod';
import { accountLinkKindSchema } from './account.ts';
import { enquiryStatuses } from './enquiry-status.ts';

export const enquiryStatusSchema = z.enum(enquiryStatuses);

const moment = z.iso.datetime();

/** A row of the inbox. */
export const enquirySummarySchema = z.object({
  id: z.string(),
  reference: z.string(),
  status: enquiryStatusSchema,
  companyName: z.string(),
  contactName: z.string(),
  /** The beginning of the message. */
  preview: z.string(),
  assigneeId: z.string().nullable(),
  createdAt: moment,
  /** The due date of the reply. */
  dueAt: moment,
  /** When the reply was handed to the mail server; null while it is pending (`replyPending`). */
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
  /** For the newsletter: true from the request on, while `given` needs the confirmation by the address's owner. */
  requested: z.boolean(),
  at: moment,
  confirmedAt: moment.nullable(),
  /** Number of the notice that was shown; null for clients that send only the specification's four fields. */
  noticeVersion: z.number().int().nullable(),
  /** The first sentence of that notice. */
  noticeText: z.string().nullable(),
  withdrawnAt: moment.nullable(),
});

export const messageStates = ['pending', 'sent', 'written-to-disk', 'failed', 'dismissed'] as const;

/**
 * A message in the outbox. `written-to-disk`: written to a file, because no mail server is configured. `dismissed`: a
 * user
 * has acknowledged that it was not sent.
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
    'schedule-failed',
    'preview-feedback',
    ...accountLinkKindSchema.options,
  ]),
  to: z.string(),
  /** The enquiry that the message is about, or null. */
  enquiryId: z.string().nullable(),
  /**
   * The visitor's address if the mail server has rejected it permanently. It has to be corrected
   * (`POST /api/privacy/correct`) before the message is sent again.
   */
  refusedAddress: z.string().nullable(),
  state: z.enum(messageStates),
  attempts: z.number().int(),
  lastError: z.string().nullable(),
  createdAt: moment,
  sentAt: moment.nullable(),
});
export type OutboxMessage = z.infer<typeof outboxMessageSchema>;

/** The reply of `GET /api/outbox/{id}`: a message as its recipient sees it. */
export interface MessageText {
  subject: string;
  from: string;
  to: string[];
  /** Without links that act for the recipient. */
  text: string;
}

/** A message of an enquiry. The text of a reply is stored; the texts of other messages follow from the templates. */
export const enquiryMessageSchema = outboxMessageSchema.extend({
  subject: z.string().optional(),
  text: z.string().optional(),
});
export type EnquiryMessage = z.infer<typeof enquiryMessageSchema>;

/** The state of mail delivery that every user may see. */
export const mailHealthSchema = z.object({
  /** `files`: no mail server is configured, and nothing is sent. */
  mode: z.enum(['smtp', 'files']),
  /** Why a test message failed, or deliveries for ten minutes, as a sentence; null after a success. */
  problem: z.string().nullable(),
  /** Whether the mail server has accepted a message and did not refuse the last one. */
  isVerified: z.boolean(),
  /** When the oldest pending message was written. */
  pendingSince: moment.nullable(),
});
export type MailHealth = z.infer<typeof mailHealthSchema>;

/** Query of `GET /api/outbox`. */
export const outboxQuerySchema = z.strictObject({
  /** The `next` of the page before. */
  cursor: z.coerce.number().int().positive().optional(),
});

/** Body of `POST /api/outbox/retry`: the state of the messages to send again. */
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
  /** The phone number in E.164; empty if it could not be parsed. */
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
  /** The end of the retention period, if there is no further activity. */
  retainedUntil: moment,
  /** When the sender withdrew consent to a reply. Nothing may be sent afterwards, except to a client. */
  withdrawnAt: moment.nullable(),
  /** Retained after that date because the company has become a client. */
  retainForClient: z.boolean(),
  notes: z.array(enquiryNoteSchema),
  consents: z.array(consentSchema),
  messages: z.array(enquiryMessageSchema),
});
export type Enquiry = z.infer<typeof enquirySchema>;

/** Counts that triggers maintain. Unanswered enquiries are counted up to `maxCounted`, by due date. */
export const enquiryCountsSchema = z.object({
  byStatus: z.record(enquiryStatusSchema, z.number().int()),
  /** Enquiries without a sent reply: new, read, or replied with the reply still pending. Without tests. */
  unanswered: z.number().int(),
  /** Included in `unanswered`: past the due date. */
  overdue: z.number().int(),
  /** Included in `unanswered`: due within the hours of the reminder. */
  dueSoon: z.number().int(),
  /** The end of `dueSoon`, counted in the working hours of the SLA. */
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
  /** Search terms for company, name, address, phone, industry, message and reference. */
  q: z.string().max(200, { error: 'Use at most 200 characters.' }).optional(),
  /** A user's id, or `none`. */
  assignee: z.string().max(64).optional(),
  /** Unanswered enquiries by due date; `overdue` limits them to those past the due date. */
  unanswered: z.literal('1').optional(),
  overdue: z.literal('1').optional(),
  /** `from` is inclusive, `until` exclusive. */
  from: moment.optional(),
  until: moment.optional(),
  /** Where the form was opened, in the exact values of `GET /api/enquiries/origins`. */
  section: z.string().max(80).optional(),
  slide: z.string().max(80).optional(),
  cta: z.string().max(120).optional(),
  /** The `next` of the page before. */
  cursor: z.string().max(80).optional(),
});
export type EnquiryQuery = z.infer<typeof enquiryQuerySchema>;

/** A place on the site from which enquiries came. */
export const enquiryOriginSchema = z.object({
  section: z.string(),
  /** Empty if the form was not opened from a slide. */
  slide: z.string(),
  /** The text of the button. */
  cta: z.string(),
  total: z.number().int(),
});
export type EnquiryOrigin = z.infer<typeof enquiryOriginSchema>;

const requiredText = (max: number) =>
  z
    .string({ error: 'This field cannot be empty.' })
    .max(max, { error: `Use at most ${max} characters.` })
    .refine((value) => value.trim() !== '', { error: 'This field cannot be empty.' })
    .refine((value) => value.isWellFormed(), { error: 'This text contains characters that cannot be stored.' });

/** Body of `PATCH /api/enquiries/{id}`. */
export const enquiryChangeSchema = z
  .strictObject({
    status: enquiryStatusSchema.optional(),
    assigneeId: z.string().max(64).nullable().optional(),
    retainForClient: z.boolean().optional(),
    /** Undoes that the enquiry was marked as replied: its reply is due again. A reply that was sent stays an answer. */
    answered: z.literal(false).optional(),
  })
  .refine((change) => Object.keys(change).length > 0, { error: 'Say what should change.' })
  .refine(({ answered, status }) => answered === undefined || status !== undefined, {
    error: 'Say which status it returns to.',
  });
export type EnquiryChange = z.infer<typeof enquiryChangeSchema>;

/** Body of `POST /api/enquiries/{id}/notes`. */
/** A note can hold a reply that was sent from another mailbox, with its subject. */
export const enquiryNoteTextSchema = z.strictObject({ text: requiredText(10_400) });

/** Body of `POST /api/enquiries/{id}/reply`. */
export const enquiryReplySchema = z.strictObject({
  subject: requiredText(160),
  text: requiredText(10_000),
  /** Chosen by the client for each draft. A repeated request with the same id does not create a second reply. */
  draftId: z.uuid({ error: 'A draft is named by a UUID.' }).optional(),
  /** The state of the enquiry when the draft was begun. Without it, the reply is sent whatever has happened since. */
  seen: z.strictObject({ status: enquiryStatusSchema, answeredAt: moment.nullable() }).optional(),
  /**
   * Ids of waiting replies to the same enquiry. They are deleted from the outbox in the same transaction. Without `seen`,
   * those that were sent in the meantime are ignored.
   */
  replaces: z.array(z.string().max(64)).max(20).optional(),
});
export type EnquiryReply = z.infer<typeof enquiryReplySchema>;

/** One step of the self-test. */
export interface SelfTestStep {
  step: 'sent' | 'stored' | 'mail' | 'recipients';
  ok: boolean;
  /** A sentence for the operator. */
  detail: string;
}
