import { minPasswordLength } from '@threadline/schema/user';

/** What the list lacks: keys in a row, and words of this country and product. In lower case. */
const more = new Set(
  `
00000000 101010 1111111 121212 12121212 123123123 12341234 212121 222222 232323 333333 444444 555555 777777 87654321
888888 88888888 987654 987654321 999999 aaaaaa abcdef abcdefg abcdefgh admin@123 bengaluru consultancy india@123 kolkata
p@ssword password@123 shivaji threadline welcome@123 xxxxxx zzzzzz
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

/**
 * Returns whether a password is one of some 49,000 that every attacker tries first, also with the usual substitutions
 * (`P@ssw0rd`) and with signs around it (`Passw0rd!`).
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= loadCommonPasswords();
  const known = await common;
  const inner = password.replace(/^[^\p{L}\p{N}]+/u, '').replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, '');
  if (known.has(withoutSubstitutions(password))) return true;
  return inner.length >= minPasswordLength && known.has(withoutSubstitutions(inner));
}
