import { z } from 'zod';

/** The pattern of an e-mail field in browsers (WHATWG HTML), with at least one dot in the domain. */
const address =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/**
 * An e-mail address without surrounding blanks. The messages are those of the specification (§5). The pattern allows no
 * blank, comma, angle bracket or line break, so that an address is one recipient and never a second mail header. The
 * length is checked first: the pattern runs on at most 254 characters.
 */
export const emailSchema = z
  .string({ error: 'Email is required' })
  .trim()
  .min(1, { error: 'Email is required', abort: true })
  .max(254, { error: 'Email is invalid', abort: true })
  .regex(address, { error: 'Email is invalid' });
