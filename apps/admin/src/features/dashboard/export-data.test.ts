import { expect, test } from 'vitest';
import type { Question } from '../../ui/confirm.tsx';
import { exportData } from './export-data.ts';

test('a question names the contents of the export, and cancelling exports nothing', async () => {
  const asked: Question[] = [];
  const cancel = async (question: Question) => {
    asked.push(question);
    return false;
  };
  // No server runs in this test: a request would fail.
  expect(await exportData(cancel)).toBe(false);
  expect(asked).toEqual([expect.objectContaining({ text: expect.stringMatching(/enquiries.*personal data/) })]);
});

test('confirming requests the export', async () => {
  await expect(exportData(async () => true)).rejects.toThrow('The server cannot be reached.');
});
