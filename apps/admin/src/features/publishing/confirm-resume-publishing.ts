import type { PublishStatus } from '@threadline/schema/publishing';
import { releaseNumber } from '../../format/release-number.ts';
import type { Question } from '../../ui/confirm.tsx';

type Held = Pick<PublishStatus, 'pinnedRelease' | 'pendingChanges' | 'review' | 'revision' | 'workingRevision'>;

/** Returns the confirmation shown before publishing resumes: how many changes go live at once. */
export function resumeQuestion(status: Held): Question {
  return {
    title: 'Resume publishing?',
    text: consequence(status),
    action: 'Resume publishing',
    cancel: 'Keep paused',
    danger: false,
  };
}

function consequence({ pinnedRelease, pendingChanges, review, revision, workingRevision }: Held): string {
  const release = `release ${releaseNumber(pinnedRelease)}`;
  if (pendingChanges === 0)
    return `Nothing differs from ${release}, which visitors see now. Saves are published again as before.`;
  const changes = pendingChanges === 1 ? '1 item differs' : `${pendingChanges} items differ`;
  // What was saved for review is not published by the end of a hold.
  if (review && workingRevision > revision)
    return `${changes} from ${release}. Whatever of them was published already goes live at once; what waits for review waits on.`;
  const these = pendingChanges === 1 ? 'This change goes' : `All ${pendingChanges} changes go`;
  return `${changes} from ${release}, which visitors see now. ${these} live at once.`;
}
