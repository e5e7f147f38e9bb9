import { Box } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import type { GroupedContent } from '@threadline/schema/content/content-item';
import { formatCount } from '../../../format/numbers.ts';
import { Panel } from '../../../ui/panel.tsx';
import { listPlaceholders } from '../model/placeholders.ts';
import { FieldLinks } from './field-links.tsx';

/** The fields that still hold a placeholder, each as a link. The dashboard links to it. */
export function PlaceholderChecklist({ content }: { content: GroupedContent }) {
  const fields = listPlaceholders(content);
  const isTarget = useLocation({ select: ({ hash }) => hash === 'missing' });
  if (fields.length === 0) return null;
  return (
    <Panel component="div">
      <details id="missing" open={isTarget}>
        <Box component="summary" px="md" py={10} fz="sm" className="row-button">
          <strong>{formatCount(fields.length, 'placeholder')}:</strong> hidden from visitors until you fill them in
        </Box>
        <FieldLinks fields={fields} gap={6} px="md" pb={12} fz="sm" />
      </details>
    </Panel>
  );
}
