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

/** Whether it is one of some 49,000 passwords that every attacker tries first. They are loaded with the first question. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const word = password.toLowerCase();
  if (more.has(word)) return true;
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'].includes(word);
}
