import { Link } from '@tanstack/react-router';
import type { PublishFault } from '@threadline/schema/publishing';
import { itemWords } from '../../format/item-count.ts';

/** Why a change was not published: the item by name, the reason, and the way to the field where its words are edited. */
export function FaultLine({ fault: { section, key, name, pointer, detail } }: { fault: PublishFault }) {
  // No item is to blame for a disk that is full.
  if (!section || !key) return detail;
  return (
    <>
      <strong>{name ?? itemWords(section, key)}: </strong>
      {detail}{' '}
      <Link to="/content" search={{ section, item: key, field: pointer || undefined }}>
        Go to the field
      </Link>
    </>
  );
}

/** As a key of a list: one place may have several faults. */
export function faultId({ section, key, pointer, path, detail }: PublishFault): string {
  return [section, key, pointer, path, detail].join(' ');
}
