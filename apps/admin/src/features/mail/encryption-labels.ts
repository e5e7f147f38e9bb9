import type { MailEncryption, MailServer } from '@threadline/schema/wire/mail-settings';

/** The options of the form, the safest first. */
export const encryptionOptions: Record<MailEncryption, string> = {
  tls: 'Standard (TLS, port 465)',
  starttls: 'Alternative (STARTTLS, port 587)',
  none: 'No encryption (not secure)',
};

export const encryptionLabels: Record<MailServer['encryption'], string> = {
  tls: 'TLS',
  starttls: 'STARTTLS',
  none: encryptionOptions.none,
  'if-offered': 'STARTTLS if the server offers it',
};

const usualPorts: Record<MailEncryption, string> = { tls: '465', starttls: '587', none: '25' };

/** Returns a sentence about a usual port that belongs to another encryption; undefined for any other port. */
export function findPortMismatch(port: string, encryption: MailEncryption): string | undefined {
  const usual = usualPorts[encryption];
  if (port === usual || !['465', '587'].includes(port)) return undefined;
  const other = port === '465' ? 'TLS' : 'STARTTLS';
  return `Port ${port} belongs to ${other}. Choose ${other} above, or enter port ${usual}.`;
}

/** Returns the port for a new encryption: a usual port follows, any other stays. */
export function choosePort(port: string, encryption: MailEncryption): string {
  return port === '' || Object.values(usualPorts).includes(port) ? usualPorts[encryption] : port;
}
