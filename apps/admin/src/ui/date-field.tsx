import { useEffect, useState } from 'react';
import field from './native-field.module.css';
import { chosenDay } from './time.ts';

interface DateFieldProps {
  label: string;
  /** `2026-11-21`, or empty. */
  value: string;
  onChange: (day: string) => void;
}

/** A year that is being typed passes through 0002, 0020 and 0202. */
const firstYear = 2000;

/**
 * A day to filter by. What is only half typed stays in the field: it is told when it is a day of our time, when it was
 * emptied on purpose, and whatever it is when the field is left.
 */
export function DateField({ label, value, onChange }: DateFieldProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  // Browsers write a day in the order of their owner's country: 11/12 is December in one and November in another.
  const meant = value && chosenDay(value);
  const tell = (day: string) => {
    if (day !== value) onChange(day);
  };
  return (
    <label>
      {label}
      <input
        type="date"
        aria-label={label}
        max="9999-12-31"
        className={field.field}
        value={typed}
        onChange={({ currentTarget: input }) => {
          setTyped(input.value);
          const isWhole = input.value ? Number(input.value.slice(0, 4)) >= firstYear : !input.validity.badInput;
          if (isWhole) tell(input.value);
        }}
        onBlur={() => tell(typed)}
      />
      {meant && <small>{meant}, IST</small>}
    </label>
  );
}
