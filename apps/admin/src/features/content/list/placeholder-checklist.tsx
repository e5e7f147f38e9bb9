import { Link, useLocation } from '@tanstack/react-router';
import type { GroupedContent } from '@threadline/schema/content-item';
import { listPlaceholders } from '../model/placeholders.ts';
import classes from './placeholder-checklist.module.css';

/** The fields that still hold a placeholder, each as a link. The dashboard links to it. */
export function PlaceholderChecklist({ content }: { content: GroupedContent }) {
  const fields = listPlaceholders(content);
  const isTarget = useLocation({ select: ({ hash }) => hash === 'missing' });
  if (fields.length === 0) return null;
  return (
    <details id="missing" open={isTarget} className={`panel ${classes.missing}`}>
      <summary>
        <strong>Before going live:</strong>{' '}
        {fields.length === 1 ? '1 field still holds' : `${fields.length} fields still hold`} a placeholder
      </summary>
      <ul>
        {fields.map(({ section, key, field, label }) => (
          <li key={`${section}.${key}${field}`}>
            <Link to="/content" search={{ section, item: key, field }}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
