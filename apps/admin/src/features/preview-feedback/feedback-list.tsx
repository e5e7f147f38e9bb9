import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FeedbackKind, PreviewFeedback } from '@threadline/schema/wire/preview-feedback';
import { api, unwrap } from '../../api/client.ts';
import { dashboardKey, feedbackKey } from '../../api/query-keys.ts';
import { formatCount } from '../../format/numbers.ts';
import { formatDateTime } from '../../format/time.ts';
import { ErrorAlert } from '../../ui/alert.tsx';
import { RecordList } from '../../ui/record-list.tsx';
import { Tag } from '../../ui/tag.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { findFeedbackPlace } from './feedback-place.ts';

const verbs: Record<FeedbackKind, string> = {
  comment: 'commented',
  approval: 'approved the preview',
  'change-request': 'requested changes',
};

/** Comments and decisions of people with a preview link, each with the button that marks it as done. */
export function FeedbackList({ feedback }: { feedback: readonly PreviewFeedback[] }) {
  const queryClient = useQueryClient();
  const resolve = useMutation({
    mutationFn: ({ id, isResolved }: { id: string; isResolved: boolean }) =>
      unwrap(api.client.preview.feedback[':id'].$put({ param: { id }, json: { isResolved } })),
    onSettled: () =>
      Promise.all([feedbackKey, dashboardKey].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
  return (
    <>
      <ErrorAlert error={resolve.error} fallback="The change could not be saved. Try again." />
      <RecordList items={feedback}>
        {(entry) => (
          <FeedbackRow
            key={entry.id}
            entry={entry}
            isBusy={resolve.isPending}
            onResolve={(isResolved) => resolve.mutate({ id: entry.id, isResolved })}
          />
        )}
      </RecordList>
    </>
  );
}

interface RowProps {
  entry: PreviewFeedback;
  isBusy: boolean;
  onResolve: (isResolved: boolean) => void;
}

function FeedbackRow({ entry, isBusy, onResolve }: RowProps) {
  const { kind, name, text, page, section, linkName, sharedBy, at, resolvedAt, resolvedBy } = entry;
  const { label, search } = findFeedbackPlace({ page, section });
  const isResolved = resolvedAt !== null;
  return (
    <li>
      <div>
        <strong dir="auto">{name}</strong> {verbs[kind]}
        <p>
          <small>
            {search ? (
              <Link to="/content" search={search}>
                {label}
              </Link>
            ) : (
              label
            )}{' '}
            · {formatDateTime(at)} ·{' '}
            {linkName ? `through the link for ${linkName}` : `through a link that ${sharedBy} shared`}
          </small>
        </p>
      </div>
      <DecisionTag entry={entry} />
      {isResolved && <Tag tone="success">done{resolvedBy ? `, ${resolvedBy}` : ''}</Tag>}
      <small>
        <TextButton disabled={isBusy} onClick={() => onResolve(!isResolved)}>
          {isResolved ? 'Reopen' : 'Mark as done'}
          <span className="visually-hidden">
            {' '}
            for {name}, {formatDateTime(at)}
          </span>
        </TextButton>
      </small>
      {text !== '' && (
        <Text component="p" fz="inherit" dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
          {text}
        </Text>
      )}
    </li>
  );
}

/** Says whether the content is still what the visitor decided about. */
function DecisionTag({ entry: { kind, changedItems } }: { entry: PreviewFeedback }) {
  if (kind === 'comment') return null;
  if (changedItems === null) return <Tag tone="warning">about the site before a backup was restored</Tag>;
  if (changedItems === 0) return <Tag tone="success">nothing changed since then</Tag>;
  return <Tag tone="warning">{formatCount(changedItems, 'item')} changed since</Tag>;
}
