import { randomBytes } from 'node:crypto';
import { minPasswordLength } from '@threadline/schema/wire/user';
import argon2 from 'argon2';
import type { Config } from '../config.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createWorkQueue } from '../platform/jobs/work-queue.ts';

/** OWASP's second recommendation: 19 MiB, two passes. About 45 ms on one core. */
const parameters = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// Shared by the whole process. Hashing is the most expensive work that a visitor can cause: 40 hashes at once blocked all
// other requests for 2.4 s in a test.
const runHash = createWorkQueue({ concurrency: 2, maxPending: 20 });

const encodeRandom = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');
const cost = `m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}`;
/** Verified for unknown users, so that they take as long as known ones. No password matches it. */
const dummyHash = `$argon2id$v=19$${cost}$${encodeRandom(16)}$${encodeRandom(32)}`;

/** @throws ProblemError 503 when too many hashes are pending */
export function hashPassword(password: string): Promise<string> {
  return runHash(() => argon2.hash(normalize(password), parameters));
}

/**
 * Returns whether a password matches. A missing hash takes the same time and never matches.
 *
 * @throws ProblemError 503 when too many hashes are pending
 */
export function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  return runHash(() => argon2.verify(hash ?? dummyHash, normalize(password)));
}

/** The same characters typed on different keyboards are the same password (NIST SP 800-63B). */
function normalize(password: string): string {
  return password.normalize('NFC');
}

/** Returns the minimum length of a new password: six characters (Spec §5), twelve in the strict profile. */
export function getMinPasswordLength({ strict }: Pick<Config, 'strict'>): number {
  return strict ? 12 : minPasswordLength;
}

/** Blanks, control and format characters, fillers, and the empty Braille pattern. */
const invisible = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

interface PasswordOwner {
  name: string;
  email: string;
  /** Names of the company. */
  brands: readonly string[];
}

/**
 * Refuses passwords that are too short, consist of one character, or are guessed first: common passwords and the names of the
 * user and the company, also with digits and symbols around them. The admin shows the detail and has no rules of its own.
 *
 * @throws ProblemError 422
 */
export async function assertStrongPassword(
  password: string,
  { name, email, brands }: PasswordOwner,
  config: Pick<Config, 'strict'>,
): Promise<void> {
  const minLength = getMinPasswordLength(config);
  if (password.length < minLength) throw createRefusal(`Password must be at least ${minLength} characters`);
  const visible = password.normalize('NFKC').replaceAll(invisible, '').toLowerCase();
  if (visible === '') throw createRefusal('Password cannot be only spaces');
  if (new Set(visible).size === 1) throw createRefusal('Password cannot be one repeated character');
  const names = [name, ...brands, email, ...email.split('@', 1)].flatMap((text) => [
    text,
    text.replaceAll(/[^\p{L}\p{N}]/gu, ''),
    ...text.split(/[^\p{L}\p{N}]+/u),
  ]);
  if (!(await isCommonPassword(password, names))) return;
  throw createRefusal('This password is too easy to guess. Choose a less common one.');
}

function createRefusal(detail: string): ProblemError {
  return new ProblemError('validation-failed', { detail, errors: [{ pointer: '/password', detail }] });
}

/** Missing in the library's list: keyboard sequences, and names of this country and product. In lower case. */
const extraPasswords = new Set(
  `
101010 121212 12121212 123123123 12341234 212121 232323 87654321 987654 987654321 abc abcdef abcdefg abcdefgh bengaluru
consultancy diwali kolkata login pune shivaji threadline xyz
`
    .trim()
    .split(/\s+/),
);

const letters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  '!': 'l',
  '|': 'l',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
  '8': 'b',
};

/** Returns the text in lower case with usual substitutions undone, so that `Passw0rd`, `P@ssword` and `password` are equal. */
function undoSubstitutions(text: string): string {
  return text.toLowerCase().replaceAll(/[0134578i!|@$+]/g, (sign) => letters[sign] ?? sign);
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Loads the list on first use: most starts never need it. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...extraPasswords, ...dictionary['passwords-common']].map(undoSubstitutions));
}

/** The minimum length of a word that is looked up inside a password. Shorter words occur by chance. */
const minWordLength = 3;
/** The maximum number of digits and symbols around a word. More of them make the password hard to guess. */
const maxDecorationLength = 12;

/**
 * Returns whether a password is one of about 49,000 common ones or one of `names`: also with the usual substitutions
 * (`P@ssw0rd`), and with digits and symbols around it (`Welcome@2026`).
 *
 * @param names that an attacker would try for this account, such as those of the user and the company
 */
export async function isCommonPassword(password: string, names: readonly string[] = []): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords();
  const common = await commonPasswords;
  const personal = new Set(names.filter(({ length }) => length >= minWordLength).map(undoSubstitutions));
  return [password, ...listCores(password)]
    .map(undoSubstitutions)
    .some((text) => common.has(text) || personal.has(text));
}

/**
 * Lists what remains of a password for every way to cut digits and symbols off its ends. There are several ways because a
 * symbol at the end may stand for a letter: `$unshine99` is `sunshine` and two digits.
 */
function listCores(password: string): string[] {
  const leading = /^\P{L}*/u.exec(password)?.[0].length ?? 0;
  const trailing = /(?<!\P{L})\P{L}+$/u.exec(password)?.[0].length ?? 0;
  const minLength = leading < password.length ? minWordLength : minPasswordLength;
  const cores: string[] = [];
  for (let start = 0; start <= Math.min(leading, maxDecorationLength); start++) {
    for (let cut = 0; cut <= Math.min(trailing, maxDecorationLength - start); cut++)
      cores.push(password.slice(start, password.length - cut));
  }
  return cores.filter(({ length }) => length >= minLength);
}
