import type { ReactNode } from 'react';
import { type FieldProps, propertyPointer } from './field-frame.tsx';
import { useForm } from './form-context.ts';
import classes from './schema-form.module.css';

interface GroupFieldProps extends FieldProps {
  renderProperty: (property: FieldProps) => ReactNode;
}

/** Fields that belong together. The outermost group is the form itself and needs no frame, only its hint. */
export function GroupField({ field, value, base, pointer, renderProperty }: GroupFieldProps) {
  const form = useForm();
  const values = (value ?? {}) as Record<string, unknown>;
  const names = Object.keys(field.properties ?? {});
  const isLink = names.length === 2 && names.includes('label') && names.includes('href');
  const shown = Object.entries(field.properties ?? {}).filter(([, { when = {} }]) =>
    Object.entries(when).every(([beside, wanted]) => values[beside] === wanted),
  );
  const properties = shown.map(([name, property]) =>
    renderProperty({
      field: property,
      value: values[name],
      base: (base as Record<string, unknown> | undefined)?.[name],
      pointer: propertyPointer(pointer, name),
    }),
  );
  const hint = field.description && <p className={classes.hint}>{field.description}</p>;
  if (pointer === '' || /\/\d+$/.test(pointer)) {
    return (
      <div className={classes.fields}>
        {hint}
        {properties}
      </div>
    );
  }
  return (
    <fieldset className={classes.group}>
      <legend>{field.title}</legend>
      {hint}
      {form.errors[pointer] && <p className={classes.error}>{form.errors[pointer]}</p>}
      <div className={isLink ? classes.pair : classes.fields}>{properties}</div>
    </fieldset>
  );
}
