import { IconCloudOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useWaitingSaves } from '../waiting-saves.ts';
import { useConnected } from './connection.ts';
import classes from './publish-actions.module.css';

/** While nobody answers: what is on the screen stays and is read again afterwards, and saves of texts wait on the device. */
export function OfflineNotice({ keepsWords }: { keepsWords: boolean | undefined }) {
  const connected = useConnected();
  const waiting = useWaitingSaves();
  const hasNetwork = useSyncExternalStore(onNetwork, () => navigator.onLine);
  if (connected && !waiting) return null;
  return (
    <div className={`alert ${classes.strip}`} data-tone="waiting" role="status">
      <IconCloudOff size={18} aria-hidden="true" />
      <p>
        <strong>{hasNetwork ? 'The server does not answer.' : 'You are offline.'}</strong>{' '}
        {wordsOf(waiting, keepsWords)}
      </p>
    </div>
  );
}

function onNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

function wordsOf(waiting: number, keepsWords: boolean | undefined): string {
  if (waiting > 0) {
    const saves = waiting === 1 ? '1 save is' : `${waiting} saves are`;
    return `You can go on: ${saves} kept on this device and sent when the connection is back.`;
  }
  if (keepsWords) return 'You can go on typing: your words are kept on this device.';
  return 'What you see may be out of date. It is read again as soon as the connection is back.';
}
