import { z } from 'zod';
import { sectionNames } from '../content/content-model.ts';
import { sitePathSchema, toOneLine, typedText } from './preview.ts';

/** A visitor of a preview link sends a comment or a decision. */
export const feedbackKinds = ['comment', 'approval', 'change-request'] as const;
export type FeedbackKind = (typeof feedbackKinds)[number];

/** The sections of the landing page that a comment can name. */
export const feedbackSections = sectionNames.filter((name) => name !== 'site' && name !== 'mail');

export const feedbackLimits = { name: 80, text: 2000 } as const;

/** Body of `POST /p/{token}/~feedback`, also as a form. */
export const feedbackFormSchema = z
  .strictObject({
    kind: z.enum(feedbackKinds, { error: 'Choose what to send.' }),
    name: typedText(feedbackLimits.name, toOneLine).min(1, { error: 'Write your name.' }),
    /** May be empty for a decision. */
    text: typedText(feedbackLimits.text, (value) => value.replace(/\r\n?/g, '\n')).default(''),
    page: sitePathSchema,
    section: z.enum(['', ...feedbackSections], { error: 'Choose a part of the list.' }).default(''),
    /** The revision that the visitor saw. */
    revision: z.coerce.number({ error: 'Open the page again.' }).int().positive({ error: 'Open the page again.' }),
  })
  .refine(({ kind, text }) => kind !== 'comment' || text !== '', { path: ['text'], error: 'Write a comment.' });
export type FeedbackForm = z.infer<typeof feedbackFormSchema>;

/** A comment or decision in the admin: `GET /api/preview/feedback`. */
export const previewFeedbackSchema = z.object({
  id: z.string(),
  linkId: z.string(),
  /** For whom the link was made; may be empty. */
  linkName: z.string(),
  /** The name of the user who shared the link. */
  sharedBy: z.string(),
  kind: z.enum(feedbackKinds),
  name: z.string(),
  text: z.string(),
  page: z.string(),
  /** Empty if the visitor chose none. */
  section: z.string(),
  at: z.iso.datetime(),
  /** How many items differ now from the content that the visitor saw; null for a comment, and after the restore of a backup. */
  changedItems: z.number().int().nullable(),
  resolvedAt: z.iso.datetime().nullable(),
  resolvedBy: z.string().nullable(),
});
export type PreviewFeedback = z.infer<typeof previewFeedbackSchema>;

/** Body of `PUT /api/preview/feedback/{id}`. */
export const feedbackChangeSchema = z.strictObject({ isResolved: z.boolean() });
