import { TextInput } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../api/client.ts';
import { hasOpenEdits } from '../store/unsaved.ts';
import { InApp } from '../test-render.tsx';
import { useApiForm } from './use-api-form.ts';

const schema = z.object({
  name: z.string().min(1, { error: 'Name is required' }),
  email: z.string().includes('@', { error: 'Email is invalid' }),
});

function renderForm(send: (values: { name: string; email: string }) => Promise<unknown>) {
  function Form() {
    const { field, mutation, onSubmit } = useApiForm({
      initialValues: { name: '', email: '' },
      schema,
      send,
      unsavedId: 'form',
    });
    return (
      <form onSubmit={onSubmit} noValidate aria-label="Account" aria-busy={mutation.isPending}>
        <TextInput label="Name" {...field('name')} />
        <TextInput label="Email" {...field('email')} />
        <button type="submit">Save</button>
      </form>
    );
  }
  render(
    <InApp>
      <Form />
    </InApp>,
  );
  return { name: screen.getByLabelText('Name'), email: screen.getByLabelText('Email') };
}

const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
const submit = () => act(async () => fireEvent.submit(screen.getByRole('form')));

test('an invalid form is not sent: every invalid field shows its error, and the first one gets the focus', async () => {
  const send = vi.fn(async () => undefined);
  const { name } = renderForm(send);
  await submit();
  expect(send).not.toHaveBeenCalled();
  expect(screen.getByText('Name is required')).toBeDefined();
  expect(screen.getByText('Email is invalid')).toBeDefined();
  expect(document.activeElement).toBe(name);
});

test('a field is validated when it loses the focus after an edit, not before', () => {
  const { name, email } = renderForm(async () => undefined);
  fireEvent.blur(name);
  expect(screen.queryByText('Name is required')).toBeNull();
  type(email, 'asha');
  fireEvent.blur(email);
  expect(screen.getByText('Email is invalid')).toBeDefined();
});

test('errors of the server appear at their fields, and the text counts as unsaved until it is accepted', async () => {
  const send = vi
    .fn<() => Promise<unknown>>()
    .mockRejectedValueOnce(
      new ApiError('It is taken.', { code: 'conflict', errors: [{ pointer: '/email', detail: 'Email is in use' }] }),
    )
    .mockResolvedValueOnce({});
  const { name, email } = renderForm(send);
  type(name, 'Asha');
  type(email, 'asha@example.com');
  await submit();
  await screen.findByText('Email is in use');
  expect(hasOpenEdits()).toBe(true);
  await submit();
  await expect.poll(() => hasOpenEdits(), { timeout: 20_000 }).toBe(false);
  expect(send).toHaveBeenLastCalledWith({ name: 'Asha', email: 'asha@example.com' }, expect.anything());
});
