import { expect, test } from 'vitest';
import { toNewRequest } from './privacy-requests.tsx';

const letter = { kind: 'access', email: 'sender@example.org', note: '' } as const;

test('a request is received at the start of the chosen day, or without a date when the server stores it', () => {
  expect(toNewRequest({ ...letter, day: '2026-11-18' })).toEqual({
    ...letter,
    receivedAt: '2026-11-17T18:30:00.000Z',
  });
  for (const day of ['', 'yesterday']) expect(toNewRequest({ ...letter, day })).toEqual(letter);
});
