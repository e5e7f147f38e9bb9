import { Stack } from '@mantine/core';
import { type FormField, getFieldAt } from '@threadline/schema/content/form-field';
import { useId } from 'react';
import { type EntryIds, setEntryIds } from '../model/entry-ids.ts';
import type { FieldErrors } from '../model/form-model.ts';
import { getValueAt, setValueAt } from '../model/value-at.ts';
import { ChoiceField, DayField, NumberField, PhoneField, SwitchField, TextField } from './basic-fields.tsx';
import { type FieldProps, type FormChoices, FormContext, GroupNotes, useForm } from './field-frame.tsx';
import { LinkField } from './link-field.tsx';
import { ListField } from './list-field.tsx';
import { MediaField } from './media-field.tsx';
import classes from './schema-form.module.css';

interface SchemaFormProps {
  field: FormField;
  value: unknown;
  /** The saved value, whose differences are marked; undefined for a new entry. */
  base: unknown;
  errors: FieldErrors;
  choices: FormChoices;
  entryIds: EntryIds;
  /** Called with the pointer of the changed field. */
  onChange: (value: unknown, pointer: string, entryIds: EntryIds) => void;
  onLeave: (pointer: string) => void;
  /** Limits the form to one field, with this label. */
  only?: { pointer: string; label: string };
}

/** A form rendered from a schema of the content model. It holds no state. */
export function SchemaForm(props: SchemaFormProps) {
  const { field, value, base, errors, choices, entryIds, onChange, onLeave, only } = props;
  const id = useId();
  const read = (pointer: string) => getValueAt(value, pointer);
  const change = (pointer: string, next: unknown, ids?: readonly string[]) =>
    onChange(setValueAt(value, pointer, next), pointer, setEntryIds(entryIds, pointer, ids));
  return (
    <FormContext value={{ ...choices, id, errors, entryIds, read, change, leave: onLeave }}>
      {only ? (
        <Field field={getFieldAt(field, only.pointer)} value={read(only.pointer)} base={undefined} {...only} />
      ) : (
        <Field field={field} value={value} base={base} pointer="" />
      )}
    </FormContext>
  );
}

function Field(props: FieldProps) {
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
      return <ListField {...props} renderEntry={(entry) => <Field {...entry} />} />;
    case 'group':
    case 'picture':
      return <GroupField {...props} />;
  }
}

/** Fields that belong together. The outermost group and the entries of a list have no frame of their own. */
function GroupField({ field, value, base, pointer }: FieldProps) {
  const { errors } = useForm();
  const values = (value ?? {}) as Record<string, unknown>;
  const bases = base as Record<string, unknown> | undefined;
  const properties = Object.entries(field.properties ?? {});
  const isLink = properties.length === 2 && field.properties?.label && field.properties.href;
  const isVisible = ({ when = {} }: FormField) =>
    Object.entries(when).every(([name, expected]) => values[name] === expected);
  const fields = properties.map(
    ([name, property]) =>
      isVisible(property) && (
        <Field key={name} field={property} value={values[name]} base={bases?.[name]} pointer={`${pointer}/${name}`} />
      ),
  );
  if (pointer === '' || /\/\d+$/.test(pointer)) {
    return (
      <Stack gap={14}>
        <GroupNotes description={field.description} error={undefined} />
        {fields}
      </Stack>
    );
  }
  return (
    <fieldset className={classes.group}>
      <legend>{field.title}</legend>
      <GroupNotes description={field.description} error={errors[pointer]} />
      {isLink ? <div className={classes.pair}>{fields}</div> : <Stack gap={14}>{fields}</Stack>}
    </fieldset>
  );
}
