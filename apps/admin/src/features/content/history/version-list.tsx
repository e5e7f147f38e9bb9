import { Group, Stack, Text } from '@mantine/core';
import type { ItemVersion } from '@threadline/schema/content/content-item';
import type { ItemDefinition } from '@threadline/schema/content/content-model';
import type { ComponentProps, ReactNode } from 'react';
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
  /** Shown below the selected version. */
  detail?: ReactNode;
  /** Loads older versions. */
  query: ComponentProps<typeof MoreButton>['query'];
}

/** All versions by day, each with its author, time and changes. */
export function VersionList({ definition, versions, chosen, onChoose, detail, query }: VersionListProps) {
  const liveRevision = usePublishStatus()?.liveRevision ?? null;
  const live = liveRevision === null ? undefined : versions.find(({ revision }) => revision <= liveRevision);
  return (
    <Stack gap={10}>
      <Stack component="ol" gap={2}>
        {versions.map((version, index) => {
          const day = formatDate(version.at);
          const isFirstOfDay = index === 0 || formatDate(versions[index - 1]?.at ?? '') !== day;
          return (
            <li key={version.id}>
              {isFirstOfDay && (
                <Text px={8} pt={10} pb={4} c="dimmed" fz="sm" fw={550}>
                  {day}
                </Text>
              )}
              <button
                type="button"
                className={`row-button ${classes.version}`}
                aria-current={index === chosen || undefined}
                onClick={() => onChoose(version)}
              >
                <Avatar name={version.by ?? 'System'} />
                <span>
                  <Group component="span" gap={8} justify="space-between">
                    <strong>{version.by ?? 'The system'}</strong>
                    <span>{formatTime(version.at)}</span>
                  </Group>
                  <Text span display="block" fz="sm">
                    {describeVersion(definition, version, versions.slice(index + 1))}
                  </Text>
                  {version === live && <Tag tone="success">live</Tag>}
                </span>
              </button>
              {index === chosen && detail && <div className={classes.detail}>{detail}</div>}
            </li>
          );
        })}
      </Stack>
      <MoreButton query={query} label="Show older versions" />
    </Stack>
  );
}
