import { List } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../format/numbers.ts';
import { Alert } from './alert.tsx';
import { TextButton } from './text-button.tsx';

interface ErrorSummaryProps {
  /** Shown instead of the number of fields. */
  message?: ReactNode;
  /** The invalid fields with their labels. */
  fields: readonly { name: string; label: string }[];
  onFocus: (name: string) => void;
}

/** How many fields have to be changed after an attempt to submit, with a button for each. */
export function ErrorSummary({ message, fields, onFocus }: ErrorSummaryProps) {
  const count = `${formatCount(fields.length, 'field needs', 'fields need')} a change.`;
  return (
    <Alert role="alert">
      <strong>{message ?? count}</strong>
      <List fz="inherit" mt={4}>
        {fields.map(({ name, label }) => (
          <List.Item key={name}>
            <TextButton onClick={() => onFocus(name)}>{label}</TextButton>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
