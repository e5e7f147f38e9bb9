import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

interface ImageSearchProps {
  label: string;
  value: string;
  onChange: (search: string) => void;
  /** In a dialog the focus starts here. */
  isFirst?: boolean;
  className?: string;
}

/** One box over names, tags and alternative texts. */
export function ImageSearch({ label, value, onChange, isFirst, className }: ImageSearchProps) {
  return (
    <TextInput
      type="search"
      size="xs"
      aria-label={label}
      placeholder="Search name, tag or alt text"
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      value={value}
      maxLength={100}
      data-autofocus={isFirst}
      onChange={(event) => onChange(event.currentTarget.value)}
      className={className}
    />
  );
}
