import { Menu } from '@mantine/core';
import { IconDots, IconHistory, IconLink, IconTrash, IconWorld } from '@tabler/icons-react';
import { IconButton } from '../../../ui/icon-button.tsx';

interface MoreMenuProps {
  /** The entry, such as `article`. */
  itemTitle: string;
  /** True while the entry is published, also with other text. */
  isPublished: boolean;
  /** Opens the versions. Actions that are not possible are undefined. */
  onHistory: (() => void) | undefined;
  /** Takes a published entry out of all lists, or lists it again. */
  onToggleUnlisted: (() => void) | undefined;
  isUnlisted: boolean;
  onDiscard: (() => void) | undefined;
}

/** The less frequent actions of a draft. */
export function MoreMenu(props: MoreMenuProps) {
  const { itemTitle, isPublished, isUnlisted, onHistory, onToggleUnlisted, onDiscard } = props;
  if (!onToggleUnlisted && !onDiscard)
    return onHistory && <IconButton icon={IconHistory} size={36} label="History" onClick={onHistory} />;
  return (
    <Menu position="bottom-start" shadow="md" width={200}>
      <Menu.Target>
        <IconButton icon={IconDots} size={36} label={`More for this ${itemTitle}`} />
      </Menu.Target>
      <Menu.Dropdown>
        {onHistory && (
          <Menu.Item leftSection={<IconHistory size={16} />} onClick={onHistory}>
            History
          </Menu.Item>
        )}
        {onToggleUnlisted && (
          <Menu.Item
            leftSection={isUnlisted ? <IconWorld size={16} /> : <IconLink size={16} />}
            onClick={onToggleUnlisted}
          >
            {isUnlisted ? 'List again' : 'Unlist'}
          </Menu.Item>
        )}
        {onDiscard && (
          <Menu.Item leftSection={<IconTrash size={16} />} color="danger" onClick={onDiscard}>
            {isPublished ? 'Discard changes' : 'Discard draft'}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
