import type { MailEncryption, MailServer } from '@threadline/schema/wire/mail-settings';

/** The options of the form, the safest first. */
export const encryptionOptions: Record<MailEncryption, string> = {
  tls: 'TLS, usually with port 465',
  starttls: 'STARTTLS, usually with port 587',
  none: 'None, which is not secure',
};

export const encryptionLabels: Record<MailServer['encryption'], string> = {
  ...encryptionOptions,
  'if-offered': 'STARTTLS if the server offers it',
};

const usualPorts: Record<MailEncryption, string> = { tls: '465', starttls: '587', none: '25' };

/** Returns the port for a new encryption: a usual port follows, any other stays. */
export function choosePort(port: string, encryption: MailEncryption): string {
  return port === '' || Object.values(usualPorts).includes(port) ? usualPorts[encryption] : port;
}
