import '@mantine/dates/styles.layer.css';
import { DatePicker } from '@mantine/dates';
import { useEffect, useRef } from 'react';

interface DayPickerProps {
  /** `2026-11-23` */
  value: string | undefined;
  /** The first day that can be picked. */
  min: string | undefined;
  onPick: (day: string) => void;
}

/** The days of a month. It takes the focus, so that the arrow keys move from day to day. */
export function DayPicker({ value, min, onPick }: DayPickerProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('table button[tabindex="0"]')?.focus();
  }, []);
  return (
    <div ref={box}>
      <DatePicker
        value={value ?? null}
        defaultDate={value}
        onChange={(day) => onPick(day ?? '')}
        {...(min && { minDate: min })}
        highlightToday
        ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
      />
    </div>
  );
}
