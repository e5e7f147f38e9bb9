import { expect, test } from 'vitest';
import { toAuditQuery } from './audit-filters.tsx';

test('days become a time range in Indian time that includes the whole last day', () => {
  const { from, until } = toAuditQuery({ from: '2026-11-21', until: '2026-11-21' });
  expect([from, until]).toEqual(['2026-11-20T18:30:00.000Z', '2026-11-21T18:30:00.000Z']);
});

test('empty filters and texts that are not dates are left out', () => {
  expect(toAuditQuery({ from: 'yesterday', until: '', who: '' })).toEqual({});
  expect(toAuditQuery({ who: 'system', area: 'content' })).toEqual({ who: 'system', area: 'content' });
  expect(toAuditQuery({ network: '203.0.113.7' })).toEqual({ network: '203.0.113.7' });
});
