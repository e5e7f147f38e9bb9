import { randomBytes } from 'node:crypto';
import { minPasswordLength } from '@threadline/schema/user';
import argon2 from 'argon2';
import type { Config } from '../config.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createWorkQueue } from '../platform/jobs/work-queue.ts';
import { isCommonPassword } from './common-passwords.ts';

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

/** Blanks, control and format characters, fillers, and the Braille pattern without dots. */
const invisible = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

interface PasswordOwner {
  name: string;
  email: string;
  /** Names of the firm. */
  brands: readonly string[];
}

/**
 * Refuses passwords that are too short, that consist of one character, or that anybody would try first: common words and
 * the names of the user and the firm, also with digits and symbols around them. The admin shows the sentence of the
 * refusal: nothing else judges passwords.
 *
 * @throws ProblemError 422
 */
export async function refuseGuessable(
  password: string,
  owner: PasswordOwner,
  config: Pick<Config, 'strict'>,
): Promise<void> {
  const shortest = shortestPassword(config);
  if (password.length < shortest) throw refusal(`Password must be at least ${shortest} characters`);
  const visible = password.normalize('NFKC').replaceAll(invisible, '').toLowerCase();
  if (visible === '') throw refusal('Password cannot consist of blanks only');
  if (new Set(visible).size === 1) throw refusal('Password cannot consist of one repeated character');
  if (!(await isCommonPassword(password, listOwnWords(owner)))) return;
  throw refusal('This password is one of the first that anybody would try. Choose another one.');
}

/** Returns the names and the address in full, and each word in them. */
function listOwnWords({ name, email, brands }: PasswordOwner): string[] {
  const texts = [name, ...brands, email, ...email.split('@', 1)];
  return texts.flatMap((text) => [text, text.replaceAll(/[^\p{L}\p{N}]/gu, ''), ...text.split(/[^\p{L}\p{N}]+/u)]);
}

function refusal(detail: string): ProblemError {
  return new ProblemError('validation-failed', { detail, errors: [{ pointer: '/password', detail }] });
}

/** The same characters typed on another keyboard must be the same password (NIST SP 800-63B). */
function normalise(password: string): string {
  return password.normalize('NFC');
}
