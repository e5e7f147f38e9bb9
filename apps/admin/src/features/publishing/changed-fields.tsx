import { Text } from '@mantine/core';
import type { PendingChange } from '@threadline/schema/wire/publishing';
import { visibilityStates } from '../../format/visibility.ts';
import { WordDiff } from '../../ui/word-diff.tsx';
import { findVisibilityChange } from './visibility-change.ts';

interface ChangedFieldsProps {
  item: Pick<PendingChange, 'section' | 'key'>;
  fields: PendingChange['fields'];
  /** True where an earlier state is offered: "before" is then the present value, and "after" the earlier one. */
  isBackwards?: boolean;
}

/** Lists the changed fields with their added and removed words. A changed visibility is a sentence: "Is now hidden". */
export function ChangedFields({ item, fields, isBackwards = false }: ChangedFieldsProps) {
  return fields.map((field) => {
    const visibility = findVisibilityChange(item, [field]);
    return (
      <Text key={field.pointer} flex="1 1 100%" fz="sm">
        {visibility ? (
          `Is now ${visibilityStates[isBackwards ? visibility.inverse : visibility.change]}`
        ) : (
          <FieldDiff {...field} />
        )}
      </Text>
    );
  });
}

function FieldDiff({ pointer, label, before, after }: PendingChange['fields'][number]) {
  return (
    <>
      {pointer !== '' && (
        <Text span c="dimmed">
          {label}:{' '}
        </Text>
      )}
      <WordDiff before={before} after={after} />
    </>
  );
}
