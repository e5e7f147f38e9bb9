import { Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import type { ContentItem, GroupedContent } from '@threadline/schema/content/content-item';
import { contentModel, type SectionName } from '@threadline/schema/content/content-model';
import { listLinkTargets } from '@threadline/schema/content/link-targets';
import { Fragment, useEffect, useEffectEvent, useState } from 'react';
import { emailSettings } from '../../../navigation.ts';
import { useStore } from '../../../store/create-store.ts';
import { currentUser } from '../../../store/current-user.ts';
import { Button } from '../../../ui/button.tsx';
import { messages } from '../../../ui/messages.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { usePendingItems } from '../../publishing/pending-changes.ts';
import { getArticleDefaults, listTopics } from '../articles/list-articles.ts';
import { findCountMismatches } from '../model/count-mismatches.ts';
import { getLists, listGroups } from '../model/section-model.ts';
import { OrphanedTexts } from '../saving/orphaned-texts.tsx';
import { useServerDrafts } from '../saving/server-drafts.ts';
import type { ContentMutations } from '../saving/use-content-mutations.ts';
import type { NewEntry } from './content-screen.tsx';
import { ItemGroupView } from './item-group-view.tsx';
import { SettingsScreens } from './settings-screens.tsx';

export interface SectionViewProps {
  section: SectionName;
  content: GroupedContent;
  mutations: ContentMutations;
  adding: NewEntry | undefined;
  onAdd: (entry: NewEntry | undefined) => void;
}

/** All items of one section, grouped as on the page. */
export function SectionView(props: SectionViewProps) {
  const { section, content, adding, onAdd } = props;
  const opened = useSearch({ from: '/signed-in/content' });
  const [createdKey, setCreatedKey] = useState<string>();
  const user = useStore(currentUser);
  const items = Object.values(content).flatMap(Object.values<ContentItem>);
  const choices = {
    links: listLinkTargets(items),
    topics: listTopics(content),
    articleDefaults: getArticleDefaults(content, user.name),
  };
  const groups = listGroups(section, content);
  const drafts = useServerDrafts().filter((draft) => draft.section === section);
  const pending = usePendingItems();
  const mismatches = findCountMismatches(section, content);
  // Only one form is open: an opened item closes that of a new entry.
  const isReplaced = adding !== undefined && opened.item !== undefined;
  const closeNewEntry = useEffectEvent(() => onAdd(undefined));
  useEffect(() => {
    if (isReplaced) closeNewEntry();
  }, [isReplaced]);
  const isEmpty = groups.every(({ items }) => items.length === 0) && drafts.length === 0 && opened.item === undefined;
  return (
    <>
      <Text c="dimmed" fz="sm">
        {contentModel[section].hint}
        {section === 'mail' && (
          <>
            {' '}
            The mail server has its own screen: <Link to="/settings/email">{emailSettings}</Link>.
          </>
        )}
      </Text>
      <OrphanedTexts {...props} drafts={drafts} openedKey={opened.item} />
      {isEmpty && !adding && !opened.new ? (
        <EmptySection section={section} onAdd={onAdd} />
      ) : (
        groups.map((group) => (
          <Fragment key={group.list?.name ?? 'singles'}>
            <ItemGroupView
              {...props}
              group={group}
              drafts={drafts.filter(({ key }) => group.list && key.startsWith(`${group.list.prefix}-`))}
              choices={choices}
              opened={opened}
              createdKey={createdKey}
              onCreated={setCreatedKey}
              pending={pending}
              warnings={mismatches.filter(({ list }) => list === group.list?.name)}
            />
            {section === 'site' && !group.list && <SettingsScreens />}
          </Fragment>
        ))
      )}
      <p>
        <Link to="/content/removed">Removed items</Link>
      </p>
    </>
  );
}

function EmptySection({ section, onAdd }: Pick<SectionViewProps, 'section' | 'onAdd'>) {
  const lists = getLists(section);
  const [first] = lists;
  return (
    <EmptyState
      action={
        first && (
          <Button
            variant="filled"
            onClick={() => onAdd({ list: first })}
            leftSection={<IconPlus size={16} aria-hidden="true" />}
          >
            Add New Content
          </Button>
        )
      }
    >
      <strong>{messages.noContent}</strong>
      {first && (
        <>
          <br />
          {contentModel[section].title} can hold: {lists.map(({ title, max }) => `${title} (up to ${max})`).join(', ')}.
        </>
      )}
    </EmptyState>
  );
}
