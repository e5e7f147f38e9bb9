import type { ItemVersion } from '@threadline/schema/content/content-item';
import type { ItemDefinition } from '@threadline/schema/content/content-model';
import type { ComponentProps } from 'react';
import { formatDate, formatTime } from '../../../format/time.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { MoreButton } from '../../../ui/record-list.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { usePublishStatus } from '../../publishing/publishing-events.ts';
import { describeVersion } from './format-version.ts';
import classes from './history.module.css';

interface VersionListProps {
  definition: ItemDefinition;
  /** Newest first. */
  versions: readonly ItemVersion[];
  /** Index of the selected version. */
  chosen: number;
  onChoose: (version: ItemVersion) => void;
  /** Loads older versions. */
  query: ComponentProps<typeof MoreButton>['query'];
}

/** All versions by day, each with its author, time and changes. */
export function VersionList({ definition, versions, chosen, onChoose, query }: VersionListProps) {
  const liveRevision = usePublishStatus()?.liveRevision ?? null;
  const live = liveRevision === null ? undefined : versions.find(({ revision }) => revision <= liveRevision);
  return (
    <div className={classes.list}>
      <ol>
        {versions.map((version, index) => {
          const day = formatDate(version.at);
          const isFirstOfDay = index === 0 || formatDate(versions[index - 1]?.at ?? '') !== day;
          return (
            <li key={version.id}>
              {isFirstOfDay && <p className={classes.day}>{day}</p>}
              <button
                type="button"
                className={classes.version}
                aria-current={index === chosen || undefined}
                onClick={() => onChoose(version)}
              >
                <Avatar name={version.by ?? 'System'} />
                <span>
                  <span className={classes.who}>
                    <strong>{version.by ?? 'The system'}</strong>
                    <span>{formatTime(version.at)}</span>
                  </span>
                  <span className={classes.what}>
                    {describeVersion(definition, version, versions.slice(index + 1))}
                  </span>
                  {version === live && <Tag tone="good">live</Tag>}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      <MoreButton query={query} label="Show older versions" />
    </div>
  );
}
