import { Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { SectionName } from '@threadline/schema/content-model';
import { memo } from 'react';
import { Button } from '../../../ui/button.tsx';
import { listsOf, type NamedList } from '../model/section-model.ts';
import { withArticle } from '../model/with-article.ts';
import type { NewEntry } from './content-screen.tsx';

interface AddMenuProps {
  section: SectionName;
  /** Names of the lists that have no room; undefined while nobody knows. */
  full: readonly string[] | undefined;
  onAdd: (entry: NewEntry) => void;
}

/** Spec §2 'Add New Content': whatever the section can have more of. */
export const AddMenu = memo(({ section, full, onAdd }: AddMenuProps) => (
  <Menu position="bottom-end" shadow="md" width={220}>
    <Menu.Target>
      <Button size="xs" disabled={!full} leftSection={<IconPlus size={16} aria-hidden="true" />}>
        Add New Content
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {listsOf(section).map((list) => (
        <AddItem key={list.name} list={list} isFull={full?.includes(list.name) ?? true} onAdd={onAdd} />
      ))}
    </Menu.Dropdown>
  </Menu>
));

interface AddItemProps extends Pick<AddMenuProps, 'onAdd'> {
  list: NamedList;
  isFull: boolean;
}

function AddItem({ list, isFull, onAdd }: AddItemProps) {
  return (
    <Menu.Item disabled={isFull} onClick={() => onAdd({ list })}>
      {list.title}: {isFull ? `all ${list.max} are there` : `add ${withArticle(list.itemTitle)}`}
    </Menu.Item>
  );
}
