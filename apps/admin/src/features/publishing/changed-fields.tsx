import { Text } from '@mantine/core';
import type { Release } from '@threadline/schema/wire/publishing';

/** The changed fields before and after, in text as well as in colour. An empty side is left out. */
export function ChangedFields({ fields }: { fields: Release['fields'] }) {
  return fields.map(({ pointer, label, before, after }) => (
    <Text key={pointer} flex="1 1 100%" fz="sm">
      {pointer !== '' && (
        <Text span c="dimmed">
          {label}:{' '}
        </Text>
      )}
      {before !== '' && (
        <del>
          <span className="visually-hidden">before: </span>
          {before}
        </del>
      )}{' '}
      {after !== '' && (
        <ins>
          <span className="visually-hidden">now: </span>
          {after}
        </ins>
      )}
    </Text>
  ));
}
