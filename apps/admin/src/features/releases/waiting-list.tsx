import { Link } from '@tanstack/react-router';
import type { WaitingChange } from '@threadline/schema/publishing';
import { itemWords } from '../../ui/item-words.ts';
import { momentOf } from '../../ui/time.ts';
import { BeforeAfter } from './before-after.tsx';
import classes from './waiting.module.css';

const verbs: Record<WaitingChange['operation'], string> = {
  added: 'Added',
  changed: 'Changed',
  moved: 'Moved to another place',
  removed: 'Removed',
};

const partWords: Record<string, string> = {
  src: 'file',
  alt: 'description',
  href: 'address',
  metadata: 'in the list',
};

/** `/picture/alt` → `picture, description`; entries of lists are counted from 1. */
export function fieldWords(pointer: string): string {
  const parts = pointer.slice(1).split('/');
  return parts.map((part) => partWords[part] ?? (/^\d+$/.test(part) ? `${Number(part) + 1}` : spoken(part))).join(', ');
}

/** `cardTitle` → `card title` */
function spoken(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Each change with who made it and what differs: never by colour alone. */
export function WaitingList({ changes }: { changes: WaitingChange[] }) {
  if (changes.length === 0)
    return <p className={classes.nothing}>Descriptions of pictures, or changes that were taken back.</p>;
  return (
    <ul>
      {changes.map(({ section, key, operation, at, by, fields }) => (
        <li className={classes.change} key={`${section}.${key}`}>
          <p>
            {operation === 'removed' ? (
              <strong>{itemWords(section, key)}</strong>
            ) : (
              <Link to="/content" search={{ section, item: key, field: fields[0]?.pointer || undefined }}>
                {itemWords(section, key)}
              </Link>
            )}
          </p>
          <p className="meta">
            {verbs[operation]} by {by ?? 'the system'}, {momentOf(at)}
          </p>
          {operation === 'changed' && (
            <dl>
              {fields.map(({ pointer, before, after }) => (
                <div key={pointer}>
                  {pointer !== '' && <dt>{fieldWords(pointer)}</dt>}
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
