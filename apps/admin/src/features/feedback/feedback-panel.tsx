import { useIsFetching } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../format/numbers.ts';
import { Panel } from '../../ui/panel.tsx';
import { Note } from '../../ui/record-list.tsx';
import { Tag } from '../../ui/tag.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { FeedbackList } from './feedback-list.tsx';
import { useFeedback } from './feedback-query.ts';

/** The feedback of all preview links, done entries on request. Renders nothing until a visitor has sent some. */
export function FeedbackPanel() {
  const feedback = useFeedback().data?.feedback ?? [];
  const [showsDone, setShowsDone] = useState(false);
  const panel = useRef<HTMLElement>(null);
  // The dashboard and messages link here, before the list has loaded.
  const isTarget = useLocation({ select: ({ hash }) => hash === 'feedback' });
  const hasFeedback = feedback.length > 0;
  // On phones the pending changes are above, so their list has to be there first.
  const isLoading = useIsFetching() > 0;
  const isReached = useRef(false);
  useEffect(() => {
    if (!isTarget || !hasFeedback || isLoading || isReached.current) return;
    isReached.current = true;
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: 'start' });
  }, [isTarget, hasFeedback, isLoading]);
  if (!hasFeedback) return null;
  const open = feedback.filter(({ resolvedAt }) => resolvedAt === null);
  const done = feedback.length - open.length;
  return (
    <Panel
      ref={panel}
      tabIndex={-1}
      title="Feedback on previews"
      extra={
        <>
          {open.length > 0 && <Tag tone="warning">{open.length}</Tag>}
          {done > 0 && (
            <TextButton aria-pressed={showsDone} onClick={() => setShowsDone(!showsDone)}>
              {showsDone ? 'Hide done' : `Show ${done} done`}
            </TextButton>
          )}
        </>
      }
    >
      <FeedbackList feedback={showsDone ? feedback : open} />
      {open.length === 0 && !showsDone && <Note>Everything is done: {formatCount(done, 'entry', 'entries')}.</Note>}
    </Panel>
  );
}
