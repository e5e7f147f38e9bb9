import type { EnquirySummary } from '@threadline/schema/enquiry';
import { expect, test } from 'vitest';
import { testsBesides } from './hidden-tests-notice.ts';

const row = (isTest: boolean, status = 'new') => ({ isTest, status }) as EnquirySummary;

test('the tests of a whole folder are told behind its number', () => {
  expect(testsBesides({ status: 'new' }, [row(false), row(true)])).toBe(', and 1 test');
  expect(testsBesides({ status: 'new' }, [row(true), row(true), row(true, 'read')])).toBe(', and 2 tests');
  expect(testsBesides({ status: 'new' }, [row(false)])).toBe('');
});

test('of a part of a folder nothing is told: the number is that of the whole', () => {
  expect(testsBesides({ status: 'new', q: 'mills' }, [row(true)])).toBe('');
  expect(testsBesides({ unanswered: '1' }, [row(true)])).toBe('');
});
