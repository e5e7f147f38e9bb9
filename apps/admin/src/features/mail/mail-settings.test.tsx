import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { InApp, offlineClient, Themed } from '../../test-render.tsx';
import { ConfirmProvider } from '../../ui/confirm.tsx';
import { ToastProvider } from '../../ui/toast.tsx';
import { choosePort } from './encryption-labels.ts';
import { FixedMailServer } from './fixed-mail-server.tsx';
import { MailServerForm } from './mail-server-form.tsx';

test('a usual port follows the encryption, and a port of its own stays', () => {
  expect(choosePort('465', 'starttls')).toBe('587');
  expect(choosePort('', 'tls')).toBe('465');
  expect(choosePort('2525', 'tls')).toBe('2525');
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
  fireEvent.change(screen.getByLabelText('Provider'), { target: { value: 'microsoft' } });
  fireEvent.change(screen.getByLabelText('Sender address'), { target: { value: 'team@mills.test' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findAllByText('Microsoft 365 needs a user: usually your email address.')).not.toHaveLength(0);
  expect(screen.getAllByText('Enter the password.')).not.toHaveLength(0);
});
