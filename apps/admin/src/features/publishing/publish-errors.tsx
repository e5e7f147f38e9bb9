import { Link } from '@tanstack/react-router';
import type { PublishFault } from '@threadline/schema/wire/publishing';
import { formatItemName } from '../../format/item-name.ts';

interface PublishErrorsProps {
  faults: readonly PublishFault[];
  /** A later release has no such fault, so there is nothing to correct. */
  isFixed?: boolean;
}

/** Why a revision was not published: each item by name, with the reason and a link to the field. */
export function PublishErrors({ faults, isFixed = false }: PublishErrorsProps) {
  return (
    <div>
      {faults.map(({ section, key, name, pointer, path, detail }) => (
        <p key={[section, key, pointer, path, detail].join(' ')}>
          {section && key ? (
            <>
              <strong>{name ?? formatItemName(section, key)}: </strong>
              {detail}{' '}
              {!isFixed && (
                <Link to="/content" search={{ section, item: key, field: pointer || undefined }}>
                  Go to the field
                </Link>
              )}
            </>
          ) : (
            // A full disk, for example, belongs to no item.
            detail
          )}
        </p>
      ))}
    </div>
  );
}
