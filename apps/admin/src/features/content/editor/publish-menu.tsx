import { Menu, Text } from '@mantine/core';
import {
  IconCalendarClock,
  IconCalendarOff,
  IconChevronDown,
  IconEyeOff,
  IconLink,
  IconSend,
  IconWorld,
} from '@tabler/icons-react';
import type { RefObject } from 'react';
import { Button } from '../../../ui/button.tsx';
import classes from './writer.module.css';

interface PublishMenuProps {
  /** True while the entry is published for people with the link only. */
  isUnlisted: boolean;
  /** True while the draft has a time. */
  isScheduled: boolean;
  /** True while visitors see the entry. */
  isPublic: boolean;
  /** False for a text that is public as it is. */
  hasChanges: boolean;
  /** Publishes the text for the same visitors as before. Actions that are not possible are undefined. */
  onPublish: (() => void) | undefined;
  /** Publishes a text that visitors do not see yet as unlisted, or an unlisted one for everyone. */
  onPublishOtherwise: (() => void) | undefined;
  /** Takes a published entry out of all lists, or lists it again. */
  onToggleUnlisted: (() => void) | undefined;
  onSchedule: (() => void) | undefined;
  onCancelSchedule: (() => void) | undefined;
  onUnpublish: (() => void) | undefined;
  /** Gets the focus when the step before publishing is cancelled. */
  buttonRef?: RefObject<HTMLButtonElement | null>;
}

/** The actions that change what visitors see. */
export function PublishMenu(props: PublishMenuProps) {
  const { isUnlisted, isScheduled, isPublic, hasChanges, onCancelSchedule, onUnpublish, buttonRef } = props;
  const isUnchanged = isPublic && !hasChanges;
  return (
    <Menu position="bottom-end" shadow="md" width={256}>
      <Menu.Target>
        <Button
          ref={buttonRef}
          variant={isUnchanged ? 'default' : 'filled'}
          rightSection={<IconChevronDown size={16} aria-hidden="true" />}
        >
          {/* One element: the space between two would be lost in the flexible label. */}
          {isUnchanged ? (
            <span>{isUnlisted ? 'Unlisted' : 'Published'}</span>
          ) : (
            <span>
              Publish{' '}
              {(isPublic || isScheduled) && <span className={classes.wideOnly}>{isScheduled ? 'now' : 'changes'}</span>}
            </span>
          )}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {!isUnchanged && <PublishItems {...props} />}
        {onCancelSchedule && (
          <Menu.Item leftSection={<IconCalendarOff size={16} />} onClick={onCancelSchedule}>
            Cancel the schedule
          </Menu.Item>
        )}
        <ListingItem {...props} />
        <Menu.Divider />
        <Menu.Item leftSection={<IconEyeOff size={16} />} disabled={!onUnpublish} onClick={onUnpublish}>
          Unpublish
          {!onUnpublish && <Note>Not published yet</Note>}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function PublishItems({ isUnlisted, isScheduled, isPublic, onPublish, onSchedule }: PublishMenuProps) {
  return (
    <>
      <Menu.Item leftSection={<IconSend size={16} />} disabled={!onPublish} onClick={onPublish}>
        {isPublic ? 'Publish changes' : 'Publish now'}
        {isUnlisted && <Note>Stays unlisted</Note>}
      </Menu.Item>
      <Menu.Item leftSection={<IconCalendarClock size={16} />} disabled={!onSchedule} onClick={onSchedule}>
        {isScheduled ? 'Change the schedule…' : 'Schedule…'}
      </Menu.Item>
    </>
  );
}

/** Whether lists show the entry: changed at once for a published one, and with its publication for another. */
function ListingItem({ isUnlisted, isPublic, onToggleUnlisted, onPublishOtherwise }: PublishMenuProps) {
  const run = isPublic ? onToggleUnlisted : onPublishOtherwise;
  const [listed, unlisted] = isPublic ? ['List again', 'Unlist'] : ['Publish for everyone', 'Publish unlisted'];
  return (
    <Menu.Item
      leftSection={isUnlisted ? <IconWorld size={16} /> : <IconLink size={16} />}
      disabled={!run}
      onClick={run}
    >
      {isUnlisted ? listed : unlisted}
      <Note>{isUnlisted ? 'In lists and search engines, too' : 'Only people with the link find it'}</Note>
    </Menu.Item>
  );
}

function Note({ children }: { children: string }) {
  return (
    <Text component="span" display="block" fz="xs" c="dimmed">
      {children}
    </Text>
  );
}
