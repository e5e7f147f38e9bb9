import { TextInput } from '@mantine/core';
import type { MailSettings } from '@threadline/schema/wire/mail-settings';
import { Panel } from '../../ui/panel.tsx';
import { encryptionLabels } from './encryption-labels.ts';
import classes from './mail-settings.module.css';

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
  return (
    <Panel title="Mail server" extra={<small>Set by the server’s administrator</small>}>
      <div className={classes.fixed}>
        <p>These settings come from the server itself and cannot be changed here. Ask the server’s administrator.</p>
        {Object.entries(rows).map(([label, value]) => (
          <TextInput key={label} label={label} value={value} readOnly />
        ))}
      </div>
    </Panel>
  );
}
