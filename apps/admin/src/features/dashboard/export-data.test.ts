import { expect, test } from 'vitest';
import type { Question } from '../../ui/confirm.tsx';
import { exportData } from './export-data.ts';

test('before everything leaves, it is said what that is; who turns back exports nothing', async () => {
  const asked: Question[] = [];
  const turnBack = async (question: Question) => {
    asked.push(question);
    return false;
  };
  // There is no server here: a call would be refused.
  expect(await exportData(turnBack)).toBe(false);
  expect(asked).toEqual([expect.objectContaining({ text: expect.stringMatching(/enquiries.*personal data/) })]);
});

test('who goes on asks the server', async () => {
  await expect(exportData(async () => true)).rejects.toThrow('The server cannot be reached.');
});
