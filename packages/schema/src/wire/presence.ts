import { z } from 'zod';

const placeSchema = z.strictObject({
  section: z.string().min(1).max(40),
  /** Null for an entry that does not exist yet. */
  key: z.string().min(1).max(80).nullable(),
});

/** Body of `PUT /api/publishing/presence`: what one window edits; null when nothing is open. */
export const presenceRequestSchema = z.strictObject({
  /** The id of the window's event stream, which the server assigned. */
  stream: z.uuid(),
  place: placeSchema.nullable(),
});
export type Place = NonNullable<z.infer<typeof presenceRequestSchema>['place']>;

/**
 * The server-sent event `presence`: the places that other users edit. It is a hint, kept in memory while their windows
 * are open.
 */
export const presenceSchema = z.object({
  stream: z.uuid(),
  others: z.array(placeSchema.extend({ name: z.string() })),
});
export type Presence = z.infer<typeof presenceSchema>;
