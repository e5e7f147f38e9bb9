import { Text } from '@mantine/core';
import type { Release } from '@threadline/schema/wire/publishing';
import { WordDiff } from '../../ui/word-diff.tsx';

/** The changed fields, word by word. */
export function ChangedFields({ fields }: { fields: Release['fields'] }) {
  return fields.map(({ pointer, label, before, after }) => (
    <Text key={pointer} flex="1 1 100%" fz="sm">
      {pointer !== '' && (
        <Text span c="dimmed">
          {label}:{' '}
        </Text>
      )}
      <WordDiff before={before} after={after} />
    </Text>
  ));
}
