import { Stack, type StackProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';

interface FieldLinksProps extends StackProps {
  fields: readonly { section: string; key: string; field: string; label: string }[];
}

/** A list of fields, each with a link to its form. */
export function FieldLinks({ fields, ...style }: FieldLinksProps) {
  return (
    <Stack component="ul" {...style}>
      {fields.map(({ section, key, field, label }) => (
        <li key={`${section}.${key}${field}`}>
          <Link to="/content" search={{ section, item: key, field }}>
            {label}
          </Link>
        </li>
      ))}
    </Stack>
  );
}
