import { IconCloudOff } from '@tabler/icons-react';
import { useConnected } from '../../shell/connection.ts';

/** While nobody answers: that one can work on, and how many saves wait. */
export function OfflineNotice({ waiting }: { waiting: number }) {
  const connected = useConnected();
  if (connected && waiting === 0) return null;
  const saves = waiting === 1 ? '1 save is' : `${waiting} saves are`;
  return (
    <div className="alert" data-tone="waiting" role="status">
      <IconCloudOff size={18} aria-hidden="true" />
      <p>
        <strong>{connected ? 'The server does not answer.' : 'You are offline.'}</strong>{' '}
        {waiting === 0
          ? 'You can go on typing: your words are kept on this device.'
          : `You can go on: ${saves} kept on this device and sent when the connection is back.`}
      </p>
    </div>
  );
}
