import type { ContentItem } from '@threadline/schema/content/content-item';
import type { DraftSummary } from '@threadline/schema/wire/drafts';
import { formatDateTime } from '../../../format/time.ts';
import { Tag } from '../../../ui/tag.tsx';
import { getEntryState, isPublic } from './entry-state.ts';

interface StateTagProps {
  item: ContentItem;
  /** True for an entry that is written as a draft, and published when it is ready. */
  hasDrafts: boolean;
  draft: DraftSummary | undefined;
}

/** The state of an entry: whether visitors see it, and whether they will. */
export function StateTag({ item, hasDrafts, draft }: StateTagProps) {
  const { metadata } = item;
  if (!hasDrafts) return metadata.hidden && <Tag tone="warning">hidden</Tag>;
  const schedule = draft?.schedule;
  if (schedule?.problem) return <Tag tone="danger">Not published</Tag>;
  const name = metadata.unlisted ? 'Unlisted' : 'Published';
  switch (getEntryState(item, draft)) {
    case 'scheduled': {
      return (
        <Tag tone="info" isLong>
          {/* One element, so that a line break comes between the state and its time */}
          <span>
            {isPublic(item) ? `${name}, update on ` : 'Scheduled, '}
            {schedule && <time dateTime={schedule.at}>{formatDateTime(schedule.at)}</time>}
            {schedule && draft.version !== schedule.version && ', without later changes'}
          </span>
        </Tag>
      );
    }
    case 'draft':
      return <Tag tone="warning">Draft</Tag>;
    case 'changed':
      return <Tag tone="info" isLong>{`${name}, with unpublished changes`}</Tag>;
    case 'unlisted':
      return <Tag tone="info">{name}</Tag>;
    case 'published':
      return <Tag tone="success">{name}</Tag>;
  }
}
