import { Group } from '@mantine/core';
import type { TextVariables } from '@threadline/schema/primitives/text-variables';
import { Button } from '../../../ui/button.tsx';

interface VariableButtonsProps {
  variables: TextVariables;
  onInsert: (name: string) => void;
}

/** Buttons that insert a value that the site fills in. */
export function VariableButtons({ variables, onInsert }: VariableButtonsProps) {
  return (
    <Group role="group" aria-label="Filled in by the site" gap={6} mt={6}>
      {Object.entries(variables).map(([name, meaning]) => (
        <Button
          key={name}
          size="compact-xs"
          radius="xl"
          fw={450}
          leftSection={<span aria-hidden="true">+</span>}
          onMouseDown={(event) => event.preventDefault()} // keeps the focus and the selection of the field
          onClick={() => onInsert(name)}
        >
          {meaning}
        </Button>
      ))}
    </Group>
  );
}
