import { Link } from '@tanstack/react-router';
import type { QueuedChange } from './save-queue.ts';

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
