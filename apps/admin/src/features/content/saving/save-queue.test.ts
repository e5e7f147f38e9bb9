import { expect, test } from 'vitest';
import { ApiError } from '../../../api/client.ts';
import type { Change, Save } from '../../../store/last-changes.ts';
import { listSending, toFailed } from './save-queue.ts';

const toSending = (change: Pick<Save, 'key' | 'version'>) => ({
  change: { kind: 'save', section: 'services', value: change.key, metadata: {}, ...change } as const,
  state: 'sending' as const,
  message: '',
});

test('the preview shows a changed item while it is sent, and a new entry only in its open form', () => {
  const queue = {
    'services.service-cash': toSending({ key: 'service-cash', version: 3 }),
    'services.service-new': toSending({ key: 'service-new', version: undefined }),
  };
  expect(listSending(queue)).toEqual([{ section: 'services', key: 'service-cash', value: 'service-cash' }]);
});

test('a refusal that another item causes leads to its field, and only other failures ask to try again', () => {
  const change: Change = { kind: 'remove', section: 'services', key: 'service-cash', version: 3 };
  const fail = (problem: object) =>
    toFailed({ change, state: 'sending', message: '' }, new ApiError('Why.', { code: 'conflict', ...problem }));
  const place = { section: 'hero', key: 'slide-build', pointer: '/secondaryCTA/href' };
  expect(fail({ place })).toMatchObject({ isFinal: true, message: 'Why.', place });
  expect(fail({ code: 'internal' }).message).toBe('Failed to update content. Please try again. Why.');
  expect(fail({ current: {} }).isFinal).toBeUndefined();
});
