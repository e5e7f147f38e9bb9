import '@mantine/core/styles/Tabs.layer.css';
import { Menu, Tabs } from '@mantine/core';
import { IconArrowBackUp, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { GroupedContent } from '@threadline/schema/content-item';
import { contentModel, isSectionName, type SectionName, sectionNames } from '@threadline/schema/content-model';
import { useState } from 'react';
import { useUser } from '../../session.tsx';
import { Screen } from '../../shell/screen.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadFailure, SkeletonRows } from '../../ui/states.tsx';
import { initialsOf } from '../../ui/time.ts';
import classes from './content.module.css';
import { useContent } from './content-query.ts';
import { ContentSearch } from './content-search.tsx';
import { draftIds } from './drafts.ts';
import { editingWords, useEditingElsewhere, useTellPlace } from './editing-elsewhere.ts';
import type { Draft } from './form-model.ts';
import { PreviewAside, type View, ViewSwitch } from './preview/preview-aside.tsx';
import { SaveBanner } from './save-banner.tsx';
import { countOf, groupsOf, isFull, type NamedList } from './section-model.ts';
import { SectionView } from './section-view.tsx';
import { type Saving, useSaving } from './use-saving.ts';
import { withArticle } from './with-article.ts';

/** An entry that is being written and does not exist yet. */
export interface NewEntry {
  list: NamedList;
  draft?: Draft;
}

/** /admin/content: tabs for the sections, the items of one of them, and the editor in its place (Spec §2). */
export function ContentScreen() {
  const { section: wanted = 'hero', item } = useSearch({ from: '/signed-in/content' });
  const section: SectionName = isSectionName(wanted) ? wanted : 'hero';
  const navigate = useNavigate();
  const query = useContent();
  const saving = useSaving();
  const [adding, setAdding] = useState<NewEntry>();
  const [view, setView] = useState<View>('edit');
  const content = query.data?.content;
  const userId = useUser()._id;
  useTellPlace(section, adding ? null : item);
  const unsaved = [...draftIds(userId), ...Object.keys(saving.failures)];

  const actions = (
    <>
      <UndoButton saving={saving} />
      <Button
        size="xs"
        variant="subtle"
        className={classes.refresh}
        loading={query.isFetching && !query.isLoading}
        onClick={() => query.refetch()}
        leftSection={<IconRefresh size={16} aria-hidden="true" />}
      >
        Refresh Content
      </Button>
      <AddMenu section={section} content={content} onAdd={(list) => setAdding({ list })} />
    </>
  );

  return (
    <Tabs
      value={section}
      onChange={(name) =>
        navigate({ to: '/content', search: { section: name ?? undefined } }).then(() => setAdding(undefined))
      }
      activateTabWithKeyboard={false}
      keepMounted={false}
      className={classes.tabsRoot}
    >
      <Screen
        title="Content Management"
        keepsWords
        actions={actions}
        aside={<PreviewAside content={query.data} view={view} onView={setView} />}
        head={
          <>
            <ViewSwitch view={view} onView={setView} />
            <SectionTabs content={content} unsaved={unsaved} />
          </>
        }
      >
        {content && <ContentSearch content={content} />}
        {saving.outcome && (
          <SaveBanner section={section} outcome={saving.outcome} undo={saving.undo} onClear={saving.clearOutcome} />
        )}
        <Tabs.Panel value={section} className={classes.sections}>
          {content ? (
            <SectionView
              key={section}
              section={section}
              content={content}
              saving={saving}
              adding={adding}
              onAdd={setAdding}
            />
          ) : query.error ? (
            <LoadFailure what="The content could not be loaded." error={query.error} onRetry={() => query.refetch()} />
          ) : (
            <SkeletonRows rows={6} />
          )}
        </Tabs.Panel>
      </Screen>
    </Tabs>
  );
}

/** Takes back the last save, or takes back that; the banner offers it first. */
function UndoButton({ saving: { undo, outcome } }: { saving: Saving }) {
  if (!undo || outcome) return null;
  const action = undo.isRedo ? 'Redo' : 'Undo';
  return (
    <Button
      size="xs"
      variant="subtle"
      onClick={undo.run}
      title={`${action}: ${undo.words}`}
      leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
    >
      {action}
      <span className="visually-hidden"> {undo.words}</span>
    </Button>
  );
}

interface SectionTabsProps {
  content: GroupedContent | undefined;
  /** Ids of the items with words that are not saved. */
  unsaved: string[];
}

/** Spec §2: a tab for each section, with its item count. */
function SectionTabs({ content, unsaved }: SectionTabsProps) {
  const elsewhere = useEditingElsewhere();
  return (
    <Tabs.List className={classes.tabs} aria-label="Sections">
      {sectionNames.map((name) => (
        <Tabs.Tab key={name} value={name} className={classes.tab}>
          {contentModel[name].title} {content && <small>{countOf(name, content)}</small>}
          {unsaved.some((id) => id.startsWith(`${name}.`)) && (
            <span className={classes.dot}>
              <span className="visually-hidden"> (unsaved text)</span>
            </span>
          )}
          <Others names={elsewhere.filter((other) => other.section === name).map((other) => other.name)} />
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}

/** The first one's initials, and how many more. */
function Others({ names }: { names: string[] }) {
  const [first] = names;
  const words = editingWords(names, 'here');
  if (!first) return null;
  return (
    <span className={`avatar ${classes.other}`} title={words}>
      <span aria-hidden="true">{new Set(names).size > 1 ? new Set(names).size : initialsOf(first)}</span>
      <span className="visually-hidden"> ({words})</span>
    </span>
  );
}

interface AddMenuProps {
  section: SectionName;
  content: GroupedContent | undefined;
  onAdd: (list: NamedList) => void;
}

/** Spec §2 'Add New Content': whatever the section can have more of. */
function AddMenu({ section, content, onAdd }: AddMenuProps) {
  const groups = content ? groupsOf(section, content) : [];
  return (
    <Menu position="bottom-end" shadow="md" width={220}>
      <Menu.Target>
        <Button size="xs" disabled={!content} leftSection={<IconPlus size={16} aria-hidden="true" />}>
          Add New Content
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {groups.map(
          (group) =>
            group.list && <AddItem key={group.list.name} list={group.list} isFull={isFull(group)} onAdd={onAdd} />,
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface AddItemProps extends Pick<AddMenuProps, 'onAdd'> {
  list: NamedList;
  isFull: boolean;
}

function AddItem({ list, isFull: isListFull, onAdd }: AddItemProps) {
  return (
    <Menu.Item disabled={isListFull} onClick={() => onAdd(list)}>
      {list.title}: {isListFull ? `all ${list.max} are there` : `add ${withArticle(list.itemTitle)}`}
    </Menu.Item>
  );
}
