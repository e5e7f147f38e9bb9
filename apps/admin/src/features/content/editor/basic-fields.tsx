import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import { formatPhone, toE164 } from '@threadline/schema/phone';
import { type KeyboardEvent, useState } from 'react';
import { DateField } from '../../../ui/date-field.tsx';
import { phone, useMedia } from '../../../ui/use-media.ts';
import { isOverAll, overAllWords } from '../model/unlikely-figures.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { useForm } from './form-context.ts';
import { FitNote } from './headline-length-hint.tsx';
import classes from './schema-form.module.css';

/** Spec §9: the editor uses a multi-line box when the value exceeds 100 characters. */
export const multiLineFrom = 100;

/** More than fits into one line on a phone. */
const phoneLine = 34;
/** Better than by measuring: a height is measured once, and the window or what is beside the form changes. */
const growsByItself = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content');

/**
 * A text. Fields that can hold more than 100 characters are a box from the start, so that it grows without a jump; on a
 * phone so is everything that one line may not show whole.
 */
export function TextField(props: FieldProps) {
  const { field, pointer } = props;
  const value = String(props.value ?? '');
  const form = useForm();
  const [wasLong] = useState(value.length > multiLineFrom);
  const lineLength = useMedia(phone) ? phoneLine : multiLineFrom;
  const rows = field.input === 'textarea' || value.length > multiLineFrom ? 2 : 1;
  const isBox = field.input === 'textarea' || wasLong || (field.maxLength ?? 0) > lineLength;
  const change = (text: string) => form.change(pointer, text);
  const keepOneLine = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.metaKey && !event.ctrlKey) event.preventDefault();
  };

  return (
    <FieldFrame
      {...props}
      note={field.fit && value.trim() !== '' && <FitNote text={value} fit={field.fit} />}
      counter={field.maxLength === undefined ? undefined : <Counter length={value.length} max={field.maxLength} />}
    >
      {(control) =>
        isBox ? (
          <Textarea
            {...control}
            classNames={{ input: classes.growing }}
            value={value}
            onChange={(event) => change(event.currentTarget.value)}
            onKeyDown={field.input === 'text' ? keepOneLine : undefined}
            autosize={!growsByItself}
            rows={rows}
            minRows={rows}
            maxRows={16}
          />
        ) : (
          <TextInput {...control} value={value} onChange={(event) => change(event.currentTarget.value)} />
        )
      }
    </FieldFrame>
  );
}

/** As the server counts; it says so before the server does. */
function Counter({ length, max }: { length: number; max: number }) {
  const isOver = length > max;
  return (
    <span className={isOver ? classes.error : undefined}>
      {length} of {max}
      {isOver && `, ${length - max} too many`}
    </span>
  );
}

/** A phone number. While it is being typed the field keeps the person's spelling; otherwise it shows the Indian format. */
export function PhoneField(props: FieldProps) {
  const { pointer } = props;
  const value = String(props.value ?? '');
  const form = useForm();
  const [typed, setTyped] = useState<string>();
  // Undo changes the value without the field.
  const isTyped = typed !== undefined && readPhone(typed) === value;
  return (
    <FieldFrame {...props}>
      {(control) => (
        <TextInput
          {...control}
          type="tel"
          autoComplete="off"
          value={isTyped ? typed : formatPhone(value)}
          onChange={({ currentTarget: input }) => {
            setTyped(input.value);
            form.change(pointer, readPhone(input.value));
          }}
          onBlur={() => {
            setTyped(undefined);
            control.onBlur();
          }}
          className={classes.short}
        />
      )}
    </FieldFrame>
  );
}

/** The number in E.164, or the text as it was typed. */
function readPhone(typed: string): string {
  return toE164(typed) ?? typed;
}

export function NumberField(props: FieldProps) {
  const { field, pointer, value } = props;
  const form = useForm();
  const limits = field.minimum !== undefined && field.maximum !== undefined && field.maximum <= 1000;
  const isOver = isOverAll(value, form.read(`${pointer.slice(0, pointer.lastIndexOf('/') + 1)}suffix`));
  const note = isOver ? (
    <span className={classes.waiting}>{overAllWords}</span>
  ) : limits ? (
    `${field.minimum} to ${field.maximum}`
  ) : undefined;
  return (
    <FieldFrame {...props} note={note}>
      {(control) => (
        <TextInput
          {...control}
          type="number"
          inputMode="numeric"
          value={typeof value === 'number' ? String(value) : ''}
          onChange={(event) => {
            const { valueAsNumber } = event.currentTarget;
            form.change(pointer, Number.isNaN(valueAsNumber) ? '' : valueAsNumber);
          }}
          className={classes.short}
        />
      )}
    </FieldFrame>
  );
}

export function SwitchField({ field, value, pointer }: FieldProps) {
  const form = useForm();
  return (
    <Switch
      id={form.id + pointer}
      data-pointer={pointer}
      checked={Boolean(value)}
      onChange={(event) => form.change(pointer, event.currentTarget.checked)}
      label={field.description ? `${field.title} (${lowerFirst(field.description)})` : field.title}
    />
  );
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}

export function ChoiceField(props: FieldProps) {
  const { field, pointer, value } = props;
  const form = useForm();
  return (
    <FieldFrame {...props}>
      {(control) => (
        <Select
          {...control}
          data={Object.entries(field.options ?? {}).map(([word, label]) => ({ value: word, label }))}
          value={String(value ?? '')}
          onChange={(next) => form.change(pointer, next)}
          allowDeselect={false}
          className={classes.short}
        />
      )}
    </FieldFrame>
  );
}

export function DayField(props: FieldProps) {
  const { field, pointer, value, label } = props;
  const form = useForm();
  const change = (day: string) => form.change(pointer, day);
  return (
    <FieldFrame {...props}>
      {(control) => (
        <DateField
          {...control}
          name={label ?? field.title}
          value={String(value ?? '')}
          onChange={change}
          onInvalidText={change}
          className={classes.short}
        />
      )}
    </FieldFrame>
  );
}
