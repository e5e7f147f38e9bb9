import { Checkbox, Group, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { publishingDayText } from '@threadline/schema/content/form-field';
import { toClockTime } from '@threadline/schema/primitives/clock-time';
import { formatPhone, toE164 } from '@threadline/schema/primitives/phone';
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { DateField } from '../../../ui/date-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { copySuffix } from '../model/section-model.ts';
import { VariableField } from '../variable-text/variable-field.tsx';
import { FieldFrame, type FieldProps, useForm } from './field-frame.tsx';
import { HeadlineLengthHint } from './headline-length-hint.tsx';
import { pasteLines, pasteOneLine } from './paste-text.ts';
import classes from './schema-form.module.css';

/** Spec §9: the editor uses a multi-line box when the value exceeds 100 characters. */
export const multiLineFrom = 100;

/** Characters that fit into one line in the narrowest form: on a phone, or beside a wide preview. */
const minLineLength = 34;
/** Mantine measures the height only when the text changes, so it is wrong after the window is resized. */
const hasFieldSizing = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content');

/** A text input, or a text area where the text may not fit into one line, so that it grows without a jump. */
export function TextField({ isGrowing = false, ...props }: FieldProps & { isGrowing?: boolean }) {
  const { field, pointer } = props;
  const value = String(props.value ?? '');
  const form = useForm();
  const selection = useRef<[number, number]>(undefined);
  const [wasLong] = useState(value.length > multiLineFrom);
  const rows = field.input === 'textarea' || value.length > multiLineFrom ? 2 : 1;
  const isHeadline = field.fit !== undefined;
  const isLong = (field.maxLength ?? 0) > multiLineFrom || wasLong;
  const isBox =
    isGrowing || isHeadline || field.input === 'textarea' || wasLong || (field.maxLength ?? 0) > minLineLength;
  const change = (text: string) => form.change(pointer, text);
  // As in an input, Enter sends the form.
  const keepOneLine = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.metaKey || event.ctrlKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!isLong && !isGrowing && !isHeadline) event.currentTarget.form?.requestSubmit();
  };
  const handlers = field.input === 'text' ? { onKeyDown: keepOneLine, onPaste: pasteOneLine } : { onPaste: pasteLines };

  return (
    <FieldFrame
      {...props}
      note={field.fit && value.trim() !== '' && <HeadlineLengthHint text={value} fit={field.fit} />}
      counter={
        field.maxLength === undefined || (isGrowing && value.length < field.maxLength * 0.8) ? undefined : (
          <Counter length={value.length} max={field.maxLength} cutAt={field.cutAt} />
        )
      }
    >
      {(control) =>
        field.variables ? (
          <VariableField
            control={control}
            variables={field.variables}
            value={value}
            isMultiline={field.input === 'textarea'}
            rows={rows}
            steps={form.steps}
            selection={selection}
            onEnter={(element) => isLong || isHeadline || isGrowing || element?.requestSubmit()}
            onChange={change}
          />
        ) : isBox ? (
          <Textarea
            {...control}
            classNames={{ input: classes.growing }}
            value={value}
            placeholder={isGrowing ? field.title : undefined}
            onChange={(event) => change(event.currentTarget.value)}
            {...handlers}
            onFocus={selectNameOfCopy}
            autosize={!hasFieldSizing}
            rows={rows}
            minRows={rows}
            maxRows={16}
          />
        ) : (
          <TextInput
            {...control}
            value={value}
            onChange={(event) => change(event.currentTarget.value)}
            onPaste={pasteOneLine}
          />
        )
      }
    </FieldFrame>
  );
}

/** The title of a copy is there to be replaced. */
function selectNameOfCopy({ currentTarget }: FocusEvent<HTMLTextAreaElement>): void {
  if (currentTarget.value.endsWith(copySuffix)) currentTarget.select();
}

interface CounterProps {
  length: number;
  max: number;
  cutAt: number | undefined;
}

function Counter({ length, max, cutAt }: CounterProps) {
  const isOver = length > max;
  if (cutAt && !isOver)
    return length > cutAt ? `${length} characters, Google shows about ${cutAt}` : `${length} of about ${cutAt}`;
  return (
    <Text span c={isOver ? 'var(--danger)' : undefined}>
      {length} of {max}
      {isOver && `, ${length - max} too many`}
    </Text>
  );
}

export function PhoneField(props: FieldProps) {
  return <SpellingField {...props} parse={toE164} format={formatPhone} type="tel" />;
}

export function TimeField(props: FieldProps) {
  return <SpellingField {...props} parse={toClockTime} />;
}

interface SpellingFieldProps extends FieldProps {
  /** Returns the stored form of a text; undefined if the text is refused. */
  parse: (typed: string) => string | undefined;
  /** Returns the shown form of a stored value. */
  format?: (value: string) => string;
  type?: 'tel';
}

/** A value with several spellings. The field keeps the user's spelling while it has the focus; then it shows its own. */
function SpellingField({ parse, format = String, type, ...props }: SpellingFieldProps) {
  const { pointer } = props;
  const toValue = (text: string) => parse(text) ?? text;
  const value = String(props.value ?? '');
  const form = useForm();
  const [typed, setTyped] = useState<string>();
  // Undo changes the value without an input event.
  const isTyped = typed !== undefined && toValue(typed) === value;
  return (
    <FieldFrame {...props}>
      {(control) => (
        <TextInput
          {...control}
          type={type}
          autoComplete="off"
          value={isTyped ? typed : format(value)}
          onChange={({ currentTarget: input }) => {
            setTyped(input.value);
            form.change(pointer, toValue(input.value));
          }}
          onBlur={() => {
            setTyped(undefined);
            control.onBlur();
          }}
          maw={260}
        />
      )}
    </FieldFrame>
  );
}

export function NumberField(props: FieldProps) {
  const { field, pointer, value } = props;
  const form = useForm();
  const { minimum, maximum } = field;
  const hasNote = minimum !== undefined && maximum !== undefined && maximum <= 1000;
  return (
    <FieldFrame {...props} note={hasNote && `${minimum} to ${maximum}`}>
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
          maw={260}
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
        <SelectField
          {...control}
          size="sm"
          options={field.options ?? {}}
          value={String(value ?? '')}
          onChange={(next) => form.change(pointer, next)}
          maw={260}
        />
      )}
    </FieldFrame>
  );
}

/** Several choices, as checkboxes in the order of the options. */
export function ChoicesField(props: FieldProps) {
  const { field, pointer } = props;
  const form = useForm();
  const chosen = Array.isArray(props.value) ? (props.value as string[]) : [];
  const options = Object.entries(field.options ?? {});
  const toggle = (name: string) => {
    const isChosen = (each: string) => chosen.includes(each) !== (each === name);
    form.change(pointer, options.map(([each]) => each).filter(isChosen));
  };
  return (
    <FieldFrame {...props}>
      {({ id, onBlur, ...control }) => (
        <Group
          role="group"
          id={id}
          aria-labelledby={`${id}-label`}
          aria-describedby={control.attributes.input['aria-describedby']}
          gap="10px 14px"
        >
          {options.map(([name, label]) => (
            <Checkbox
              key={name}
              size="xs"
              label={label}
              checked={chosen.includes(name)}
              onChange={() => toggle(name)}
              onBlur={onBlur}
              data-pointer={pointer}
            />
          ))}
        </Group>
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
          placeholder={field.isPublishingDay ? publishingDayText : undefined}
          maw={260}
        />
      )}
    </FieldFrame>
  );
}
