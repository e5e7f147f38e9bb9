import { expect, test } from 'vitest';
import { findDefinition } from './content-model.ts';
import { findPlaceholders, hidePlaceholders } from './placeholders.ts';

test('placeholders are found by their field, wherever they stand in a value', () => {
  expect(
    findPlaceholders({
      email: 'hello@example.com',
      phone: '+910000000000',
      addressLines: ['Placeholder address line', 'Bengaluru 560001'],
      basis: 'Share of surveys. Period: set by owner.',
      openDays: ['monday'],
      isShown: true,
    }),
  ).toEqual(['/email', '/phone', '/addressLines/0', '/basis']);
  expect(findPlaceholders('Threadline Advisory (placeholder)')).toEqual(['']);
});

test.each([
  'care@threadline.in',
  '+919876543210',
  'An example of what we do',
  'https://example.company/',
  '+919100000000',
])('an own text is no placeholder: %s', (text) => expect(findPlaceholders({ text })).toEqual([]));

function hide(section: string, key: string, value: unknown) {
  return hidePlaceholders(findDefinition(section, key)?.schema, value);
}

test('visitors see the text without the sentence that holds a placeholder', () => {
  const basis = 'Share of surveys scoring 4 or 5. Period: set by owner.';
  const stat = { value: 92, label: 'Placements', basis, source: 'https://www.example.com/proof' };
  expect(hide('stats', 'stat-one', stat)).toEqual({
    value: { value: 92, label: 'Placements', basis: 'Share of surveys scoring 4 or 5.', source: '' },
    isComplete: true,
  });
});

test('a figure stays although nothing is left of how it is counted', () => {
  const stat = { value: 12, label: 'Years', basis: 'Since founding year: set by owner.' };
  expect(hide('stats', 'stat-one', stat)).toEqual({ value: { ...stat, basis: '' }, isComplete: true });
});

test('contact details that are placeholders become empty, and address lines are left out', () => {
  const contact = {
    email: 'hello@example.com',
    phone: '+910000000000',
    whatsapp: '+919876543210',
    addressLines: ['Placeholder address line', 'Bengaluru 560001'],
  };
  expect(hide('site', 'contact', contact).value).toEqual({
    email: '',
    phone: '',
    whatsapp: '+919876543210',
    addressLines: ['Bengaluru 560001'],
  });
});

test.each([
  ['link', 'footer', 'link-mail', { label: 'Write to us', href: 'mailto:hello@example.com' }],
  ['question', 'cta', 'faq-fee', { question: 'What does it cost?', answer: 'Set by owner.' }],
])('a %s without its required text is not complete', (_, section, key, value) => {
  expect(hide(section, key, value).isComplete).toBe(false);
});

test('in a text of several lines the other lines stay as they are', () => {
  expect(hide('hero', 'subtitle', 'One line. Another.\n\nSet by owner.\n- A point').value).toBe(
    'One line. Another.\n\n- A point',
  );
});

test('a value without a placeholder is the same object', () => {
  const value = { label: 'Terms', href: '/terms/' };
  expect(hide('footer', 'link-terms', value).value).toBe(value);
});
