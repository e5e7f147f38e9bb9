import type { ContentItem } from '@threadline/schema/content/content-item';
import type { DraftSummary } from '@threadline/schema/wire/drafts';
import { formatDateTime } from '../../../format/time.ts';
import { Tag } from '../../../ui/tag.tsx';

interface StateTagProps {
  item: ContentItem;
  /** True for an entry that is written as a draft, and published when it is ready. */
  hasDrafts: boolean;
  draft: DraftSummary | undefined;
}

/** The state of an entry: whether visitors see it, and whether they will. */
export function StateTag({ item: { metadata, version }, hasDrafts, draft }: StateTagProps) {
  if (!hasDrafts) return metadata.hidden && <Tag tone="warning">hidden</Tag>;
  const isPublic = version > 0 && !metadata.hidden;
  const schedule = draft?.schedule;
  if (schedule?.problem) return <Tag tone="danger">Not published</Tag>;
  if (!isPublic && schedule)
    return (
      <Tag tone="info" isLong>
        Scheduled, {formatDateTime(schedule.at)}
      </Tag>
    );
  if (!isPublic) return <Tag tone="warning">Draft</Tag>;
  const state = metadata.unlisted ? 'Unlisted' : 'Published';
  if (schedule) return <Tag tone="info" isLong>{`${state}, update on ${formatDateTime(schedule.at)}`}</Tag>;
  if (draft) return <Tag tone="info" isLong>{`${state}, unpublished changes`}</Tag>;
  return <Tag tone={metadata.unlisted ? 'info' : 'success'}>{state}</Tag>;
}
