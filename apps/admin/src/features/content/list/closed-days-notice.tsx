import type { GroupedContent } from '@threadline/schema/content/content-item';
import { useMemo } from 'react';
import { formatCount } from '../../../format/numbers.ts';
import { Alert } from '../../../ui/alert.tsx';
import { findClosedDays } from './closed-days.ts';
import { FieldLinks } from './field-links.tsx';

/** Lists the texts that promise something on a day on which the office is closed. */
export function ClosedDaysNotice({ content }: { content: GroupedContent }) {
  const found = useMemo(() => findClosedDays(content), [content]);
  if (!found) return null;
  const { days, fields } = found;
  return (
    <Alert tone="warning" isStrip role="status">
      <details>
        <summary>
          {formatCount(fields.length, 'text names', 'texts name')} {days}, when your office is closed
        </summary>
        <FieldLinks fields={fields} gap={4} mt={6} />
      </details>
    </Alert>
  );
}
