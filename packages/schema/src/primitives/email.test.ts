import { expect, test } from 'vitest';
import { enquiryFormSchema, newsletterSchema } from '../wire/enquiry-form.ts';
import { personSchema } from '../wire/privacy.ts';
import { createUserSchema } from '../wire/user.ts';
import { emailSchema } from './email.ts';

test.each(['name@example.org', 'a.b+c@mail.example.co.in', "o'neil_1@example.org", `${'a'.repeat(242)}@example.org`])(
  '%s is an address',
  (email) => {
    expect(emailSchema.parse(email)).toBe(email);
  },
);

test('blanks around an address are removed', () => {
  expect(emailSchema.parse(' name@example.org\n')).toBe('name@example.org');
});

test.each([
  ['', 'Email is required'],
  ['   ', 'Email is required'],
  [undefined, 'Email is required'],
  ['name', 'Email is invalid'],
  ['name@example', 'Email is invalid'],
  ['name@example.', 'Email is invalid'],
  ['a@b@example.org', 'Email is invalid'],
  ['a@example.org,b@example.org', 'Email is invalid'],
  ['Name <a@example.org>', 'Email is invalid'],
  ['a@example.org\r\nBcc: b@example.org', 'Email is invalid'],
  // The text is too long and also no address. Only the length is reported, because the pattern does not run.
  [`a@${'.'.repeat(16_300)}@`, 'Email is invalid'],
  [`${'a'.repeat(243)}@example.org`, 'Email is invalid'],
])('%j is refused with one message: %s', (email, message) => {
  expect(emailSchema.safeParse(email).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test('users, enquiries, the newsletter and privacy requests accept the same addresses', () => {
  const schemas = [createUserSchema, enquiryFormSchema, newsletterSchema, personSchema];
  expect(schemas.map(({ shape }) => shape.email)).toEqual(schemas.map(() => emailSchema));
});
