import { IconCloudOff } from '@tabler/icons-react';
import { useConnected } from './connection.ts';
import classes from './publish-actions.module.css';

interface OfflineNoticeProps {
  /** How many saves have not reached the server; undefined where nothing is kept for later. */
  waiting: number | undefined;
}

/** While nobody answers: what is on the screen stays and is read again afterwards, and saves of texts wait on the device. */
export function OfflineNotice({ waiting }: OfflineNoticeProps) {
  const connected = useConnected();
  if (connected && !waiting) return null;
  return (
    <div className={`alert ${classes.strip}`} data-tone="waiting" role="status">
      <IconCloudOff size={18} aria-hidden="true" />
      <p>
        <strong>{connected ? 'The server does not answer.' : 'You are offline.'}</strong> {wordsOf(waiting)}
      </p>
    </div>
  );
}

function wordsOf(waiting: number | undefined): string {
  if (waiting === undefined)
    return 'What you see may be out of date. It is read again as soon as the connection is back.';
  if (waiting === 0) return 'You can go on typing: your words are kept on this device.';
  const saves = waiting === 1 ? '1 save is' : `${waiting} saves are`;
  return `You can go on: ${saves} kept on this device and sent when the connection is back.`;
}
