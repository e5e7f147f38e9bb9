import { expect, test } from 'vitest';
import { findError } from './enquiry-errors.ts';

const texts = {
  one: '',
  several: '',
  companyName: 'name',
  email: 'mail',
  emailShape: 'shape',
  phone: 'number',
  other: 'other',
};
const field = { value: 'x', isValid: true, isRequired: true };

test.each([
  ['a missing company', { name: 'companyName', value: '  ' }, 'name'],
  ['a missing address', { name: 'email', value: '', isValid: false }, 'mail'],
  ['an address without a host', { name: 'email', value: 'sender', isValid: false }, 'shape'],
  ['an address without an ending', { name: 'email', value: 'sender@example' }, 'shape'],
  ['a phone number that is too short', { name: 'phone', value: '12345', isRequired: false }, 'number'],
  ['a phone number in words', { name: 'phone', value: 'call me', isRequired: false }, 'number'],
  ['an optional field that is too long', { name: 'industry', isValid: false, isRequired: false }, 'other'],
])('%s has its own remedy', (_, state, remedy) => {
  expect(findError({ ...field, ...state }, texts)).toBe(remedy);
});

test('good fields have no error', () => {
  expect(findError({ ...field, name: 'companyName' }, texts)).toBeUndefined();
  expect(findError({ ...field, name: 'email', value: 'a@b.in' }, texts)).toBeUndefined();
  for (const value of ['', ' ', '98765 43210', '+91-98765-43210', '(098765) 43210'])
    expect(findError({ name: 'phone', value, isValid: true, isRequired: false }, texts)).toBeUndefined();
});
