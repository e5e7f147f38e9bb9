import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { InApp, offlineClient, Themed } from '../../test-render.tsx';
import { ConfirmProvider } from '../../ui/confirm.tsx';
import { ToastProvider } from '../../ui/toast.tsx';
import { choosePort } from './encryption-labels.ts';
import { FixedMailServer } from './fixed-mail-server.tsx';
import { MailServerForm } from './mail-server-form.tsx';
import { findMailProvider } from './providers.ts';

test('a usual port follows the encryption, and a port of its own stays', () => {
  expect(choosePort('465', 'starttls')).toBe('587');
  expect(choosePort('', 'tls')).toBe('465');
  expect(choosePort('2525', 'tls')).toBe('2525');
});

test('a mail server is shown as a known provider only if the form of the provider has all of its settings', () => {
  const server = { host: 'smtp.gmail.com', port: 465, encryption: 'tls', user: 'a', hasPassword: true } as const;
  expect(findMailProvider(server)).toBe('google');
  expect(findMailProvider({ ...server, port: 587, encryption: 'starttls' })).toBe('other');
  expect(findMailProvider({ ...server, host: 'smtp.mills.test' })).toBe('other');
});

test('the settings of the environment are shown as such, and no field can be changed', () => {
  const server = {
    host: 'smtp.mills.test',
    port: 587,
    encryption: 'if-offered',
    user: 'team',
    hasPassword: true,
  } as const;
  const settings = {
    source: 'environment',
    server,
    sender: 'a@mills.test',
    isSenderFixed: true,
    isPasswordLost: false,
  } as const;
  render(
    <Themed>
      <FixedMailServer settings={settings} />
    </Themed>,
  );
  expect(screen.getByText('Set by the server’s administrator')).toBeTruthy();
  const fields = screen.getAllByRole<HTMLInputElement>('textbox');
  expect(fields.every(({ readOnly }) => readOnly)).toBe(true);
  expect(fields.map(({ value }) => value)).toContain('smtp.mills.test');
  expect(screen.queryByRole('button')).toBeNull();
});

test('a provider that is known to need a sign-in is not saved without a user and a password', async () => {
  const settings = { source: 'none', server: null, sender: '', isSenderFixed: false, isPasswordLost: false } as const;
  render(
    <InApp client={offlineClient([])}>
      <ToastProvider>
        <ConfirmProvider>
          <MailServerForm settings={settings} />
        </ConfirmProvider>
      </ToastProvider>
    </InApp>,
  );
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  fireEvent.change(screen.getByLabelText(/^Which email do you use/), { target: { value: 'microsoft' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findAllByText('Enter the email address of the mailbox.')).not.toHaveLength(0);
  expect(screen.getAllByText('Enter the password.')).not.toHaveLength(0);
});
