import { useState } from 'react';
import { formatCount } from '../../format/numbers.ts';
import { Panel } from '../../ui/panel.tsx';
import { Note } from '../../ui/record-list.tsx';
import { Tag } from '../../ui/tag.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useHashTarget } from '../../ui/use-hash-target.ts';
import { FeedbackList } from './feedback-list.tsx';
import { useFeedback } from './feedback-query.ts';

/** The feedback of all preview links, done entries on request. Renders nothing until a visitor has sent some. */
export function FeedbackPanel() {
  const feedback = useFeedback().data?.feedback ?? [];
  const [showsDone, setShowsDone] = useState(false);
  // The dashboard and messages link here.
  const panel = useHashTarget('feedback');
  if (feedback.length === 0) return null;
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
