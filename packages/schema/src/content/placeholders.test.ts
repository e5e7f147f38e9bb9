import { expect, test } from 'vitest';
import { findDefinition } from './content-model.ts';
import { findPlaceholders, hidePlaceholders } from './placeholders.ts';

function find(section: string, key: string, value: unknown) {
  return findPlaceholders(findDefinition(section, key)?.schema, value);
}

test('placeholders are found by their field, at any depth of a value', () => {
  expect(
    find('site', 'contact', {
      email: 'team@example.org',
      phone: '+910000000000',
      addressLines: ['Placeholder address line', 'Bengaluru 560001'],
      hours: 'Call +91 00000 00000, {days}',
      openDays: ['monday'],
    }),
  ).toEqual(['/email', '/phone', '/addressLines/0', '/hours']);
  expect(find('site', 'brand', { name: 'Threadline', legalName: 'Threadline (placeholder)' })).toEqual(['/legalName']);
  expect(find('stats', 'stat-one', { basis: 'Period: set by owner.', dot: '' })).toEqual(['/basis']);
});

test.each([
  ['site', 'contact', { email: 'care@threadline.in', phone: '+919876543210', whatsapp: '+919100000000' }],
  ['site', 'social', { x: 'https://example.company/', youtube: 'https://www.youtube.com/example.com' }],
  [
    'hero',
    'subtitle',
    'Names such as example.com are reserved. No placeholder is left. The goal is set by owner and team.',
  ],
  ['cta', 'faq-fee', { question: 'Is example.org yours?', answer: 'Set by owner. Mail to ravi@example.com is lost.' }],
])('real text is neither a placeholder nor hidden: %s.%s', (section, key, value) => {
  expect(find(section, key, value)).toEqual([]);
  expect(hide(section, key, value)).toEqual({ value, isComplete: true });
});

function hide(section: string, key: string, value: unknown) {
  return hidePlaceholders(findDefinition(section, key)?.schema, value);
}

test('a sentence with a placeholder is hidden from visitors', () => {
  const basis = 'Share of surveys scoring 4 or 5. Period: set by owner.';
  const stat = { value: 92, label: 'Placements', basis, source: 'https://www.example.com/proof' };
  expect(hide('stats', 'stat-one', stat)).toEqual({
    value: { value: 92, label: 'Placements', basis: 'Share of surveys scoring 4 or 5.', source: '' },
    isComplete: true,
  });
});

test('a stat stays visible when nothing is left of the text about its source', () => {
  const stat = { value: 12, label: 'Years', basis: 'Since founding year: set by owner.' };
  expect(hide('stats', 'stat-one', stat)).toEqual({ value: { ...stat, basis: '' }, isComplete: true });
});

test('placeholder contact details become empty, and placeholder address lines are left out', () => {
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
  ['question', 'cta', 'faq-fee', { question: 'Whom do I ask?', answer: 'Write to hello@example.com.' }],
])('a %s without its required text is incomplete', (_, section, key, value) => {
  expect(hide(section, key, value).isComplete).toBe(false);
});

test('the other lines of a text stay as they are', () => {
  expect(hide('hero', 'subtitle', 'One line. Another.\n\nCall +91 00000 00000.\n- A point').value).toBe(
    'One line. Another.\n\n- A point',
  );
});

test('a value without a placeholder is returned as the same object', () => {
  const value = { label: 'Terms', href: '/terms/' };
  expect(hide('footer', 'link-terms', value).value).toBe(value);
});
