import { TextInput } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../api/client.ts';
import { hasOpenEdits } from '../store/open-edits.ts';
import { InApp } from '../test-render.tsx';
import { useApiForm } from './use-api-form.ts';

const schema = z.object({
  name: z.string().min(1, { error: 'Name is required' }),
  email: z.string().includes('@', { error: 'Email is invalid' }),
});

interface Values {
  name: string;
  email: string;
}

type OnSuccess = (form: { keep: (saved: Values) => void; reset: () => void }, saved: Values) => void;

function renderForm(send: (values: Values) => Promise<unknown>, onSuccess?: OnSuccess) {
  function Form() {
    const form = useApiForm({
      initialValues: { name: '', email: '' },
      schema,
      send,
      unsavedId: 'form',
      onSuccess: (_, saved) => onSuccess?.(form, saved),
    });
    const { field, mutation, onSubmit } = form;
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
  return {
    name: screen.getByLabelText<HTMLInputElement>('Name'),
    email: screen.getByLabelText<HTMLInputElement>('Email'),
  };
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

test('a form that is reset after it was sent is empty; values that it keeps are saved, and a further change is not', async () => {
  const { name, email } = renderForm(
    async () => undefined,
    (form, saved) => (saved.name === 'Asha' ? form.reset() : form.keep(saved)),
  );
  const send = async (value: string) => {
    type(name, value);
    type(email, 'asha@example.com');
    await submit();
  };
  await send('Asha');
  expect([name.value, email.value, hasOpenEdits()]).toEqual(['', '', false]);
  await send('Asha Rao');
  expect([name.value, email.value, hasOpenEdits()]).toEqual(['Asha Rao', 'asha@example.com', false]);
  type(name, 'Asha R.');
  expect(hasOpenEdits()).toBe(true);
});
