import { IconCloudOff, IconUserPause } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useConnected } from '../api/connection.ts';
import { formatCount } from '../format/numbers.ts';
import { useSession } from '../session.tsx';
import { useStore } from '../store/create-store.ts';
import { type OtherUserSaves, otherUserSaves, pendingSaveCount } from '../store/pending-work.ts';
import { Alert } from './alert.tsx';

/** Shows which saves are only on this device, and what happens to the screen while the server does not respond. */
export function OfflineNotice({ storesTexts }: { storesTexts: boolean | undefined }) {
  return (
    <>
      <ConnectionStrip storesTexts={storesTexts} />
      {useStore(otherUserSaves).map((saves) => (
        <OtherSavesStrip key={saves.userId} saves={saves} />
      ))}
    </>
  );
}

/** The saves of another user of this device, which are sent once that user signs in again. */
function OtherSavesStrip({ saves: { name, count } }: { saves: OtherUserSaves }) {
  return (
    <Alert tone="warning" isStrip icon={<IconUserPause size={18} aria-hidden="true" />} role="status">
      <strong>
        {formatCount(count, 'change')} by {name} {count === 1 ? 'is' : 'are'} not saved.
      </strong>{' '}
      {count === 1 ? 'It is' : 'They are'} stored on this device until {name} signs in here again.
    </Alert>
  );
}

function ConnectionStrip({ storesTexts }: { storesTexts: boolean | undefined }) {
  const connected = useConnected();
  const pending = useStore(pendingSaveCount);
  const hasNetwork = useSyncExternalStore(onNetwork, () => navigator.onLine);
  const isSignedOut = useSession().state.status === 'expired';
  if (connected && !pending && !isSignedOut) return null;
  const status = isSignedOut ? 'signedOut' : !hasNetwork ? 'offline' : connected ? 'refused' : 'silent';
  return (
    <Alert tone="warning" isStrip icon={<IconCloudOff size={18} aria-hidden="true" />} role="status">
      <strong>{statusTexts[status]}</strong>{' '}
      {pending > 0 ? describePendingSaves(pending, status) : describeScreen(status, storesTexts)}
    </Alert>
  );
}

const statusTexts = {
  signedOut: 'You are signed out.',
  offline: 'You are offline.',
  /** The server responds, but has not accepted a save yet. */
  refused: 'Not everything is saved yet.',
  silent: 'The server does not answer.',
};
type ConnectionStatus = keyof typeof statusTexts;

function onNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

const retryTimes: Record<ConnectionStatus, string> = {
  signedOut: 'once you have signed in',
  offline: 'when the connection is back',
  refused: 'as soon as the server accepts it',
  silent: 'when the connection is back',
};

function describePendingSaves(count: number, status: ConnectionStatus): string {
  const saves = formatCount(count, 'save is', 'saves are');
  const prefix = status === 'signedOut' ? '' : 'You can continue: ';
  return `${prefix}${saves} stored on this device and sent ${retryTimes[status]}.`;
}

function describeScreen(status: ConnectionStatus, storesTexts: boolean | undefined): string {
  if (status === 'signedOut') return 'Your text is still here. Sign in to continue.';
  if (storesTexts) return 'You can continue typing: your text is stored on this device.';
  return 'This screen may be out of date. It is reloaded as soon as the connection is back.';
}
