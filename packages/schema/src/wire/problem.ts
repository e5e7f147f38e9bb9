import { z } from 'zod';
import { passkeyRequestOptionsSchema } from './passkey.ts';

/** Every error of the API: code → status and title. Clients use `code`, people read `message`. */
export const problems = {
  'malformed-request': { status: 400, title: 'The request could not be read' },
  unauthenticated: { status: 401, title: 'Sign in first' },
  'second-factor-required': { status: 401, title: 'Two-step verification is needed' },
  'second-factor-missing': { status: 403, title: 'Set up two-step verification first' },
  'recent-auth-required': { status: 403, title: 'Enter your password again' },
  forbidden: { status: 403, title: 'Not allowed' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'This method is not allowed here' },
  conflict: { status: 409, title: 'The request conflicts with the current state' },
  'payload-too-large': { status: 413, title: 'Too large' },
  'unsupported-media-type': { status: 415, title: 'This content type is not accepted' },
  'validation-failed': { status: 422, title: 'Some values are not valid' },
  'rate-limited': { status: 429, title: 'Too many attempts' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'Not available right now' },
} as const;

export type ProblemCode = keyof typeof problems;

/** RFC 9457 body that also carries the specification's `success` and `message` (Spec §7, §8). */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
  requestId: z.string(),
  success: z.literal(false),
  message: z.string(),
  /** For a stale edit: the item's current version, so that both texts can be shown. */
  current: z.unknown().optional(),
  /** For a change that another item prevents: the field of that item to change first. */
  place: z.object({ section: z.string(), key: z.string(), pointer: z.string() }).optional(),
  /** With `second-factor-required`, for accounts with passkeys: the options of the WebAuthn challenge. */
  passkeyOptions: passkeyRequestOptionsSchema.optional(),
});
export type Problem = z.infer<typeof problemSchema>;
