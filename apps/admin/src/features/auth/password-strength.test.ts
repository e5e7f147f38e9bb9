import { expect, test } from 'vitest';
import { describeStrength } from './password-strength.ts';

const owner = { company: 'Kaveri Partners', name: 'Asha Rao', email: 'owner@example.com' };

test.each([
  ['kaveri', 'Easy to guess: it contains the company’s name.'],
  ['KaveriPartners1', 'Easy to guess: it contains the company’s name.'],
  ['asha1990', 'Easy to guess: it contains the name of this user.'],
  ['owner!!', 'Easy to guess: it contains the email address.'],
  ['Welcome@1', 'Easy to guess: it contains a very common password.'],
  ['830174920', 'Easy to guess: it consists of digits only.'],
  ['xyxyxyxyxyxy', 'Easy to guess: it repeats the same few characters.'],
  ['tr4mpol', 'Short. Add another word to make it stronger.'],
])('%s is weak, with the reason', (password, text) => {
  expect(describeStrength(password, owner)).toEqual({ text, isWeak: true });
});

test('a long password is strong, also with the company’s name in it', () => {
  expect(describeStrength('mango tree 42', owner)).toEqual({ text: 'Good. A longer one is stronger.', isWeak: false });
  expect(describeStrength('kaveri monsoon bicycle', owner)).toEqual({ text: 'Strong.', isWeak: false });
});

test('nothing is known about the user before the form is filled in', () => {
  expect(describeStrength('violet-canoe', {}).isWeak).toBe(false);
});
