import { minPasswordLength } from '@threadline/schema/user';

/** What the list lacks: keys in a row, and words of this country and product. In lower case. */
const more = new Set(
  `
101010 121212 12121212 123123123 12341234 212121 232323 87654321 987654 987654321 abc abcdef abcdefg abcdefgh bengaluru
consultancy diwali kolkata login pune shivaji threadline xyz
`
    .trim()
    .split(/\s+/),
);

const letterOf: Readonly<Record<string, string>> = {
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

/**
 * Returns the text in lower case, with a letter for each sign that people put in its place. Texts that differ only in
 * such signs become the same: `Passw0rd`, `P@ssword` and `password`.
 */
export function withoutSubstitutions(text: string): string {
  return text.toLowerCase().replaceAll(/[0134578i!|@$+]/g, (sign) => letterOf[sign] ?? sign);
}

let common: Promise<ReadonlySet<string>> | undefined;

/** Loaded with the first question: only whoever chooses a password needs it. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...more, ...dictionary['passwords-common']].map(withoutSubstitutions));
}

/** Of the word inside a password. Shorter ones are in too many passwords by chance. */
const minWordLength = 3;
/** Of digits and symbols around a word. With more of them, a password is no longer guessed by its word alone. */
const maxDecorationLength = 12;

/**
 * Returns whether a password is one of some 49,000 that every attacker tries first, or one of `ownWords`: also with the
 * usual substitutions (`P@ssw0rd`), and with digits and symbols around it (`Welcome@2026`).
 *
 * @param ownWords that an attacker would try for this account, such as the name of the user and of the firm
 */
export async function isCommonPassword(password: string, ownWords: readonly string[] = []): Promise<boolean> {
  common ??= loadCommonPasswords();
  const known = await common;
  const own = new Set(ownWords.filter(({ length }) => length >= minWordLength).map(withoutSubstitutions));
  return [password, ...cutDecoration(password)]
    .map(withoutSubstitutions)
    .some((text) => known.has(text) || own.has(text));
}

/**
 * Returns what is left of a password for every way to cut digits and symbols off its ends. There are several ways because
 * a sign at the end may stand for a letter: `$unshine99` is `sunshine` and two digits.
 */
function cutDecoration(password: string): string[] {
  const leading = /^\P{L}*/u.exec(password)?.[0].length ?? 0;
  const trailing = /(?<!\P{L})\P{L}+$/u.exec(password)?.[0].length ?? 0;
  const minLength = leading < password.length ? minWordLength : minPasswordLength;
  const words: string[] = [];
  for (let start = 0; start <= Math.min(leading, maxDecorationLength); start++) {
    for (let cut = 0; cut <= Math.min(trailing, maxDecorationLength - start); cut++)
      words.push(password.slice(start, password.length - cut));
  }
  return words.filter(({ length }) => length >= minLength);
}
