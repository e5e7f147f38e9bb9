import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderForm } from './schema-form-fixture.tsx';

test('buttons add, move and remove entries of a list, within the limits', async () => {
  const { latest, user } = renderForm();
  await user.click(screen.getByRole('button', { name: 'Add a line' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Line 3' }));
  await user.keyboard('three');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add a line' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Move line 3 up' }));
  expect(latest.value).toMatchObject({ lines: ['one', 'three', 'two'] });
  await user.click(screen.getByRole('button', { name: 'Move line 1 down' }));
  expect(latest.value).toMatchObject({ lines: ['three', 'one', 'two'] });
  await user.click(screen.getByRole('button', { name: 'Remove line 3' }));
  await user.click(screen.getByRole('button', { name: 'Remove line 2' }));
  expect(latest.value).toMatchObject({ lines: ['three'] });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove line 1' }).disabled).toBe(true);
});
