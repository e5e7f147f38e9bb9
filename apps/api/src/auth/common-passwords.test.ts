import { expect, test } from 'vitest';
import { isCommonPassword } from './passwords.ts';

test.each(['123456', 'Password', 'qwertyuiop', 'LetMeIn', 'iloveyou', 'trustno1', 'Bengaluru', 'threadline'])(
  '%s is one that everybody tries [A8]',
  async (password) => expect(await isCommonPassword(password)).toBe(true),
);

test.each(['Passw0rd!', 'P@ssw0rd', 'p@$$w0rd1', 'Welc0me!!', 'Adm1n@123', 'qw3rtyu10p', '!!iloveyou!!', 'S3cret'])(
  '%s is a common password with the usual substitutions',
  async (password) => expect(await isCommonPassword(password)).toBe(true),
);

test.each([
  'Admin@1234',
  'Welcome@2026',
  'India@2026',
  'Qwerty@123',
  'Threadline1',
  '@2026#Mumbai',
  '$unshine_99',
  '12-Dragon-12',
  'P@$$word 2027!',
  'Password@1234567890',
  'abc@123',
])('%s is a common word with digits and symbols around it [A8]', async (password) =>
  expect(await isCommonPassword(password)).toBe(true),
);

test.each([
  'mango tree 42',
  'correct horse battery',
  'kolam-demo-2026',
  'constructor-9',
  'Welcome to 2026',
  'dragon 7391 2048 5516',
  '83#a!29_51',
])('%s is not', async (password) => expect(await isCommonPassword(password)).toBe(false));

const own = ['Chandra Weaving Works', 'Nair', 'm.pillai', 'Jo'];

test.each(['nair@2026', 'N4ir_123456', 'M.Pillai#99', '!!chandra weaving works!!', 'Ch@ndra Weav1ng Works'])(
  '%s is a word of the account or the firm with digits and symbols around it',
  async (password) => expect(await isCommonPassword(password, own)).toBe(true),
);

test.each(['nair-kolam-2026', 'Jo-8841-2093'])('%s is more than a word of the account', async (password) =>
  expect(await isCommonPassword(password, own)).toBe(false),
);

test('at least the 3,000 most common ones of six characters or more are known (ASVS 6.2.4) [A8]', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  expect(dictionary['passwords-common'].filter(({ length }) => length >= 6).length).toBeGreaterThan(40_000);
});
