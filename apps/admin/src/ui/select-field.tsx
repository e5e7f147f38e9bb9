import { NativeSelect, type NativeSelectProps } from '@mantine/core';

interface SelectFieldProps extends Omit<NativeSelectProps, 'data' | 'onChange'> {
  /** The first options, by value. Further options and groups are the children. */
  options: Readonly<Record<string, string>>;
  onChange: (value: string) => void;
}

/** A select with the list of the browser, which works best on phones and with assistive technology. */
export function SelectField({ options, onChange, children, ...select }: SelectFieldProps) {
  return (
    <NativeSelect size="xs" {...select} onChange={(event) => onChange(event.currentTarget.value)}>
      {Object.entries(options).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
      {children}
    </NativeSelect>
  );
}
