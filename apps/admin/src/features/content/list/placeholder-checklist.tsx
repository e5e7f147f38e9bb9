import { Link, useLocation } from '@tanstack/react-router';
import type { GroupedContent } from '@threadline/schema/content-item';
import { memo } from 'react';
import { missingWords } from '../model/placeholders.ts';
import classes from './placeholder-checklist.module.css';

/** What only the owner can write, in one list; nothing once all of it is written. */
export const MissingList = memo(({ content }: { content: GroupedContent }) => {
  const missing = missingWords(content);
  // The dashboard leads here.
  const isAsked = useLocation({ select: ({ hash }) => hash === 'missing' });
  if (missing.length === 0) return null;
  return (
    <details id="missing" open={isAsked} className={`panel ${classes.missing}`}>
      <summary>
        <strong>Before going live:</strong>{' '}
        {missing.length === 1 ? '1 field still holds' : `${missing.length} fields still hold`} a placeholder
      </summary>
      <ul>
        {missing.map(({ section, key, field, words }) => (
          <li key={`${section}.${key}${field}`}>
            <Link to="/content" search={{ section, item: key, field }}>
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
});
