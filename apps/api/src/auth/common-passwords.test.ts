import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each(['123456', 'Password', 'qwertyuiop', 'LetMeIn', 'iloveyou', 'trustno1', 'Bengaluru', 'threadline'])(
  'A8 %s is one that everybody tries',
  async (password) => expect(await isCommonPassword(password)).toBe(true),
);

test.each(['Passw0rd!', 'P@ssw0rd', 'p@$$w0rd1', 'Welc0me!!', 'Adm1n@123', 'qw3rtyu10p', '!!iloveyou!!', 'S3cret'])(
  '%s is a common password with the usual substitutions',
  async (password) => expect(await isCommonPassword(password)).toBe(true),
);

test.each(['mango tree 42', 'correct horse battery', 'kolam-demo-2026', 'constructor-9'])(
  '%s is not',
  async (password) => expect(await isCommonPassword(password)).toBe(false),
);

test('A8 at least the 3,000 most common ones of six characters or more are known (ASVS 6.2.4)', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  expect(dictionary['passwords-common'].filter(({ length }) => length >= 6).length).toBeGreaterThan(40_000);
});
