import { type FormField, fieldAt } from '@threadline/schema/form-field';
import { useId } from 'react';
import { type EntryIds, withEntryIds } from '../model/entry-ids.ts';
import type { FieldErrors } from '../model/form-model.ts';
import { valueAt, withValueAt } from '../model/value-at.ts';
import { ChoiceField, DayField, NumberField, PhoneField, SwitchField, TextField } from './basic-fields.tsx';
import type { FieldProps } from './field-frame.tsx';
import { type FormChoices, FormContext } from './form-context.ts';
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
  entryIds: EntryIds;
  /** With the pointer of what was changed. */
  onChange: (value: unknown, pointer: string, entryIds: EntryIds) => void;
  onLeave: (pointer: string) => void;
  /** Only these fields, each with the label it gets; everything when left out. */
  only?: { pointer: string; label: string }[];
}

/** A form rendered from a schema of the content model. It holds no state: the value comes in and every change goes out. */
export function SchemaForm(props: SchemaFormProps) {
  const { field, value, base, errors, choices, entryIds, onChange, onLeave, only } = props;
  const id = useId();
  const read = (pointer: string) => valueAt(value, pointer);
  const change = (pointer: string, next: unknown, ids?: readonly string[]) =>
    onChange(withValueAt(value, pointer, next), pointer, withEntryIds(entryIds, pointer, ids));
  return (
    <FormContext value={{ ...choices, id, errors, entryIds, read, change, leave: onLeave }}>
      {only ? (
        only.map(({ pointer, label }) => (
          <Field
            key={pointer}
            field={fieldAt(field, pointer)}
            value={valueAt(value, pointer)}
            base={undefined}
            pointer={pointer}
            label={label}
          />
        ))
      ) : (
        <Field field={field} value={value} base={base} pointer="" />
      )}
    </FormContext>
  );
}

/** The control that a field of the schema asks for. */
export function Field(props: FieldProps) {
  switch (props.field.input) {
    case 'text':
    case 'textarea':
    case 'email':
      return <TextField {...props} />;
    case 'phone':
      return <PhoneField {...props} />;
    case 'number':
      return <NumberField {...props} />;
    case 'switch':
      return <SwitchField {...props} />;
    case 'select':
      return <ChoiceField {...props} />;
    case 'date':
      return <DayField {...props} />;
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
