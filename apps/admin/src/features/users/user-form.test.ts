import { expect, test } from 'vitest';
import { userFormSchemas } from './user-form.tsx';

const good = {
  name: 'Editor',
  email: 'editor@example.com',
  password: 'secret',
  role: 'admin' as const,
  currentPassword: '',
};

const cases = [
  ['a good new user', good, true, {}],
  ['no name', { ...good, name: ' ' }, true, { name: 'Name is required' }],
  ['no email', { ...good, email: '' }, true, { email: 'Email is required' }],
  ['an email without a domain', { ...good, email: 'editor@' }, true, { email: 'Email is invalid' }],
  ['no password for a new user', { ...good, password: '' }, true, { password: 'Password is required' }],
  ['a short password', { ...good, password: 'abc' }, true, { password: 'Password must be at least 6 characters' }],
  ['a blank password keeps the current one', { ...good, password: '' }, false, {}],
  [
    'a short password when editing',
    { ...good, password: 'abc' },
    false,
    { password: 'Password must be at least 6 characters' },
  ],
] as const;

test.each(cases)('%s', (...[, values, isNew, errors]) => {
  const { error } = (isNew ? userFormSchemas.new : userFormSchemas.existing).safeParse(values);
  const first = new Map(error?.issues.toReversed().map(({ path, message }) => [path[0], message]));
  expect(Object.fromEntries(first)).toEqual(errors);
});
