import { Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCalendarClock } from '@tabler/icons-react';
import { toIndianDay } from '@threadline/schema/primitives/indian-time';
import type { PublishStatus } from '@threadline/schema/wire/publishing';
import { type FormEvent, useState } from 'react';
import { formatDateTime } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { ErrorText } from '../../ui/record-list.tsx';

interface ScheduleFormProps {
  /** False while some changes are not selected: a schedule includes them, too. */
  isAll: boolean;
  schedule: PublishStatus['schedule'];
  isBusy: boolean;
  /** Called with the time in UTC. */
  onSchedule: (at: string) => void;
  onCancel: () => void;
}

const hourMs = 3_600_000;

export interface IndianTime {
  /** `2026-11-22` */
  day: string;
  /** `18:00` */
  time: string;
}

/** Returns the date and time of day in India. */
export function toIndianTime(atMs: number): IndianTime {
  const [day = '', time = ''] = new Date(atMs + 5.5 * hourMs).toISOString().slice(0, 16).split('T');
  return { day, time };
}

/** Returns the time in ms; NaN if the date or the time of day is missing or invalid. */
export function parseIndianTime({ day, time }: IndianTime): number {
  const [, hours = '', minutes] = /^\s*(\d{1,2})[:.](\d{2})\s*$/.exec(time) ?? [];
  return Date.parse(`${day}T${hours.padStart(2, '0')}:${minutes}+05:30`);
}

/** Schedules the pending changes. Later edits are not included. */
export function ScheduleForm({ isAll, schedule, isBusy, onSchedule, onCancel }: ScheduleFormProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (schedule)
    return (
      <Group align="flex-start" gap="6px 12px" fz="sm">
        <IconCalendarClock size={18} color="var(--mantine-color-accent-light-color)" aria-hidden="true" />
        <Text flex="1 1 180px">
          <strong>Goes live {formatDateTime(schedule.at)}</strong>
          {schedule.by && `, scheduled by ${schedule.by}`}. Later edits are not included.
        </Text>
        <Button
          size="xs"
          disabled={isBusy}
          onClick={() => {
            setIsOpen(false);
            onCancel();
          }}
        >
          Cancel the schedule
        </Button>
      </Group>
    );
  if (isOpen) return <ScheduleFields {...{ isAll, isBusy, onSchedule }} onCancel={() => setIsOpen(false)} />;
  return (
    <Button onClick={() => setIsOpen(true)} leftSection={<IconCalendarClock size={16} aria-hidden="true" />}>
      {isAll ? 'Schedule' : 'Schedule all'}
    </Button>
  );
}

interface ScheduleInputsProps {
  time: IndianTime;
  /** After an attempt to schedule. */
  isTried: boolean;
  /** Why the time was proposed. */
  hint?: string | undefined;
  onChange: (time: IndianTime) => void;
}

/** Date and time in India, with 24 hours as everywhere in the product. */
export function ScheduleInputs({ time, isTried, hint, onChange }: ScheduleInputsProps) {
  const setDay = (day: string) => onChange({ ...time, day });
  const isInvalid = isTried && Number.isNaN(parseIndianTime(time));
  return (
    <Stack gap={8}>
      <Group grow gap={8} align="flex-start">
        <DateField
          label="Publish on"
          name="Publish on"
          value={time.day}
          min={toIndianDay(new Date())}
          onChange={setDay}
          onInvalidText={setDay}
          error={isInvalid}
          data-autofocus
        />
        <TextInput
          label="Time (IST)"
          inputMode="numeric"
          placeholder="09:00"
          value={time.time}
          onChange={({ currentTarget }) => onChange({ ...time, time: currentTarget.value })}
          error={isInvalid}
        />
      </Group>
      {hint && <small>{hint}</small>}
      {isInvalid && <ErrorText role="alert">Choose a date such as 23 Nov 2026, and a time such as 09:00.</ErrorText>}
    </Stack>
  );
}

/** Asks for the time at which the pending changes are published. */
function ScheduleFields({ isAll, isBusy, onSchedule, onCancel }: Omit<ScheduleFormProps, 'schedule'>) {
  const [time, setTime] = useState(() => toIndianTime(Date.now() + hourMs));
  const [isTried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const atMs = parseIndianTime(time);
    if (Number.isNaN(atMs)) setTried(true);
    else onSchedule(new Date(atMs).toISOString());
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={8}>
        <ScheduleInputs time={time} isTried={isTried} onChange={setTime} />
        <Group gap={10} justify="flex-end">
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="filled" disabled={isBusy}>
            {isAll ? 'Set the schedule' : 'Schedule all changes'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
