import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { IconCalendarClock } from '@tabler/icons-react';
import type { PublishStatus } from '@threadline/schema/publishing';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { dateTimeOf } from '../../ui/time.ts';
import classes from './waiting.module.css';

interface ScheduleFormProps {
  schedule: PublishStatus['schedule'];
  busy: boolean;
  /** With a moment in UTC. */
  onSchedule: (at: string) => void;
  onCancel: () => void;
}

const hourMs = 3_600_000;

/** `2026-11-21T18:00` in the time of India, as the browser's own field wants it. */
export function fieldMoment(atMs: number): string {
  return new Date(atMs + 5.5 * hourMs).toISOString().slice(0, 16);
}

/** What stands in the field, as a moment; NaN for half a time. */
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
  const time = momentMs(moment);
  const problem = Number.isNaN(time) ? 'Choose a date and a time.' : undefined;
  return (
    <form
      className={classes.schedule}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!problem) onSchedule(new Date(time).toISOString());
      }}
    >
      <TextInput
        type="datetime-local"
        label="Goes live at"
        description="The time of India (IST)"
        value={moment}
        min={fieldMoment(Date.now())}
        error={problem}
        onChange={(event) => setMoment(event.currentTarget.value)}
        data-autofocus
      />
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
