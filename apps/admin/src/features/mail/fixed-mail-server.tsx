import type { MailSettings } from '@threadline/schema/wire/mail-settings';
import { FixedSettings } from '../../ui/settings-panels.tsx';
import { encryptionLabels } from './encryption-labels.ts';

/** The mail server that the environment sets. */
export function FixedMailServer({ settings: { server, sender } }: { settings: MailSettings }) {
  if (!server) return null;
  const rows = {
    'Outgoing mail server (SMTP server)': server.host,
    Port: String(server.port),
    'Secure connection (encryption)': encryptionLabels[server.encryption],
    'User name': server.user || 'no sign-in',
    Password: server.hasPassword ? 'set' : 'none',
    'Sender address': sender,
  };
  return <FixedSettings title="Mail server" rows={rows} />;
}
