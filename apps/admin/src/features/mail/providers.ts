import type { MailEncryption, MailServer } from '@threadline/schema/wire/mail-settings';

export interface MailProvider {
  label: string;
  /** Where the owner of a mailbox finds the password for programs. */
  passwordHint: string;
  /** The domain that an SPF entry includes for this provider. */
  spf?: string;
  /** The values of the form that the provider publishes; undefined if the owner enters them. */
  server?: { host: string; port: string; encryption: MailEncryption };
}

/** The providers whose server the form knows. */
export const mailProviders = {
  google: {
    label: 'Google Workspace or Gmail',
    passwordHint:
      'An app password, not your usual one. In your Google account, search for “App passwords” and create one.',
    spf: '_spf.google.com',
    server: { host: 'smtp.gmail.com', port: '465', encryption: 'tls' },
  },
  microsoft: {
    label: 'Microsoft 365 (Outlook)',
    passwordHint:
      'The password of the mailbox. In the Microsoft 365 admin center, “Authenticated SMTP” must be on for it.',
    spf: 'spf.protection.outlook.com',
    server: { host: 'smtp.office365.com', port: '587', encryption: 'starttls' },
  },
  zoho: {
    label: 'Zoho Mail (India)',
    passwordHint:
      'An app-specific password, not your usual one. In your Zoho account, open Security, then App Passwords.',
    spf: 'zoho.in',
    server: { host: 'smtp.zoho.in', port: '465', encryption: 'tls' },
  },
  hostinger: {
    label: 'Hostinger',
    passwordHint: 'The password of the mailbox.',
    spf: '_spf.mail.hostinger.com',
    server: { host: 'smtp.hostinger.com', port: '465', encryption: 'tls' },
  },
  titan: {
    label: 'Titan',
    passwordHint: 'The password of the mailbox. In Titan, third-party access must be on in its settings.',
    spf: 'spf.titan.email',
    server: { host: 'smtp.titan.email', port: '465', encryption: 'tls' },
  },
  other: {
    label: 'Another provider',
    passwordHint: 'The password of the mailbox. Some providers need an app password instead. It is stored encrypted.',
  },
} satisfies Record<string, MailProvider>;

export type MailProviderId = keyof typeof mailProviders;

export function getMailProvider(id: MailProviderId): MailProvider {
  return mailProviders[id];
}

/** Returns the provider whose form shows all settings of a mail server. */
export function findMailProvider({ host, port, encryption }: MailServer): MailProviderId {
  const ids = Object.keys(mailProviders) as MailProviderId[];
  const found = ids.find((id) => {
    const known = getMailProvider(id).server;
    return known?.host === host && known.port === String(port) && known.encryption === encryption;
  });
  return found ?? 'other';
}
