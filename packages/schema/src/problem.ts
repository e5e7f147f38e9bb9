import { z } from 'zod';
import { passkeyRequestOptionsSchema } from './passkey.ts';

/** Every refusal of the API: code → status and title. Clients switch on `code`, people read `message`. */
export const problems = {
  'malformed-request': { status: 400, title: 'The request could not be read' },
  unauthenticated: { status: 401, title: 'Sign in first' },
  'second-factor-required': { status: 401, title: 'The second factor is needed to sign in' },
  'second-factor-missing': { status: 403, title: 'The account has to have a second factor' },
  'recent-auth-required': { status: 403, title: 'Give your password again' },
  forbidden: { status: 403, title: 'Not allowed' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'This address does not take that method' },
  conflict: { status: 409, title: 'The request conflicts with the current state' },
  'payload-too-large': { status: 413, title: 'Too large' },
  'unsupported-media-type': { status: 415, title: 'This kind of content is not accepted' },
  'validation-failed': { status: 422, title: 'Some values cannot be accepted' },
  'rate-limited': { status: 429, title: 'Too many tries' },
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
  /** On a stale edit: the item as it stands now, so that both texts can be shown. */
  current: z.unknown().optional(),
  /** With `second-factor-required`, for accounts that have passkeys: what one of them has to answer. */
  passkeyOptions: passkeyRequestOptionsSchema.optional(),
});
export type Problem = z.infer<typeof problemSchema>;
