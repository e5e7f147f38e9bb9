import { type FormField, getLabelAt } from '@threadline/schema/form-field';
import type { RefObject } from 'react';
import type { FieldErrors } from '../model/form-model.ts';
import { findControl, focusField } from './focus-field.ts';

interface ErrorSummaryProps {
  field: FormField;
  errors: FieldErrors;
  form: RefObject<HTMLElement | null>;
}

/** After a press on Save: how many fields need a change, each with the way to it. */
export function ErrorSummary({ field, errors, form }: ErrorSummaryProps) {
  const pointers = Object.keys(errors);
  if (pointers.length === 0) return null;
  return (
    <div className="alert" role="alert">
      <div>
        <strong>
          {pointers.length === 1 ? '1 field needs a change.' : `${pointers.length} fields need a change.`}
        </strong>{' '}
        {pointers.map((pointer) => (
          <button
            type="button"
            className="text-button"
            key={pointer}
            onClick={() => focusField(findControl(form.current, pointer))}
          >
            {getLabelAt(field, pointer)}
          </button>
        ))}
      </div>
    </div>
  );
}
