import { expect, test } from 'vitest';
import { filterOf } from './audit-query.ts';

test('days become the moments of their beginning in India, the last one is whole', () => {
  const { from, until } = filterOf({ from: '2026-11-21', until: '2026-11-21' });
  expect([from, until]).toEqual(['2026-11-20T18:30:00.000Z', '2026-11-21T18:30:00.000Z']);
});

test('what is no day or empty is left out', () => {
  expect(filterOf({ from: 'yesterday', until: '', who: '' })).toEqual({});
  expect(filterOf({ who: 'system', area: 'content' })).toEqual({ who: 'system', area: 'content' });
  expect(filterOf({ network: '203.0.113.7' })).toEqual({ network: '203.0.113.7' });
});
