import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { IconCalendarClock } from '@tabler/icons-react';
import type { PublishStatus } from '@threadline/schema/publishing';
import { useState } from 'react';
import { dateTimeOf } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/date-field.tsx';
import classes from './pending-changes.module.css';

interface ScheduleFormProps {
  schedule: PublishStatus['schedule'];
  busy: boolean;
  /** With a moment in UTC. */
  onSchedule: (at: string) => void;
  onCancel: () => void;
}

const hourMs = 3_600_000;

/** Formats a moment as `2026-11-21T18:00`, in the time of India. */
export function fieldMoment(atMs: number): string {
  return new Date(atMs + 5.5 * hourMs).toISOString().slice(0, 16);
}

/** Returns the moment of a field value in ms; NaN when the day or the time is missing or wrong. */
export function momentMs(field: string): number {
  return Date.parse(`${field}+05:30`);
}

/** A time for what waits now; what is saved later waits on. */
export function ScheduleForm({ schedule, busy, onSchedule, onCancel }: ScheduleFormProps) {
  const [moment, setMoment] = useState<string>();
  const cancel = () => {
    setMoment(undefined);
    onCancel();
  };
  if (schedule) {
    return (
      <div className={classes.scheduled}>
        <IconCalendarClock size={18} aria-hidden="true" />
        <p>
          <strong>Goes live {dateTimeOf(schedule.at)}</strong>
          {schedule.by && `, set by ${schedule.by}`}. What is saved after it was set waits on.
        </p>
        <Button size="xs" disabled={busy} onClick={cancel}>
          Cancel the schedule
        </Button>
      </div>
    );
  }
  if (moment === undefined) {
    return (
      <Button
        onClick={() => setMoment(fieldMoment(Date.now() + hourMs))}
        leftSection={<IconCalendarClock size={16} aria-hidden="true" />}
      >
        Schedule
      </Button>
    );
  }
  const atMs = momentMs(moment);
  const isInvalid = Number.isNaN(atMs);
  const [day = '', time = ''] = moment.split('T');
  const setDay = (next: string) => setMoment(`${next}T${time}`);
  return (
    <form
      className={classes.schedule}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isInvalid) onSchedule(new Date(atMs).toISOString());
      }}
    >
      <div className={classes.moment}>
        <DateField
          label="Goes live on"
          name="Goes live on"
          value={day}
          onChange={setDay}
          onInvalidText={setDay}
          data-autofocus
        />
        <TextInput
          type="time"
          label="Time (IST)"
          value={time}
          onChange={(event) => setMoment(`${day}T${event.currentTarget.value}`)}
        />
      </div>
      {isInvalid && (
        <p className={classes.invalid} role="alert">
          Choose a date such as 23 Nov 2026, and a time.
        </p>
      )}
      <div>
        <Button type="submit" disabled={busy}>
          Set the time
        </Button>
        <Button variant="subtle" onClick={() => setMoment(undefined)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
