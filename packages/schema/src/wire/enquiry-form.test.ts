import { expect, test } from 'vitest';
import { enquiryFormSchema, newsletterSchema } from './enquiry-form.ts';

test.each([
  ['', 'Email is required'],
  ['sender', 'Email is invalid'],
  ['sender@example', 'Email is invalid'],
  ['@example.org', 'Email is invalid'],
  [`${'x'.repeat(260)}`, 'Email is invalid'],
])('the address "%s" gets exactly one error', (email, sentence) => {
  const mistakes = [
    newsletterSchema.safeParse({ email }),
    enquiryFormSchema.safeParse({ companyName: 'Example Mills', email }),
  ].map(({ error }) => error?.issues.map(({ path, message }) => [path, message]));
  expect(mistakes).toEqual([[[['email'], sentence]], [[['email'], sentence]]]);
});
