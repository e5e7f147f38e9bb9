import type { MailEncryption } from '@threadline/schema/wire/mail-settings';

interface MailProvider {
  label: string;
  /** Where the owner of a mailbox finds the password for programs. */
  passwordHint: string;
  /** The values of the form that the provider publishes; undefined if the owner enters them. */
  server?: { host: string; port: string; encryption: MailEncryption };
}

/** The providers whose server the form knows. */
export const mailProviders = {
  google: {
    label: 'Google Workspace or Gmail',
    passwordHint: 'An app password. In the Google account, search for “App passwords” and create one.',
    server: { host: 'smtp.gmail.com', port: '465', encryption: 'tls' },
  },
  microsoft: {
    label: 'Microsoft 365',
    passwordHint:
      'The password of the mailbox. “Authenticated SMTP” must be on for it in the Microsoft 365 admin center.',
    server: { host: 'smtp.office365.com', port: '587', encryption: 'starttls' },
  },
  zoho: {
    label: 'Zoho Mail (India)',
    passwordHint: 'An app-specific password. In the Zoho account, open Security.',
    server: { host: 'smtp.zoho.in', port: '465', encryption: 'tls' },
  },
  other: { label: 'Another provider', passwordHint: 'It is stored encrypted.' },
} satisfies Record<string, MailProvider>;

export type MailProviderId = keyof typeof mailProviders;

export function getMailProvider(id: MailProviderId): MailProvider {
  return mailProviders[id];
}

/** Returns the provider of a mail server. */
export function findMailProvider(host: string): MailProviderId {
  const ids = Object.keys(mailProviders) as MailProviderId[];
  return ids.find((id) => getMailProvider(id).server?.host === host) ?? 'other';
}
