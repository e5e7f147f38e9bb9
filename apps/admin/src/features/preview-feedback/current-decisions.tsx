import { Link } from '@tanstack/react-router';
import { formatCount } from '../../format/numbers.ts';
import { formatDateTime } from '../../format/time.ts';
import { Note, RecordList } from '../../ui/record-list.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useFeedback } from './feedback-query.ts';

/** The approvals of the content as it is now, and the requests for changes of it. Decisions about other content are only counted. */
export function CurrentDecisions() {
  const feedback = useFeedback().data?.feedback ?? [];
  const decisions = feedback.filter(({ kind, resolvedAt }) => kind !== 'comment' && resolvedAt === null);
  const current = decisions.filter(({ changedItems }) => changedItems === 0);
  const outdated = decisions.length - current.length;
  return (
    <>
      <RecordList items={current}>
        {({ id, kind, name, at }) => (
          <li key={id}>
            <Tag tone={kind === 'approval' ? 'success' : 'danger'}>
              {kind === 'approval' ? 'approved' : 'changes requested'}
            </Tag>
            <strong dir="auto">{name}</strong>
            <small>{formatDateTime(at)}</small>
          </li>
        )}
      </RecordList>
      {outdated > 0 && (
        <Note>
          <Link to="/releases" hash="feedback">
            {formatCount(outdated, 'earlier decision')}
          </Link>{' '}
          {outdated === 1 ? 'is' : 'are'} about content that has changed since.
        </Note>
      )}
    </>
  );
}
