import { Link } from '@tanstack/react-router';
import { findFixedRetention } from '@threadline/schema/fixed-retention';
import { itemWords } from '../../format/item-count.ts';
import { useContent } from '../content/model/content-query.ts';

/** Texts that promise a time of their own: a site from before the time was a setting still has them. */
export function FixedRetentionNotice() {
  const { data } = useContent();
  const items = Object.entries(data?.content ?? {}).flatMap(([section, group]) =>
    Object.entries(group).map(([key, { value }]) => ({ section, key, value })),
  );
  const found = findFixedRetention(items);
  if (found.length === 0) return null;
  return (
    <div className="alert" data-tone="waiting" role="status">
      <div>
        These texts say by themselves how long enquiries are kept. Write {'{retention}'} in place of the time, and they
        always say the one that is set under{' '}
        <Link to="/content" search={{ section: 'mail', item: 'retention' }}>
          Mail, How long enquiries are kept
        </Link>
        .
        <ul>
          {found.map(({ section, key, pointer, words }) => (
            <li key={`${section}.${key}${pointer}`}>
              <Link to="/content" search={{ section, item: key }}>
                {itemWords(section, key)}
              </Link>
              : “{words}”
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
