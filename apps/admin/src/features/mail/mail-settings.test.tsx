import { fireEvent, render, screen } from '@testing-library/react';
import type { MailSettings, MailTest } from '@threadline/schema/wire/mail-settings';
import { afterEach, expect, test } from 'vitest';
import { InApp, offlineClient, renderRouted, Themed } from '../../test-render.tsx';
import { ConfirmProvider } from '../../ui/confirm.tsx';
import { ToastProvider } from '../../ui/toast.tsx';
import { choosePort, findPortMismatch } from './encryption-labels.ts';
import { EnquiryRecipients } from './enquiry-recipients.tsx';
import { FixedMailServer } from './fixed-mail-server.tsx';
import { findFormFault, MailServerForm } from './mail-server-form.tsx';
import { findMailProvider } from './providers.ts';
import { listDnsEntries, SpamAdvice } from './spam-advice.tsx';

const notSetUp: MailSettings = {
  source: 'none',
  server: null,
  sender: '',
  isSenderFixed: false,
  isPasswordLost: false,
  team: [],
  contactEmail: 'hello@mills.example',
  isTeamFixed: false,
};

function renderForm(settings: MailSettings, fault?: ReturnType<typeof findFormFault>) {
  const form = (shown: typeof fault) => (
    <InApp client={offlineClient([])}>
      <ToastProvider>
        <ConfirmProvider>
          <MailServerForm settings={settings} fault={shown} />
        </ConfirmProvider>
      </ToastProvider>
    </InApp>
  );
  const { rerender } = render(form(fault));
  return { showFault: (next: typeof fault) => rerender(form(next)) };
}

// Test files share their document.
afterEach(() => document.body.replaceChildren());

test('a usual port follows the encryption, and a port of its own stays', () => {
  expect(choosePort('465', 'starttls')).toBe('587');
  expect(choosePort('', 'tls')).toBe('465');
  expect(choosePort('2525', 'tls')).toBe('2525');
  expect(findPortMismatch('2525', 'tls')).toBeUndefined();
  expect(findPortMismatch('587', 'starttls')).toBeUndefined();
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
    team: ['a@mills.test'],
    contactEmail: 'a@mills.test',
    isTeamFixed: false,
  } satisfies MailSettings;
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
  renderForm(notSetUp);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  fireEvent.change(screen.getByLabelText(/^Which email do you use/), { target: { value: 'microsoft' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findAllByText('Enter the email address of the mailbox.')).not.toHaveLength(0);
  expect(screen.getAllByText('Enter the password.')).not.toHaveLength(0);
});

test('another provider does not keep the server of the one before, and the user name is proposed as the sender', () => {
  renderForm({ ...notSetUp, sender: 'hello@mills.test' });
  const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
  const choose = (provider: string) =>
    fireEvent.change(screen.getByLabelText(/^Which email do you use/), { target: { value: provider } });
  choose('google');
  choose('other');
  expect([field(/^Outgoing mail server/).value, field(/^Port/).value]).toEqual(['', '465']);
  screen.getByText(/^Keep the standard unless/);
  screen.getByRole('option', { name: 'Standard (TLS, port 465)' });
  fireEvent.change(field(/^Port/), { target: { value: '587' } });
  screen.getByText('Port 587 belongs to STARTTLS. Choose STARTTLS above, or enter port 465.');
  const enterUser = (value: string) => {
    fireEvent.change(field(/^User name/), { target: { value } });
    fireEvent.blur(field(/^User name/));
  };
  enterUser('team');
  expect(field(/^Sender address/).value).toBe('hello@mills.test');
  enterUser('team@mills.test');
  enterUser('office@mills.test');
  expect(field(/^Sender address/).value).toBe('office@mills.test');
  fireEvent.change(field(/^Sender address/), { target: { value: 'mine@mills.test' } });
  enterUser('team@mills.test');
  expect(field(/^Sender address/).value).toBe('mine@mills.test');
});

const setUp = (host: string): MailSettings => ({
  ...notSetUp,
  source: 'admin',
  server: { host, port: 465, encryption: 'tls', user: 'team@mills.test', hasPassword: true },
  sender: 'team@mills.test',
});
const failed = (field: MailTest['field']): MailTest => ({ ok: false, detail: 'No.', field });

test('a failed test is shown at its field, which has the focus, until the field is edited', () => {
  const settings = setUp('smtp.mills.test');
  renderForm(settings, findFormFault(settings, failed('port')));
  const port = screen.getByLabelText<HTMLInputElement>(/^Port/);
  expect([port.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', port]);
  screen.getByText('No.');
  fireEvent.change(port, { target: { value: '587' } });
  expect(screen.queryByText('No.')).toBeNull();
});

test('a failed test takes no focus from a field in which the user types', () => {
  const settings = setUp('smtp.mills.test');
  const { showFault } = renderForm(settings);
  screen.getByLabelText(/^User name/).focus();
  showFault(findFormFault(settings, failed('port')));
  screen.getByText('No.');
  expect(document.activeElement).toBe(screen.getByLabelText(/^User name/));
});

test('a failed test has a field only if the form shows that field', () => {
  expect(findFormFault(setUp('smtp.gmail.com'), failed('port'))).toBeUndefined();
  expect(findFormFault(setUp('smtp.gmail.com'), failed('password'))?.field).toBe('password');
  expect(findFormFault(setUp('smtp.mills.test'), failed(null))).toBeUndefined();
  expect(findFormFault({ ...setUp('smtp.mills.test'), isSenderFixed: true }, failed('sender'))).toBeUndefined();
  expect(findFormFault({ ...setUp('smtp.mills.test'), source: 'environment' }, failed('port'))).toBeUndefined();
});

test('the recipients of new enquiries are named, and a placeholder counts as none', async () => {
  const show = (settings: MailSettings) => renderRouted(() => <EnquiryRecipients settings={settings} />);
  show({ ...notSetUp, team: ['a@mills.test', 'b@mills.test'], isTeamFixed: true });
  await screen.findByText('a@mills.test, b@mills.test');
  screen.getByText('Set by the server’s administrator.');
  show(notSetUp);
  await screen.findByText(/^New enquiries are not emailed yet.* still the example hello@mills\.example\.$/);
  screen.getByRole('link', { name: 'Change the address' });
});

test('the SPF entry is that of the provider, and without a known one its value comes from the provider', () => {
  const readValues = (settings: MailSettings) => listDnsEntries(settings).map(({ value }) => value);
  expect(readValues(setUp('smtp.gmail.com'))).toEqual([
    'v=spf1 include:_spf.google.com ~all',
    undefined,
    'v=DMARC1; p=none',
  ]);
  expect(readValues(setUp('smtp.mills.test'))[0]).toBeUndefined();
  expect(readValues(notSetUp)[0]).toBeUndefined();
});

test('a sender at a public provider such as Gmail gets no DNS entries, which its owner could not add', async () => {
  renderRouted(() => <SpamAdvice sender="mills@Gmail.com" server={null} />);
  await screen.findByText(/^Your messages come from an address at Gmail\.com\. If they are sent through .* own server/);
  expect(screen.queryByText('Show the DNS entries')).toBeNull();
});
