import { Text } from '@mantine/core';
import { Dialog } from '../../../ui/dialog.tsx';
import { usePublishStatus } from '../../publishing/publishing-events.ts';
import { ScheduleFields } from '../../publishing/schedule-form.tsx';
import { getNextWorkingMorning } from './working-morning.ts';

interface ScheduleDialogProps {
  isBusy: boolean;
  /** Called with the time in UTC. */
  onSchedule: (at: string) => void;
  onClose: () => void;
}

/** Asks when a draft goes live. */
export function ScheduleDialog({ isBusy, onSchedule, onClose }: ScheduleDialogProps) {
  const isReviewed = usePublishStatus()?.review;
  return (
    <Dialog opened onClose={onClose} title="Schedule this draft" centered size="28rem">
      <Text mb={16} c="dimmed" fz="sm">
        {isReviewed
          ? 'Review mode is on: at this time, this version becomes a pending change. A user then publishes it.'
          : 'This version goes live then.'}{' '}
        Later changes are not in it until you schedule them, too.
      </Text>
      <ScheduleFields
        isBusy={isBusy}
        proposedMs={getNextWorkingMorning(Date.now())}
        onSchedule={onSchedule}
        onCancel={onClose}
      />
    </Dialog>
  );
}
