import type { MailSettings } from '@threadline/schema/wire/mail-settings';
import { FixedSettings } from '../../ui/settings-panels.tsx';
import { encryptionLabels } from './encryption-labels.ts';

/** The mail server that the environment sets. */
export function FixedMailServer({ settings: { server, sender } }: { settings: MailSettings }) {
  if (!server) return null;
  const rows = {
    'Server name': server.host,
    Port: String(server.port),
    Encryption: encryptionLabels[server.encryption],
    User: server.user || 'no sign-in',
    Password: server.hasPassword ? 'set' : 'none',
    'Sender address': sender,
  };
  return <FixedSettings title="Mail server" rows={rows} />;
}
