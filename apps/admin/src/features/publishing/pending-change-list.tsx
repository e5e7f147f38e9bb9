import { Checkbox, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { MissingAlt } from '@threadline/schema/content/alt-text';
import { capitalise } from '@threadline/schema/content/item-name';
import type { PendingChange } from '@threadline/schema/wire/publishing';
import { formatDateTime } from '../../format/time.ts';
import { visibilityStates } from '../../format/visibility.ts';
import { Alert } from '../../ui/alert.tsx';
import { Note, RecordList } from '../../ui/record-list.tsx';
import { ChangedFields } from './changed-fields.tsx';
import { DiscardButton, type DiscardButtonProps } from './discard-button.tsx';
import { getChangeId } from './pending-changes.ts';
import { findVisibilityChange } from './visibility-change.ts';

const operations: Record<PendingChange['operation'], string> = {
  added: 'Added',
  restored: 'Restored',
  changed: 'Changed',
  moved: 'Moved',
  removed: 'Removed',
};

interface PendingChangeListProps extends Pick<DiscardButtonProps, 'revision' | 'publishedRevision'> {
  changes: PendingChange[];
  /** File names of the images that have changed, too. */
  images: readonly string[];
  /** The changes that stay pending; undefined where none can be selected. */
  excluded: ReadonlySet<string> | undefined;
  onToggle: (id: string) => void;
}

/** The changes that are not published yet. */
export function PendingChangeList({ changes, images, ...selection }: PendingChangeListProps) {
  const { revision, publishedRevision, excluded, onToggle } = selection;
  if (changes.length === 0 && images.length > 0) return <ImageNote images={images} />;
  return (
    <>
      <RecordList items={changes} empty="No content has changed.">
        {(change) => {
          const { section, key, name, operation, at, by, fields } = change;
          const visibility = findVisibilityChange(change, fields)?.change;
          return (
            <li key={getChangeId(change)}>
              <Group gap={10} wrap="nowrap" flex="1 1 0">
                {excluded && (
                  <Checkbox
                    aria-label={`Publish the change of “${name}”`}
                    checked={!excluded.has(getChangeId(change))}
                    onChange={() => onToggle(getChangeId(change))}
                  />
                )}
                <div>
                  {operation === 'removed' ? (
                    <strong>{name}</strong>
                  ) : (
                    <Link to="/content" search={{ section, item: key, field: fields[0]?.pointer || undefined }}>
                      {name}
                    </Link>
                  )}
                  <p>
                    <small>
                      {visibility ? capitalise(visibilityStates[visibility]) : operations[operation]} by{' '}
                      {by ?? 'the system'}, {formatDateTime(at)}
                    </small>
                  </p>
                </div>
              </Group>
              {excluded && <DiscardButton change={change} revision={revision} publishedRevision={publishedRevision} />}
              {operation === 'changed' && !visibility && <ChangedFields item={change} fields={fields} />}
            </li>
          );
        }}
      </RecordList>
      {images.length > 0 && <ImageNote images={images} />}
    </>
  );
}

/** The publisher refuses content images without alt text, so this asks for it before. */
export function MissingAltTexts({ places }: { places: (MissingAlt & { name: string })[] }) {
  const isOne = places.length === 1;
  return (
    <Alert role="alert">
      <p>
        <strong>{isOne ? 'An image has no alt text' : `${places.length} images have no alt text`}</strong>, so nothing
        can be published. Describe {isOne ? 'it' : 'them'}, or mark {isOne ? 'it' : 'them'} as decorative.
      </p>
      <ul>
        {places.map(({ section, key, name, pointer }) => (
          <li key={`${section}.${key}${pointer}`}>
            <Link to="/content" search={{ section, item: key, field: pointer }}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** The library has one state of each image, so no publish can leave a changed one out. */
function ImageNote({ images }: { images: readonly string[] }) {
  const names = new Intl.ListFormat('en-IN').format(images);
  const verb = images.length === 1 ? 'has' : 'have';
  return (
    <Note>
      {names} {verb} changed in <Link to="/images">Images</Link>. Visitors see this with the next publish, whichever
      changes you choose.
    </Note>
  );
}
