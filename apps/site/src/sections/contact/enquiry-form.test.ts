import { expect, test } from 'vitest';
import { findError, getInitialMessage, replaceNote } from './enquiry-form.ts';

const errors = {
  one: '',
  several: '',
  companyName: 'name',
  email: 'mail',
  emailShape: 'shape',
  phone: 'number',
  other: 'other',
};
const valid = { valid: true };
const invalid = { valid: false };
const field = { value: 'x', validity: valid, required: true };

test.each([
  ['a missing company', { name: 'companyName', value: '  ' }, 'name'],
  ['a missing address', { name: 'email', value: '', validity: invalid }, 'mail'],
  ['an address without a host', { name: 'email', value: 'sender', validity: invalid }, 'shape'],
  ['an address without an ending', { name: 'email', value: 'sender@example' }, 'shape'],
  ['a phone number that is too short', { name: 'phone', value: '12345', required: false }, 'number'],
  ['a phone number in words', { name: 'phone', value: 'call me', required: false }, 'number'],
  ['an optional field that is too long', { name: 'industry', validity: invalid, required: false }, 'other'],
])('%s has its own error', (_, state, error) => {
  expect(findError({ ...field, ...state }, errors)).toBe(error);
});

test('valid fields have no error', () => {
  expect(findError({ ...field, name: 'companyName' }, errors)).toBeUndefined();
  expect(findError({ ...field, name: 'email', value: 'a@b.in' }, errors)).toBeUndefined();
  for (const value of ['', ' ', '98765 43210', '+91-98765-43210', '(098765) 43210'])
    expect(findError({ name: 'phone', value, validity: valid, required: false }, errors)).toBeUndefined();
});

test("an opener's text begins the message; an opener without one leaves the draft unchanged", () => {
  expect(getInitialMessage({ values: {}, prefill: '' }, 'Strategic hiring')).toBe('Strategic hiring');
  expect(getInitialMessage({ values: { message: 'We grow.' }, prefill: '' }, '')).toBe('We grow.');
});

test('a new result replaces the old one and keeps the typed text below it', () => {
  const draft = { values: { message: 'Score 3 of 18\n\nPlease call.' }, prefill: 'Score 3 of 18' };
  expect(getInitialMessage(draft, 'Score 9 of 18')).toBe('Score 9 of 18\n\nPlease call.');
  expect(getInitialMessage(draft, '')).toBe('Score 3 of 18\n\nPlease call.');
});

test('a prefilled text that the visitor changed is kept', () => {
  const draft = { values: { message: 'Score 3, we think.' }, prefill: 'Score 3 of 18' };
  expect(getInitialMessage(draft, 'Score 9 of 18')).toBe('Score 9 of 18\n\nScore 3, we think.');
});

test('an agreed sentence ends the message, follows its figure, and goes when the visitor no longer agrees', () => {
  expect(replaceNote('', '', 'It costs ₹5.')).toBe('It costs ₹5.');
  expect(replaceNote('Hello.\n\nIt costs ₹5.', 'It costs ₹5.', 'It costs ₹7.')).toBe('Hello.\n\nIt costs ₹7.');
  expect(replaceNote('Hello.\n\nIt costs ₹5.', 'It costs ₹5.', '')).toBe('Hello.');
  expect(replaceNote(' Hello. ', '', '')).toBe(' Hello. ');
});
