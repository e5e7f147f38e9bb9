import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { messages } from '../../../ui/messages.ts';
import { getQueued, type QueuedChange } from './save-queue.ts';

/** Why a change was not accepted, with a link to the field that prevents it. */
export function Refusal({ message, place }: Pick<QueuedChange, 'message' | 'place'>) {
  return (
    <>
      {message}
      {place && (
        <>
          {' '}
          <Link to="/content" search={{ section: place.section, item: place.key, field: place.pointer }}>
            Open it
          </Link>
        </>
      )}
    </>
  );
}

/** Returns why the last change of an item was not accepted. */
export function describeRefusal(id: string): ReactNode {
  const queued = getQueued(id);
  return queued ? <Refusal {...queued} /> : messages.contentFailed;
}
