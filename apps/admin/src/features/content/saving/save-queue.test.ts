import { expect, test } from 'vitest';
import type { Save } from '../../../store/last-changes.ts';
import { listSending } from './save-queue.ts';

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
