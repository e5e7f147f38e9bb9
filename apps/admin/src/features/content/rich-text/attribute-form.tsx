import { Group, Stack } from '@mantine/core';
import { getField } from '@threadline/schema/content/form-field';
import type { LinkTarget } from '@threadline/schema/content/link-targets';
import { group } from '@threadline/schema/primitives/fields';
import {
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { findFirstControl, focusField } from '../editor/field-errors.tsx';
import type { SchemaFormProps } from '../editor/schema-form.tsx';
import { completeValue, isEqual, validate } from '../model/form-model.ts';

type Attributes = Record<string, unknown>;
type Shape = Readonly<Record<string, z.ZodType>>;

const schemas = new WeakMap<Shape, z.ZodType>();

/** Returns the schema of the attributes that have a label. The others, such as ids, have no field. */
function getSchema(title: string, shape: Shape): z.ZodType {
  let schema = schemas.get(shape);
  if (!schema) {
    const labelled = Object.entries(shape).filter(([, attribute]) => getField(attribute).input);
    schema = group(title, Object.fromEntries(labelled));
    schemas.set(shape, schema);
  }
  return schema;
}

/** Parts of the form of the item. They are values, because that form contains the editor. */
export interface AttributeForms {
  links: LinkTarget[];
  Fields: ComponentType<SchemaFormProps>;
}

interface AttributeFormProps {
  title: string;
  shape: Shape;
  value: Attributes;
  forms: AttributeForms;
  /** Opens the image library at once. */
  startsWithPicker?: boolean;
  saveLabel: string;
  /** Called with the attributes before they are checked. */
  complete?: (value: Attributes) => Attributes;
  onSave: (value: Attributes) => void;
  /** Saves a link target that was chosen from the list. */
  onLinkChosen?: (href: string) => void;
  onCancel: () => void;
  onDirtyChange?: (isDirty: boolean) => void;
  /** More buttons. */
  children?: ReactNode;
}

const stop = (event: SyntheticEvent) => event.stopPropagation();

/** Enter saves, also in a text of one line that is shown in a text area, which has no line breaks. */
function submitOnEnter({ key, target, currentTarget, defaultPrevented, nativeEvent }: KeyboardEvent<HTMLFormElement>) {
  const isOneLine = target instanceof HTMLTextAreaElement && defaultPrevented;
  if (key === 'Enter' && isOneLine && !nativeEvent.isComposing) currentTarget.requestSubmit();
}

/** A small form for the attributes of a block or a link. It is rendered outside the editable text. */
export function AttributeForm(props: AttributeFormProps) {
  const { title, shape, forms, startsWithPicker = false, saveLabel, complete, children } = props;
  const { onSave, onLinkChosen, onCancel, onDirtyChange } = props;
  const schema = getSchema(title, shape);
  const field = getField(schema);
  const form = useRef<HTMLFormElement>(null);
  const [initial] = useState(() => completeValue(field, props.value) as Attributes);
  const [value, setValue] = useState(initial);
  const [isTried, setTried] = useState(false);
  const errors = isTried ? validate(schema, value) : {};

  useEffect(() => {
    // By the slash of a JSON Pointer: Mantine marks the frame of a select with the same attribute.
    const control = form.current?.querySelector<HTMLElement>('[data-pointer^="/"]');
    control?.setAttribute('data-autofocus', ''); // otherwise a dialog focuses the button that closes it
    if (startsWithPicker) control?.click();
  }, [startsWithPicker]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation(); // this form is inside the form of the item
    const completed = complete?.(value) ?? value;
    const invalid = Object.keys(validate(schema, completed));
    if (invalid.length === 0) return onSave(completed);
    flushSync(() => {
      setValue(completed);
      setTried(true);
    });
    focusField(findFirstControl(form.current, invalid));
  };

  return (
    <form
      ref={form}
      onSubmit={submit}
      onKeyDown={submitOnEnter}
      onFocus={stop}
      onBlur={stop}
      noValidate
      aria-label={title}
    >
      <Stack gap={14}>
        <forms.Fields
          field={field}
          value={value}
          base={undefined}
          errors={errors}
          choices={{ links: forms.links, onLinkChosen }}
          entryIds={{}}
          onChange={(next) => {
            setValue(next as Attributes);
            onDirtyChange?.(!isEqual(next, initial));
          }}
          onLeave={() => undefined}
        />
        <Group gap={8} justify="flex-end">
          {children}
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="filled">
            {saveLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
