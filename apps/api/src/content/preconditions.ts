import type { Context } from 'hono';
import { ProblemError } from '../platform/http/problem-error.ts';

/** Returns the version in `If-Match: "12"`; any other value is an error and is not silently ignored. */
export function parseIfMatch(context: Context): number | undefined {
  const header = context.req.header('if-match');
  if (header === undefined || header === '*') return undefined;
  const version = /^"?(\d{1,15})"?$/.exec(header)?.[1];
  if (!version)
    throw new ProblemError('malformed-request', { detail: 'If-Match must contain the version of the item.' });
  return Number(version);
}

/**
 * Returns true for `If-None-Match: *`: the entry must not exist yet, so that two new entries with the same key never
 * overwrite each other.
 */
export function isNew(context: Context): boolean {
  const header = context.req.header('if-none-match');
  if (header !== undefined && header !== '*')
    throw new ProblemError('malformed-request', { detail: 'If-None-Match can only be *.' });
  return header === '*';
}
