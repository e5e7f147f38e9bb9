import { Group, Text } from '@mantine/core';
import { Button } from './button.tsx';
import classes from './filter-chips.module.css';

interface FilterChipsProps<Name extends string> {
  label: string;
  options: Readonly<Partial<Record<Name, string>>>;
  /** Undefined, or the name of none of these, if another filter replaces them. */
  selected: string | undefined;
  /** Shown after the labels. */
  counts: Partial<Record<NoInfer<Name>, number | string>> | undefined;
  onSelect: (name: NoInfer<Name>) => void;
}

/** A group of filters, one of which is selected. */
export function FilterChips<Name extends string>({
  label,
  options,
  selected,
  counts,
  onSelect,
}: FilterChipsProps<Name>) {
  return (
    <Group role="group" aria-label={label} gap={6} className={classes.chips}>
      {(Object.keys(options) as Name[]).map((name) => (
        <Button
          key={name}
          size="xs"
          px={8}
          fz="sm"
          variant={name === selected ? 'filled' : 'default'}
          aria-pressed={name === selected}
          onClick={() => onSelect(name)}
        >
          {options[name]}
          {counts?.[name] !== undefined && (
            <Text span ml={4} fz="xs" fw={400}>
              {' '}
              {counts[name]}
            </Text>
          )}
        </Button>
      ))}
    </Group>
  );
}
