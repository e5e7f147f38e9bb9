import { type FormField, isRequired } from '@threadline/schema/form-field';
import { isPlaceholder } from '@threadline/schema/placeholders';
import { toPointer } from '@threadline/schema/site-content';
import type { ReactNode } from 'react';
import { isSame } from '../model/form-model.ts';
import { useForm } from './form-context.ts';
import classes from './schema-form.module.css';

export interface FieldProps {
  field: FormField;
  value: unknown;
  /** The saved value; undefined when there is none to compare with. */
  base: unknown;
  pointer: string;
  /** Replaces the field's own title where the group already says it. */
  label?: string;
}

export function propertyPointer(pointer: string, part: string | number): string {
  return pointer + toPointer([part]);
}

export interface ControlProps {
  id: string;
  error: boolean;
  /** Mantine sets its own description on the input; this one wins. */
  attributes: { input: { 'aria-describedby': string | undefined; 'aria-required': true | undefined } };
  'data-pointer': string;
  onBlur: () => void;
}

interface FieldFrameProps extends FieldProps {
  /** Right below the control: the character counter. */
  counter?: ReactNode;
  /** Left below the control. */
  note?: ReactNode;
  children: (control: ControlProps) => ReactNode;
}

const placeholderWords = 'Placeholder. Hidden from visitors until you replace it.';

/** Label, hint, mark of a change, control, and one line below it: the error, or a note and the counter. */
export function FieldFrame(props: FieldFrameProps) {
  const { field, value, pointer, counter, note, children } = props;
  const form = useForm();
  const id = form.id + pointer;
  const error = form.errors[pointer];
  const waiting = isPlaceholder(value, field) && <span className={classes.waiting}>{placeholderWords}</span>;
  const hasFoot = Boolean(error || waiting || note || counter);
  const describedBy =
    [field.description && `${id}-hint`, hasFoot && `${id}-foot`].filter(Boolean).join(' ') || undefined;

  return (
    <div className={classes.field}>
      <FieldHead {...props} id={id} />
      {children({
        id,
        error: Boolean(error),
        attributes: { input: { 'aria-describedby': describedBy, 'aria-required': isRequired(field) || undefined } },
        'data-pointer': pointer,
        onBlur: () => form.leave(pointer),
      })}
      {hasFoot && (
        <div className={classes.foot} id={`${id}-foot`}>
          {error ? <span className={classes.error}>{error}</span> : waiting || note}
          {counter && <span className={classes.counter}>{counter}</span>}
        </div>
      )}
    </div>
  );
}

function FieldHead({ field, value, base, pointer, label, id }: FieldProps & { id: string }) {
  const form = useForm();
  const isChanged = base !== undefined && !isSame(value, base);
  return (
    <div className={classes.head}>
      <label htmlFor={id} data-required={isRequired(field) || undefined}>
        {label ?? field.title}
      </label>
      {field.description && (
        <span className={classes.hint} id={`${id}-hint`}>
          {field.description}
        </span>
      )}
      {isChanged && (
        <>
          <span className="tag" data-tone="waiting">
            changed
          </span>
          <button type="button" className={`text-button ${classes.undo}`} onClick={() => form.change(pointer, base)}>
            Undo this field
          </button>
        </>
      )}
    </div>
  );
}
