import { Group, Text } from '@mantine/core';
import type { TextVariables } from '@threadline/schema/primitives/text-variables';
import { flushSync } from 'react-dom';
import { Button } from '../../../ui/button.tsx';

interface VariableChipsProps {
  /** The id of the text field. */
  id: string;
  variables: TextVariables;
  value: string;
  onChange: (text: string) => void;
}

/** Buttons that insert `{name}` at the caret of the field; the site fills in the value. */
export function VariableChips({ id, variables, value, onChange }: VariableChipsProps) {
  const insert = (name: string) => {
    const input = document.getElementById(id) as HTMLInputElement | HTMLTextAreaElement;
    const start = input.selectionStart ?? value.length;
    const end = input.selectionEnd ?? start;
    const inserted = `{${name}}`;
    // Renders the new text first, because React moves the caret to the end of a text that it sets.
    flushSync(() => onChange(value.slice(0, start) + inserted + value.slice(end)));
    input.focus();
    input.setSelectionRange(start + inserted.length, start + inserted.length);
  };
  return (
    <Group id={`${id}-variables`} role="group" aria-label="Filled in by the site" gap={6} mt={6}>
      {Object.entries(variables).map(([name, meaning]) => (
        <Button
          key={name}
          size="compact-xs"
          radius="xl"
          fw={450}
          leftSection={<span aria-hidden="true">+</span>}
          onMouseDown={(event) => event.preventDefault()} // keeps the focus and the selection of the field
          onClick={() => insert(name)}
        >
          {meaning}{' '}
          <Text span ml={6} ff="monospace" fz="inherit" c="dimmed">
            {`{${name}}`}
          </Text>
        </Button>
      ))}
    </Group>
  );
}
