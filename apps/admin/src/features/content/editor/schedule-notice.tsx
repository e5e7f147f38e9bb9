import { formatDateTime } from '../../../format/time.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import type { DraftState } from '../saving/draft-writer.ts';
import type { CheckedRun } from './editor-actions.ts';
import type { DraftActions } from './use-draft-actions.ts';

/** The label of the button that schedules the text as it is now. */
export const includeChanges = 'Schedule the current text';

interface ScheduleNoticeProps {
  state: DraftState;
  onSchedule: DraftActions['schedule'];
  check: CheckedRun;
}

/** Says that the scheduled version of a draft is older than its text, and schedules the text instead. */
export function ScheduleNotice({ state, onSchedule, check }: ScheduleNoticeProps) {
  const { schedule, version } = state.acknowledged ?? {};
  if (!schedule || schedule.problem || schedule.version === version) return null;
  const { at } = schedule;
  return (
    <Alert
      isStrip
      tone="warning"
      role="status"
      actions={
        <Button size="xs" onClick={() => check((text) => onSchedule(text, at), 'schedule')}>
          {includeChanges}
        </Button>
      }
    >
      On {formatDateTime(at)} the text goes live as it was when you scheduled it, without your later changes.
    </Alert>
  );
}
