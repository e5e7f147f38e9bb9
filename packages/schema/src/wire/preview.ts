import { z } from 'zod';
import { keyPattern } from '../content/content-item.ts';
import { snapshotSchema } from '../content/snapshot.ts';

/** A page or file of the site. */
export const sitePathSchema = z
  .string({ error: 'Name the page.' })
  .max(300, { error: 'Use at most 300 characters.' })
  .regex(/^\/(?![/\\])[^\s\\?#]*$/, { error: 'Use a page of the site, such as /terms/.' });

export const maxPreviewEdits = 20;

/** Body of `POST /api/preview`: a page, and unsaved edits. */
export const previewRequestSchema = z.strictObject({
  path: sitePathSchema,
  /** An earlier revision instead of the newest one. */
  revision: z.number().int().positive().optional(),
  edits: z
    .array(
      z.strictObject({
        section: z.string().max(64),
        key: z.string().regex(keyPattern),
        value: z.unknown(),
        /** The key of the entry behind which a new one is shown. */
        after: z.string().max(64).optional(),
      }),
    )
    .max(maxPreviewEdits, { error: `At most ${maxPreviewEdits} edits at once.` })
    .default([]),
});
export type PreviewEdit = z.infer<typeof previewRequestSchema>['edits'][number];

/** The field that a text of the page comes from. `pointer` is a JSON Pointer into the item's value. */
export const previewFieldSchema = z.object({ section: z.string(), key: z.string(), pointer: z.string() });
export type PreviewField = z.infer<typeof previewFieldSchema>;

/** An edit that does not fit the content model. The page is rendered without it. */
export const previewFaultSchema = previewFieldSchema.extend({ detail: z.string() });

/** Response of `POST /api/preview`. */
export const previewSchema = z.object({
  path: z.string(),
  /** The page with the tags of preview-tags.ts; a tag's number is an index into `fields`. */
  html: z.string(),
  fields: z.array(previewFieldSchema),
  faults: z.array(previewFaultSchema),
});
export type Preview = z.infer<typeof previewSchema>;

/** The API's request to the publisher: one path of the site for this content. */
export const renderRequestSchema = z.strictObject({
  path: sitePathSchema,
  snapshot: snapshotSchema,
  /** With tags for the editor's preview. */
  isTagged: z.boolean(),
});
export type RenderRequest = z.infer<typeof renderRequestSchema>;

/** The publisher's response. */
export const renderedPathSchema = z.object({
  status: z.number().int(),
  contentType: z.string(),
  /** The headers of the published page, in lower case. */
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** Empty unless tags were requested. */
  fields: z.array(previewFieldSchema),
});
export type RenderedPath = z.infer<typeof renderedPathSchema>;

/** Returns the schema of a text that people type. */
export const typedText = (max: number, normalize: (value: string) => string) =>
  z
    .string({ error: 'This field cannot be empty.' })
    .overwrite(normalize)
    .trim()
    .max(max, { error: `Use at most ${max.toLocaleString('en-IN')} characters.` })
    .refine((value) => value.isWellFormed(), { error: 'This text contains characters that cannot be stored.' });

export function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** How long a preview link can be valid, in hours. */
export const previewLinkHours = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 } as const;

export const maxLinkNameLength = 60;

/** Body of `POST /api/preview/links`. */
export const previewLinkRequestSchema = z.strictObject({
  hours: z.literal(Object.values(previewLinkHours), { error: 'Choose 1, 24, 168 or 720 hours.' }),
  /** For whom the link is, so that editors can tell links apart. */
  name: typedText(maxLinkNameLength, toOneLine).default(''),
});

export type PreviewLinkRequest = z.output<typeof previewLinkRequestSchema>;

/** A link for people without an account. Its URL is returned only when it is created. */
export const previewLinkSchema = z.object({
  id: z.string(),
  /** For whom it is; may be empty. */
  name: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  expiresAt: z.iso.datetime(),
});
export type PreviewLink = z.infer<typeof previewLinkSchema>;
