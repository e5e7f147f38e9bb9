import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { IconArrowBackUp, IconRefresh } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { isSectionName, type SectionName, sectionNames } from '@threadline/schema/content-model';
import { useState } from 'react';
import { useUser } from '../../../session.tsx';
import { Button } from '../../../ui/button.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { LoadFailure, SkeletonRows } from '../../../ui/states.tsx';
import { phone, useMedia } from '../../../ui/use-media.ts';
import { useSteady } from '../../../ui/use-stable-value.ts';
import { PreviewAside, type View, ViewLine, ViewSwitch } from '../../preview/host/preview-aside.tsx';
import { useContent } from '../model/content-query.ts';
import type { Draft } from '../model/form-model.ts';
import { countOf, groupsOf, isFull, type NamedList } from '../model/section-model.ts';
import { draftIds } from '../saving/drafts.ts';
import { SaveBanner } from '../saving/save-banner.tsx';
import { type Saving, useSaving } from '../saving/use-content-mutations.ts';
import { AddMenu } from './add-menu.tsx';
import classes from './content.module.css';
import { ContentSearch } from './content-search.tsx';
import { MissingList } from './placeholder-checklist.tsx';
import { useTellPlace } from './presence.ts';
import { SectionTabs } from './section-tabs.tsx';
import { SectionView } from './section-view.tsx';

/** An entry that is being written and does not exist yet. */
export interface NewEntry {
  list: NamedList;
  draft?: Draft;
}

/** /admin/content: tabs for the sections, the items of one of them, and the editor in its place (Spec §2). */
export function ContentScreen() {
  const wanted = useSearch({ from: '/signed-in/content', select: (search) => search.section }) ?? 'hero';
  const section: SectionName = isSectionName(wanted) ? wanted : 'hero';
  const navigate = useNavigate();
  const [adding, setAdding] = useState<NewEntry>();
  return (
    <Tabs
      value={section}
      onChange={async (name) => {
        await navigate({ to: '/content', search: { section: name ?? undefined } });
        setAdding(undefined);
        // A section is read from its beginning, wherever one has been in the other.
        document.querySelector('main [data-scrolls]')?.scrollTo(0, 0);
      }}
      activateTabWithKeyboard={false}
      keepMounted={false}
      className={classes.tabsRoot}
    >
      <SectionScreen section={section} adding={adding} onAdd={setAdding} />
    </Tabs>
  );
}

interface SectionScreenProps {
  section: SectionName;
  adding: NewEntry | undefined;
  onAdd: (entry: NewEntry | undefined) => void;
}

/** Inside the tabs, and not around them: a save renders only what it changes. */
function SectionScreen({ section, adding, onAdd }: SectionScreenProps) {
  const query = useContent();
  const saving = useSaving();
  const [view, setView] = useState<View>('edit');
  const content = query.data?.content;
  const userId = useUser()._id;
  const unsaved = [...draftIds(userId), ...Object.keys(saving.failures)];
  const counts = useSteady(content && sectionNames.map((name) => countOf(name, content)));
  const full = useSteady(
    content && groupsOf(section, content).flatMap((group) => (isFull(group) ? (group.list?.name ?? []) : [])),
  );

  const isPhone = useMedia(phone);
  const viewSwitch = <ViewSwitch view={view} onView={setView} />;

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
      {isPhone && viewSwitch}
      <AddMenu section={section} full={full} onAdd={onAdd} />
    </>
  );

  return (
    <Screen
      title="Content Management"
      keepsWords
      actions={actions}
      aside={<PreviewAside section={section} content={query.data} view={view} onView={setView} />}
      head={
        <>
          <ViewLine view={view}>{!isPhone && viewSwitch}</ViewLine>
          <SectionTabs
            section={section}
            counts={counts}
            unsaved={useSteady([...new Set(unsaved.map((id) => id.split('.', 1)[0] ?? ''))])}
          />
          {saving.outcome && (
            <SaveBanner section={section} outcome={saving.outcome} undo={saving.undo} onClear={saving.clearOutcome} />
          )}
        </>
      }
    >
      <PlaceTeller section={section} isAdding={adding !== undefined} />
      {content && <ContentSearch content={content} />}
      {content && <MissingList content={content} />}
      <Tabs.Panel value={section} className={classes.sections}>
        {content ? (
          <SectionView
            key={section}
            section={section}
            content={content}
            saving={saving}
            adding={adding}
            onAdd={onAdd}
          />
        ) : query.error ? (
          <LoadFailure what="The content could not be loaded." error={query.error} onRetry={() => query.refetch()} />
        ) : (
          <SkeletonRows rows={6} />
        )}
      </Tabs.Panel>
    </Screen>
  );
}

/** Tells colleagues which item is open. Shows nothing itself, so that opening one does not render the screen. */
function PlaceTeller({ section, isAdding }: { section: SectionName; isAdding: boolean }) {
  const item = useSearch({ from: '/signed-in/content', select: (search) => search.item });
  useTellPlace(section, isAdding ? null : item);
  return null;
}

/** Takes back the last save, or takes back that; the banner offers it first. */
function UndoButton({ saving: { undo, outcome } }: { saving: Saving }) {
  if (!undo || outcome) return null;
  const action = undo.isRedo ? 'Redo' : 'Undo';
  return (
    <Button
      size="xs"
      variant="subtle"
      className={classes.undo}
      onClick={undo.run}
      title={`${action}: ${undo.words}`}
      leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
    >
      <span className={classes.undoWord}>{action}</span>
      <span className="visually-hidden"> {undo.words}</span>
    </Button>
  );
}
