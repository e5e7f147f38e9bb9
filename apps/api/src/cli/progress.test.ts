import { expect, test } from 'vitest';
import type { Step } from '../platform/progress.ts';
import { createProgress, formatBar } from './progress.ts';

const packing = (done: number, total = 200): Step => ({ name: 'Packing', unit: 'items', done, total });
const copying = (megabytes: number): Step => ({
  name: 'Copying',
  unit: 'bytes',
  done: megabytes * 1024 ** 2,
  total: 8 * 1024 ** 2,
});

function createScreen(screen: { isTTY?: boolean; columns?: number } = {}) {
  const written: string[] = [];
  const clock = { ms: 0 };
  const progress = createProgress({ ...screen, write: (text) => written.push(text) }, () => clock.ms);
  return { ...progress, written, clock };
}

test('on a terminal each step overwrites one line with bar, percentage and amount', () => {
  const { onProgress, end, written } = createScreen({ isTTY: true, columns: 80 });
  for (const done of [0, 100, 200]) onProgress(packing(done));
  onProgress(copying(2));
  end();
  end();
  expect(written).toEqual([
    '\rPacking [------------------------]   0 %  0 of 200',
    '\rPacking [############------------]  50 %  100 of 200',
    '\rPacking [########################] 100 %  200 of 200',
    '\n',
    '\rCopying [######------------------]  25 %  2.0 of 8.0 MB',
    '\n',
  ]);
});

test('an unchanged line is not written again, and a shorter line erases the longer one', () => {
  const { onProgress, written } = createScreen({ isTTY: true, columns: 80 });
  onProgress(copying(2));
  onProgress(copying(2.01));
  onProgress({ ...packing(1, 2), name: 'Copying' });
  expect(written).toHaveLength(2);
  expect(written[1]).toBe(
    `\r${'Copying [############------------]  50 %  1 of 2'.padEnd(written[0]?.length ?? 0).slice(0, -1)}`,
  );
});

test('without a terminal only slow steps are reported, in plain lines', () => {
  const { onProgress, end, written, clock } = createScreen();
  onProgress(packing(0));
  clock.ms = 9_999;
  onProgress(packing(20));
  expect(written).toEqual([]);
  clock.ms = 10_000;
  for (const done of [30, 31, 32]) onProgress(packing(done));
  clock.ms = 20_000;
  onProgress(packing(150));
  onProgress(copying(1));
  end();
  expect(written).toEqual(['Packing: 15 %, 30 of 200\n', 'Packing: 75 %, 150 of 200\n']);
});

test.each([
  [80, 'Packing [############------------]  50 %  100 of 200'],
  [44, 'Packing [############------------]  50 %'],
  [20, ' 50 %'],
  [3, ''],
])('%i columns fit "%s"', (columns, line) => {
  expect(formatBar(packing(100), columns)).toBe(line);
});

test('a step without work is complete', () => {
  expect(formatBar(packing(0, 0), 80)).toContain('100 %  0 of 0');
});
