import { useId } from 'react';
import { ChoiceField, DateField, NumberField, SwitchField, TextField } from './basic-fields.tsx';
import type { FieldProps } from './field-frame.tsx';
import { type FormChoices, FormContext } from './form-context.ts';
import type { FieldErrors, FormField } from './form-model.ts';
import { GroupField } from './group-field.tsx';
import { LinkField } from './link-field.tsx';
import { ListField } from './list-field.tsx';
import { MediaField } from './media-field.tsx';

interface SchemaFormProps {
  field: FormField;
  value: unknown;
  /** What is saved: fields that differ from it are marked. Undefined for a new entry. */
  base: unknown;
  errors: FieldErrors;
  choices: FormChoices;
  onChange: (value: unknown) => void;
  onLeave: (pointer: string) => void;
}

/** A form rendered from a schema of the content model. It holds no state: the value comes in and every change goes out. */
export function SchemaForm({ field, value, base, errors, choices, onChange, onLeave }: SchemaFormProps) {
  const id = useId();
  const change = (pointer: string, next: unknown) => onChange(replaced(value, partsOf(pointer), next));
  return (
    <FormContext value={{ ...choices, id, errors, change, leave: onLeave }}>
      <Field field={field} value={value} base={base} pointer="" />
    </FormContext>
  );
}

/** The control that a field of the schema asks for. */
export function Field(props: FieldProps) {
  switch (props.field.input) {
    case 'text':
    case 'textarea':
      return <TextField {...props} />;
    case 'number':
      return <NumberField {...props} />;
    case 'switch':
      return <SwitchField {...props} />;
    case 'select':
      return <ChoiceField {...props} />;
    case 'date':
      return <DateField {...props} />;
    case 'link':
      return <LinkField {...props} />;
    case 'media':
      return <MediaField {...props} />;
    case 'list':
      return <ListField {...props} renderItem={(item) => <Field {...item} />} />;
    case 'group':
    case 'picture':
      return <GroupField {...props} renderProperty={(property) => <Field key={property.pointer} {...property} />} />;
  }
}

function partsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function replaced(value: unknown, [part, ...rest]: string[], next: unknown): unknown {
  if (part === undefined) return next;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === part ? replaced(item, rest, next) : item));
  const properties = value as Record<string, unknown>;
  return { ...properties, [part]: replaced(properties[part], rest, next) };
}
