import '@mantine/dates/styles.layer.css';
import { DatePicker } from '@mantine/dates';
import { useEffect, useRef } from 'react';

interface DayPickerProps {
  /** `2026-11-23` */
  value: string | undefined;
  onPick: (day: string) => void;
}

/** The days of a month. It takes the focus, so that the arrow keys move from day to day. */
export function DayPicker({ value, onPick }: DayPickerProps) {
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
        highlightToday
        ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
      />
    </div>
  );
}
