import { Link, useLocation } from '@tanstack/react-router';
import type { GroupedContent } from '@threadline/schema/content/content-item';
import { formatCount } from '../../../format/numbers.ts';
import { Panel } from '../../../ui/panel.tsx';
import { listPlaceholders } from '../model/placeholders.ts';
import classes from './placeholder-checklist.module.css';

/** The fields that still hold a placeholder, each as a link. The dashboard links to it. */
export function PlaceholderChecklist({ content }: { content: GroupedContent }) {
  const fields = listPlaceholders(content);
  const isTarget = useLocation({ select: ({ hash }) => hash === 'missing' });
  if (fields.length === 0) return null;
  return (
    <Panel component="div">
      <details id="missing" open={isTarget} className={classes.missing}>
        <summary>
          <strong>Before going live:</strong> {formatCount(fields.length, 'field still holds', 'fields still hold')} a
          placeholder
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
    </Panel>
  );
}
