import { Link } from '@tanstack/react-router';
import type { PendingChange } from '@threadline/schema/publishing';
import { momentOf } from '../../format/time.ts';
import { BeforeAfter } from './before-after.tsx';
import classes from './pending-changes.module.css';

const verbs: Record<PendingChange['operation'], string> = {
  added: 'Added',
  restored: 'Brought back',
  changed: 'Changed',
  moved: 'Moved to another place',
  removed: 'Removed',
};

/** Each change with who made it and what differs: never by colour alone. */
export function WaitingList({ changes }: { changes: PendingChange[] }) {
  if (changes.length === 0)
    return <p className={classes.nothing}>Descriptions of pictures, or changes that were taken back.</p>;
  return (
    <ul>
      {changes.map(({ section, key, name, operation, at, by, fields }) => (
        <li className={classes.change} key={`${section}.${key}`}>
          <p>
            {operation === 'removed' ? (
              <strong>{name}</strong>
            ) : (
              <Link to="/content" search={{ section, item: key, field: fields[0]?.pointer || undefined }}>
                {name}
              </Link>
            )}
          </p>
          <p className="meta">
            {verbs[operation]} by {by ?? 'the system'}, {momentOf(at)}
          </p>
          {operation === 'changed' && (
            <dl>
              {fields.map(({ pointer, label, before, after }) => (
                <div key={pointer}>
                  {pointer !== '' && <dt>{label}</dt>}
                  <dd>
                    <BeforeAfter before={before} after={after} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  );
}
