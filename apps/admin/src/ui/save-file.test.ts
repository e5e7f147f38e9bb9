import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveBlob } from './save-file.ts';

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: vi.fn() });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a download keeps its address until the browser has had time to read the file', () => {
  saveBlob(new Blob(['{}']), 'personal-details.json');
  vi.advanceTimersByTime(9000);
  expect(URL.revokeObjectURL).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(URL.revokeObjectURL).toHaveBeenCalledExactlyOnceWith('blob:one');
});
