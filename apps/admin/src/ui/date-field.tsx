import { Popover, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { dayError, formatDay, parseDay } from '@threadline/schema/primitives/calendar-day';
import { useRef, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { lazyComponent } from './lazy-component.tsx';

const DayPicker = lazyComponent('DayPicker', () => import('./day-picker.tsx'), { label: 'The calendar' });

interface DateFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'error'> {
  /** The name of the field in the label of the calendar button. */
  name: string;
  /** `2026-11-23`, empty, or a text that is not a date. */
  value: string;
  /** Called with a complete date as `2026-11-23`, or with the empty string. */
  onChange: (day: string) => void;
  /** Called with every text that is not a date. Without it the field keeps the text and shows an error. */
  onInvalidText?: (text: string) => void;
  onBlur?: () => void;
  error?: boolean;
  /** The first day that the calendar offers. */
  min?: string;
}

/** A date in the format of the admin, `23 Nov 2026`, with a calendar. Other common formats can be typed. */
export function DateField({
  name,
  value,
  onChange,
  onInvalidText,
  onBlur,
  error,
  min,
  placeholder = 'Pick a day',
  ...input
}: DateFieldProps) {
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  /** From the calendar button to the edge of the field, in px: the calendar begins where the field does. */
  const [shift, setShift] = useState(0);
  const [isPicked, setPicked] = useState(false);
  const [isLeft, setLeft] = useState(false);
  const [lastValue, setLastValue] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  if (value !== lastValue) {
    setLastValue(value);
    // Changed from outside, for example by Undo.
    if (typed !== undefined && (parseDay(typed) ?? typed) !== value) setTyped(undefined);
  }
  const text = typed ?? formatDay(value);
  const isInvalid = text !== '' && parseDay(text) === undefined;

  const change = (day: string) => {
    if (day !== value) onChange(day);
  };
  const type = (next: string) => {
    setTyped(next);
    setLeft(false);
    const day = parseDay(next);
    if (next === '') change('');
    else if (day === undefined) onInvalidText?.(next);
    // The first two digits of a year that is being typed would be a year too.
    else if (/\d{4}/.test(next)) change(day);
  };
  const commit = () => {
    setLeft(true);
    const day = parseDay(text);
    if (day === undefined && text !== '' && !onInvalidText) return;
    if (day !== undefined) change(day);
    setTyped(undefined);
  };
  const pick = (day: string) => {
    setTyped(undefined);
    setPicked(true);
    setOpen(false);
    change(day);
    field.current?.focus();
  };

  return (
    <TextInput
      {...input}
      ref={field}
      value={text}
      placeholder={placeholder}
      autoComplete="off"
      error={error || (!onInvalidText && isLeft && isInvalid && dayError)}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
      onBlur={() => {
        commit();
        onBlur?.();
      }}
      rightSectionPointerEvents="all"
      rightSection={
        // A picked day moves the focus to the field; the popover would return it to the button a moment later.
        <Popover
          opened={isOpen}
          onChange={setOpen}
          position="bottom-start"
          offset={{ mainAxis: 8, crossAxis: shift }}
          shadow="md"
          withinPortal
          returnFocus={!isPicked}
        >
          <Popover.Target>
            <IconButton
              icon={IconCalendar}
              label={`Choose a date: ${name}`}
              onClick={({ currentTarget: button }) => {
                const { left = 0 } = field.current?.getBoundingClientRect() ?? {};
                setShift(left - button.getBoundingClientRect().left);
                setPicked(false);
                setOpen(!isOpen);
              }}
              onPointerEnter={DayPicker.preload}
            />
          </Popover.Target>
          <Popover.Dropdown>
            <DayPicker value={parseDay(text)} min={min} onPick={pick} />
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}
