import type { PublishStatus } from '@threadline/schema/publishing';
import { releaseNumber } from '../../format/release-number.ts';
import type { Question } from '../../ui/confirm.tsx';

type Held = Pick<PublishStatus, 'heldRelease' | 'waiting' | 'review' | 'revision' | 'workingRevision'>;

/** Before a hold ends: how much visitors see at once that they do not see now. */
export function resumeQuestion(status: Held): Question {
  return {
    title: 'Resume publishing?',
    text: consequence(status),
    action: 'Resume publishing',
    cancel: 'Keep it held',
    danger: false,
  };
}

function consequence({ heldRelease, waiting, review, revision, workingRevision }: Held): string {
  const release = `release ${releaseNumber(heldRelease)}`;
  if (waiting === 0)
    return `Nothing differs from ${release}, which visitors see now. Saves are published again as before.`;
  const changes = waiting === 1 ? '1 item differs' : `${waiting} items differ`;
  // What was saved for review is not published by the end of a hold.
  if (review && workingRevision > revision)
    return `${changes} from ${release}. Whatever of them was published already goes live at once; what waits for review waits on.`;
  const these = waiting === 1 ? 'This change goes' : `All ${waiting} changes go`;
  return `${changes} from ${release}, which visitors see now. ${these} live at once.`;
}
