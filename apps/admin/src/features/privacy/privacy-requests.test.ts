import { expect, test } from 'vitest';
import { newRequestOf } from './privacy-requests.tsx';

const letter = { kind: 'access', email: 'sender@example.org', note: '' } as const;

test('a letter came on the day that was chosen, at its beginning; without one it is left to the server', () => {
  expect(newRequestOf({ ...letter, day: '2026-11-18' })).toEqual({
    ...letter,
    receivedAt: '2026-11-17T18:30:00.000Z',
  });
  for (const day of ['', 'yesterday']) expect(newRequestOf({ ...letter, day })).toEqual(letter);
});
