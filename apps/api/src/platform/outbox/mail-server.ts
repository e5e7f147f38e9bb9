import type { MailEncryption, MailServer as MailServerView, MailSettings } from '@threadline/schema/wire/mail-settings';
import type { Config } from '../../config.ts';
import type { Deps } from '../../context.ts';
import type { Db } from '../db/client.ts';
import { mailSettings } from '../db/schema/core.ts';
import { decryptText } from '../encryption.ts';

/** The mail server that a message is sent through. */
export type MailServer =
  | { source: 'environment'; url: string }
  | {
      source: 'admin';
      host: string;
      port: number;
      encryption: MailEncryption;
      user: string;
      /** Null for a server that needs no sign-in; undefined if it was encrypted with another key. */
      password: string | null | undefined;
    };

type Settings = { config: Pick<Config, 'mail'>; db: Pick<Db, 'select'> };

/** Returns the settings of the admin, which count only while `SMTP_URL` is not set. */
export function findStoredSettings(db: Pick<Db, 'select'>): typeof mailSettings.$inferSelect | undefined {
  return db.select().from(mailSettings).get();
}

/** Returns where the settings of the mail server come from. The environment wins. */
export function getMailSource({ config, db }: Settings): MailSettings['source'] {
  if (config.mail.smtpUrl) return 'environment';
  return findStoredSettings(db) ? 'admin' : 'none';
}

/** Returns whether messages are sent. Otherwise they are written to files. */
export const hasMailServer = (settings: Settings): boolean => getMailSource(settings) !== 'none';

/** Returns the mail server as it is set now: a change takes effect with the next message. */
export function readMailServer({
  config,
  db,
  secrets,
}: Settings & { secrets: Pick<Deps['secrets'], 'mailPasswordKey'> }): MailServer | undefined {
  if (config.mail.smtpUrl) return { source: 'environment', url: config.mail.smtpUrl };
  const stored = findStoredSettings(db);
  if (!stored) return undefined;
  const { host, port, encryption, user, encryptedPassword } = stored;
  const password = encryptedPassword === null ? null : decryptText(encryptedPassword, secrets.mailPasswordKey);
  return { source: 'admin', host, port, encryption, user, password };
}

/** Returns the sender that was set for all messages; undefined if they carry the email of the contact details. */
export function findSender({ config, db }: Settings): string | undefined {
  if (config.mail.from || config.mail.smtpUrl) return config.mail.from;
  return findStoredSettings(db)?.sender;
}

/** Returns a mail server as it may be shown: without its password. */
export function describeMailServer(server: MailServer): MailServerView {
  if (server.source === 'environment') return describeUrl(new URL(server.url));
  const { host, port, encryption, user, password } = server;
  return { host, port, encryption, user, hasPassword: password !== null };
}

function describeUrl({ protocol, hostname, port, username, password, searchParams }: URL): MailServerView {
  const isTls = protocol === 'smtps:';
  const hasOption = (name: string) => searchParams.get(name) === 'true';
  const encryption = hasOption('requireTLS') ? 'starttls' : hasOption('ignoreTLS') ? 'none' : 'if-offered';
  return {
    host: hostname,
    port: Number(port) || (isTls ? 465 : 587),
    encryption: isTls ? 'tls' : encryption,
    user: decodeURIComponent(username),
    hasPassword: password !== '',
  };
}
