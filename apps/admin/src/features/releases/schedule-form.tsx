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

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const hourMs = 3_600_000;

/** `2026-11-21T18:00`, as the browser's own field wants it. */
export function localMoment(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
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
        onClick={() => setMoment(localMoment(new Date(Date.now() + hourMs)))}
        leftSection={<IconCalendarClock size={16} aria-hidden="true" />}
      >
        Schedule
      </Button>
    );
  }
  const time = Date.parse(moment);
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
        description={`Your time, ${zone}`}
        value={moment}
        min={localMoment(new Date())}
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
