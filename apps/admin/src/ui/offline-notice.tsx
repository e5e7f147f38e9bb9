import { IconCloudOff, IconUserPause } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useConnected } from '../api/connection.ts';
import { useSession } from '../session.tsx';
import { useStore } from '../store/create-store.ts';
import { type OtherUserSaves, otherUserSaves, pendingSaveCount } from '../store/pending-work.ts';
import classes from './notice-strip.module.css';

/** Says which saves are on this device only, and what happens to the screen while the server does not answer. */
export function OfflineNotice({ keepsDrafts }: { keepsDrafts: boolean | undefined }) {
  return (
    <>
      <ConnectionStrip keepsDrafts={keepsDrafts} />
      {useStore(otherUserSaves).map((saves) => (
        <OtherSavesStrip key={saves.userId} saves={saves} />
      ))}
    </>
  );
}

/** The saves of a person who was signed in here before: they wait for their owner. */
function OtherSavesStrip({ saves: { name, count } }: { saves: OtherUserSaves }) {
  return (
    <div className={`alert ${classes.strip}`} data-tone="waiting" role="status">
      <IconUserPause size={18} aria-hidden="true" />
      <p>
        <strong>
          {count === 1 ? '1 change' : `${count} changes`} by {name} {count === 1 ? 'is' : 'are'} not saved.
        </strong>{' '}
        {count === 1 ? 'It is' : 'They are'} kept on this device until {name} signs in here again.
      </p>
    </div>
  );
}

function ConnectionStrip({ keepsDrafts }: { keepsDrafts: boolean | undefined }) {
  const connected = useConnected();
  const waiting = useStore(pendingSaveCount);
  const hasNetwork = useSyncExternalStore(onNetwork, () => navigator.onLine);
  const isSignedOut = useSession().state.status === 'expired';
  if (connected && !waiting && !isSignedOut) return null;
  const trouble = isSignedOut ? 'signedOut' : !hasNetwork ? 'offline' : connected ? 'refused' : 'silent';
  return (
    <div className={`alert ${classes.strip}`} data-tone="waiting" role="status">
      <IconCloudOff size={18} aria-hidden="true" />
      <p>
        <strong>{names[trouble]}</strong> {waiting > 0 ? wordsOf(waiting, trouble) : nextWords(trouble, keepsDrafts)}
      </p>
    </div>
  );
}

const names = {
  signedOut: 'You are signed out.',
  offline: 'You are offline.',
  /** It answers, but has not taken a save, or not yet. */
  refused: 'Not everything is saved yet.',
  silent: 'The server does not answer.',
};
type Trouble = keyof typeof names;

function onNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

const sentWhen: Record<Trouble, string> = {
  signedOut: 'once you have signed in',
  offline: 'when the connection is back',
  refused: 'as soon as the server takes it',
  silent: 'when the connection is back',
};

function wordsOf(waiting: number, trouble: Trouble): string {
  const saves = waiting === 1 ? '1 save is' : `${waiting} saves are`;
  const goOn = trouble === 'signedOut' ? '' : 'You can go on: ';
  return `${goOn}${saves} kept on this device and sent ${sentWhen[trouble]}.`;
}

function nextWords(trouble: Trouble, keepsDrafts: boolean | undefined): string {
  if (trouble === 'signedOut') return 'What you typed is still here; sign in to go on.';
  if (keepsDrafts) return 'You can go on typing: your words are kept on this device.';
  return 'What you see may be out of date. It is read again as soon as the connection is back.';
}
