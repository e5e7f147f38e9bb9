import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCalendarClock } from '@tabler/icons-react';
import type { PublishStatus } from '@threadline/schema/wire/publishing';
import { useState } from 'react';
import { formatDateTime } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { ErrorText } from '../../ui/record-list.tsx';

interface ScheduleFormProps {
  schedule: PublishStatus['schedule'];
  isBusy: boolean;
  /** Called with the time in UTC. */
  onSchedule: (at: string) => void;
  onCancel: () => void;
}

const hourMs = 3_600_000;

interface IndianTime {
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
  return Date.parse(`${day}T${time}+05:30`);
}

/** Schedules the pending changes. Later edits are not included. */
export function ScheduleForm({ schedule, isBusy, onSchedule, onCancel }: ScheduleFormProps) {
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
  if (isOpen) return <ScheduleFields isBusy={isBusy} onSchedule={onSchedule} onCancel={() => setIsOpen(false)} />;
  return (
    <Button onClick={() => setIsOpen(true)} leftSection={<IconCalendarClock size={16} aria-hidden="true" />}>
      Schedule
    </Button>
  );
}

interface ScheduleFieldsProps extends Omit<ScheduleFormProps, 'schedule'> {
  /** The proposed time, in ms. By default in an hour. */
  proposedMs?: number;
}

/** Date and time in India, for whatever is published then. */
export function ScheduleFields({ isBusy, proposedMs, onSchedule, onCancel }: ScheduleFieldsProps) {
  const form = useForm({
    initialValues: toIndianTime(proposedMs ?? Date.now() + hourMs),
    validateInputOnChange: true,
    validate: (values) =>
      Number.isNaN(parseIndianTime(values)) ? { day: 'Choose a date such as 23 Nov 2026, and a time.' } : {},
  });
  const setDay = (day: string) => form.setFieldValue('day', day);
  return (
    <form noValidate onSubmit={form.onSubmit((values) => onSchedule(new Date(parseIndianTime(values)).toISOString()))}>
      <Stack gap={8}>
        <Group grow gap={8} align="flex-start">
          <DateField
            label="Publish on"
            name="Publish on"
            value={form.values.day}
            onChange={setDay}
            onInvalidText={setDay}
            data-autofocus
          />
          <TextInput {...form.getInputProps('time')} type="time" label="Time (IST)" />
        </Group>
        {form.errors.day && <ErrorText role="alert">{form.errors.day}</ErrorText>}
        <Group gap={10}>
          <Button type="submit" variant="filled" disabled={isBusy}>
            Set the schedule
          </Button>
          <Button variant="subtle" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>{' '}
    </form>
  );
}
