import { z } from 'zod';

/** The pattern of an e-mail field in browsers (WHATWG HTML), with at least one dot in the domain. */
const address =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/**
 * Returns the schema of an e-mail address without surrounding blanks. The pattern allows no blank, comma, angle bracket or
 * line break, so that an address is one recipient and never a second mail header. The length is checked first: the
 * pattern runs on at most 254 characters.
 */
export function createEmailSchema({ missing, invalid }: { missing: string; invalid: string }) {
  return z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing, abort: true })
    .max(254, { error: invalid, abort: true })
    .regex(address, { error: invalid });
}

/** An e-mail address with the messages of the specification (§5). */
export const emailSchema = createEmailSchema({ missing: 'Email is required', invalid: 'Email is invalid' });
