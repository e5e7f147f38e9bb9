import { expect, test } from 'vitest';
import { filterOf } from './audit-query.ts';

test('days become the moments of their beginning, the last one is whole', () => {
  const { from, until } = filterOf({ from: '2026-11-21', until: '2026-11-21' });
  expect(Date.parse(until ?? '') - Date.parse(from ?? '')).toBe(86_400_000);
  expect(new Date(from ?? '').getDate()).toBe(21);
});

test('what is no day or empty is left out', () => {
  expect(filterOf({ from: 'yesterday', until: '', who: '' })).toEqual({});
  expect(filterOf({ who: 'system', area: 'content' })).toEqual({ who: 'system', area: 'content' });
  expect(filterOf({ network: '203.0.113.7' })).toEqual({ network: '203.0.113.7' });
});
