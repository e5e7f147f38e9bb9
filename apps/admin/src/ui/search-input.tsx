import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

/** The pause in typing after which the server searches. */
export const searchDelayMs = 200;

interface SearchInputProps extends Omit<TextInputProps, 'onChange'> {
  label: string;
  onChange: (search: string) => void;
}

export function SearchInput({ label, onChange, ...input }: SearchInputProps) {
  return (
    <TextInput
      type="search"
      size="xs"
      aria-label={label}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      maxLength={100}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...input}
    />
  );
}
