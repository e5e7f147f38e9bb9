import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

/** The pause in typing after which the server searches. */
export const searchDelayMs = 200;

interface ImageSearchProps extends Omit<TextInputProps, 'onChange'> {
  label: string;
  onChange: (search: string) => void;
}

/** Searches names, tags and alt texts. */
export function ImageSearch({ label, onChange, ...input }: ImageSearchProps) {
  return (
    <TextInput
      type="search"
      size="xs"
      aria-label={label}
      placeholder="Search name, tag or alt text"
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      maxLength={100}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...input}
    />
  );
}
