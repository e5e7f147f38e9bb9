import { randomBytes } from 'node:crypto';
import { minPasswordLength } from '@threadline/schema/user';
import argon2 from 'argon2';
import type { Config } from '../config.ts';
import { ProblemError } from '../http/problem-error.ts';
import { createWorkQueue } from '../work-queue.ts';
import { isCommonPassword, withoutSubstitutions } from './common-passwords.ts';

/** OWASP's second recommendation: 19 MiB, two passes. About 45 ms on one core. */
const parameters = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// One for the whole process, whose cores it guards. Hashing is the dearest thing a stranger can ask for: 40 at once
// starved every reader for 2.4 s in a trial.
const inTurn = createWorkQueue({ concurrency: 2, maxWaiting: 20 });

const unpadded = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');
const cost = `m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}`;
/** Checked when there is no such user, so that the time tells nothing. No password fits it. */
const nobodysHash = `$argon2id$v=19$${cost}$${unpadded(16)}$${unpadded(32)}`;

/** @throws ProblemError 503 when too many wait already */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => argon2.hash(normalise(password), parameters));
}

/**
 * False for a wrong password and for a missing user, after the same work.
 *
 * @throws ProblemError 503 when too many wait already
 */
export function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  return inTurn(() => argon2.verify(hash ?? nobodysHash, normalise(password)));
}

/** Characters of a new password: Spec §5 asks for six, the strict profile for twice as many. */
export function shortestPassword({ strict }: Pick<Config, 'strict'>): number {
  return strict ? 12 : minPasswordLength;
}

/**
 * Refuses passwords that are too short, blank, the name or address of the account, or among those that anybody would try
 * first. The admin shows the sentence of the refusal: nothing else judges passwords.
 *
 * @throws ProblemError 422
 */
export async function refuseGuessable(
  password: string,
  { name, email }: { name: string; email: string },
  config: Pick<Config, 'strict'>,
): Promise<void> {
  const shortest = shortestPassword(config);
  if (password.length < shortest) throw refusal(`Password must be at least ${shortest} characters`);
  if (/^[\s\p{Cf}]*$/u.test(password)) throw refusal('Password cannot consist of blanks only');
  const own = [name, email, email.split('@', 1)[0] ?? ''].map(withoutSubstitutions);
  if (!own.includes(withoutSubstitutions(password)) && !(await isCommonPassword(password))) return;
  throw refusal('This password is one of the first that anybody would try. Choose another one.');
}

function refusal(detail: string): ProblemError {
  return new ProblemError('validation-failed', { detail, errors: [{ pointer: '/password', detail }] });
}

/** The same characters typed on another keyboard must be the same password (NIST SP 800-63B). */
function normalise(password: string): string {
  return password.normalize('NFC');
}
