import { Box, Group } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import type { GroupedContent } from '@threadline/schema/content/content-item';
import { useState } from 'react';
import { formatCount } from '../../../format/numbers.ts';
import { Panel } from '../../../ui/panel.tsx';
import { listPlaceholders, type PlaceholderField } from '../model/placeholders.ts';
import { FieldLinks } from './field-links.tsx';

/** The fields that still hold a placeholder, each as a link. The dashboard links to it. */
export function PlaceholderChecklist({ content }: { content: GroupedContent }) {
  const fields = listPlaceholders(content);
  const added = useAddedPlaceholders(fields);
  const isTarget = useLocation({ select: ({ hash }) => hash === 'missing' });
  return (
    <>
      {/* Mounted before its text: screen readers announce only changes of a live region. */}
      <p className="visually-hidden" role="status">
        {added.length > 0 && `New placeholders: ${added.map(({ label }) => label).join('; ')}`}
      </p>
      {fields.length > 0 && <Checklist fields={fields} added={added} isOpen={isTarget} />}
    </>
  );
}

interface ChecklistProps {
  fields: readonly PlaceholderField[];
  added: readonly PlaceholderField[];
  isOpen: boolean;
}

function Checklist({ fields, added, isOpen }: ChecklistProps) {
  return (
    <Panel component="div">
      <details id="missing" open={isOpen}>
        <Box component="summary" px="md" py={10} fz="sm" className="row-button">
          <strong>{formatCount(fields.length, 'placeholder')}:</strong> hidden from visitors until you fill them in
        </Box>
        <FieldLinks fields={fields} gap={6} px="md" pb={12} fz="sm" />
      </details>
      {added.length > 0 && (
        <Group px="md" pb={12} gap="4px 8px" align="baseline" fz="sm">
          <strong>New:</strong>
          <FieldLinks fields={added} gap={4} flex={1} />
        </Group>
      )}
    </Panel>
  );
}

/** Returns the placeholders that have appeared since the first rendering: an edit has added them. */
export function useAddedPlaceholders(fields: readonly PlaceholderField[]): PlaceholderField[] {
  const getId = ({ section, key, field }: PlaceholderField) => `${section}.${key}${field}`;
  const [known] = useState(() => new Set(fields.map(getId)));
  return fields.filter((field) => !known.has(getId(field)));
}
