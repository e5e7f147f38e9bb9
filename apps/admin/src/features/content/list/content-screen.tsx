import { Stack, Tabs } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { GroupedContent } from '@threadline/schema/content/content-item';
import { findDefinition, isSectionName, type SectionName } from '@threadline/schema/content/content-model';
import { useRef, useState } from 'react';
import { getErrorMessage } from '../../../api/client.ts';
import { draftsKey } from '../../../api/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { LoadFailure, SkeletonRows } from '../../../ui/states.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useConfirmLeaving } from '../../../ui/use-confirm-leaving.ts';
import { phone, useMedia } from '../../../ui/use-media.ts';
import { PreviewAside, type View, ViewLine, ViewSwitch } from '../../preview/host/preview-aside.tsx';
import { useContent } from '../model/content-query.ts';
import { createEntryId } from '../model/entry-ids.ts';
import type { FormText } from '../model/form-model.ts';
import { createDraftKey, listGroups, type NamedList } from '../model/section-model.ts';
import { refreshHint, useRefreshContent } from '../model/use-refresh-content.ts';
import { listSending } from '../saving/save-queue.ts';
import { saveServerDraft, useServerDrafts } from '../saving/server-drafts.ts';
import { useContentMutations } from '../saving/use-content-mutations.ts';
import { ClosedDaysNotice } from './closed-days-notice.tsx';
import classes from './content.module.css';
import { ContentSearch } from './content-search.tsx';
import { createEntryActions } from './entry-actions.ts';
import { FormerNameNotice } from './former-name-notice.tsx';
import { PlaceholderChecklist } from './placeholder-checklist.tsx';
import { useAnnouncePresence } from './presence.ts';
import { SectionTabs } from './section-tabs.tsx';
import { SectionView } from './section-view.tsx';

const AddContentDialog = lazyComponent('AddContentDialog', () => import('./add-content-dialog.tsx'), {
  label: 'The kinds of content',
  isDialog: true,
});

/** An entry that is being written and does not exist yet. */
export interface NewEntry {
  /** Differs for each entry that is begun, so that each has a form of its own. */
  id?: string;
  list: NamedList;
  /** A copy of another entry. */
  initialText?: FormText;
  /** The key of the entry before it; by default it is the last one. */
  after?: string | undefined;
}

/** /admin/content: tabs for the sections and the items of one of them, with the editor in its place (Spec §2). */
export function ContentScreen() {
  const wanted = useSearch({ from: '/signed-in/content', select: (search) => search.section }) ?? 'hero';
  const section: SectionName = isSectionName(wanted) ? wanted : 'hero';
  const navigate = useNavigate();
  const [adding, setAdding] = useState<NewEntry>();
  const [chosenView, setView] = useState<View>('edit');
  // No page shows the texts of emails.
  const hasPreview = section !== 'mail';
  const view = hasPreview ? chosenView : 'edit';
  const query = useContent();
  const refresh = useRefreshContent();
  const mutations = useContentMutations();
  const isPhone = useMedia(phone);
  const content = query.data?.content;
  const viewSwitch = hasPreview && <ViewSwitch view={view} onView={setView} />;

  const add = useAddEntry({ section, isAdding: adding !== undefined, setAdding });
  const drafts = useServerDrafts();
  const getEntryActions = ({ section: name, key }: { section: string; key: string }) => {
    const definition = findDefinition(name, key);
    const groups = definition && content ? listGroups(definition.section, content) : [];
    const group = groups.find(({ items }) => items.some(({ item }) => item.key === key));
    const shown = group?.items.find(({ item }) => item.key === key);
    if (!definition || !group?.list || !shown) return undefined;
    const onAdd = (entry: NewEntry) => add(entry, definition.section);
    return createEntryActions({ section: definition.section, group, drafts, mutations, onAdd }).getActions(shown);
  };
  const openSection = async (name: string | null) => {
    await navigate({ to: '/content', search: { section: name ?? undefined } });
    setAdding(undefined);
    document.querySelector('main [data-scrolls]')?.scrollTo(0, 0);
  };

  return (
    <Tabs
      value={section}
      onChange={openSection}
      activateTabWithKeyboard={false}
      keepMounted={false}
      className={classes.tabsRoot}
    >
      <Screen
        title="Content Management"
        storesTexts
        aside={
          hasPreview && (
            <PreviewAside
              section={section}
              content={query.data}
              sending={listSending(mutations.queue)}
              getEntryActions={getEntryActions}
              view={view}
              onView={setView}
            />
          )
        }
        actions={
          <>
            <Button
              size="xs"
              variant="subtle"
              className={classes.refresh}
              title={refreshHint}
              loading={query.isFetching && !query.isLoading}
              onClick={refresh}
              leftSection={<IconRefresh size={16} aria-hidden="true" />}
            >
              Refresh Content
            </Button>
            {isPhone && viewSwitch}
            <AddButton section={section} content={content} onAdd={add} />
          </>
        }
        tabs={view === 'edit' && <SectionTabs section={section} content={content} queue={mutations.queue} />}
        head={
          <>
            <ViewLine view={view}>{!isPhone && viewSwitch}</ViewLine>
            {content && view === 'edit' && (
              <>
                <FormerNameNotice content={content} onReplace={mutations.runAll} />
                <ClosedDaysNotice content={content} />
              </>
            )}
          </>
        }
      >
        <PresenceAnnouncer section={section} isAdding={adding !== undefined} />
        {content && <ContentSearch content={content} />}
        {content && <PlaceholderChecklist content={content} />}
        <Tabs.Panel value={section}>
          <Stack>
            {content ? (
              <SectionView
                key={section}
                section={section}
                content={content}
                mutations={mutations}
                adding={adding}
                onAdd={add}
              />
            ) : query.error ? (
              <LoadFailure
                heading="The content could not be loaded."
                error={query.error}
                onRetry={() => query.refetch()}
              />
            ) : (
              <SkeletonRows rows={6} />
            )}
          </Stack>
        </Tabs.Panel>
      </Screen>
    </Tabs>
  );
}

interface AddEntryOptions {
  section: SectionName;
  /** Whether the form of a new entry is open. */
  isAdding: boolean;
  setAdding: (entry: NewEntry | undefined) => void;
}

/** Returns the function that begins an entry. A draft has an address in the admin from the beginning, and a copy is saved. */
function useAddEntry({ section, isAdding, setAdding }: AddEntryOptions) {
  const navigate = useNavigate();
  const router = useRouter();
  const queryClient = useQueryClient();
  const toast = useToast();
  const confirmLeaving = useConfirmLeaving();
  const beginDraft = async (list: NamedList, target: SectionName, text: FormText | undefined) => {
    const key = createDraftKey(list);
    try {
      if (text) {
        await saveServerDraft({ section: target, key, text, metadata: {}, baseVersion: null, version: undefined });
        await queryClient.invalidateQueries({ queryKey: draftsKey });
      }
      await navigate({ to: '/content', search: { section: target, item: key } });
    } catch (error) {
      toast({ tone: 'danger', text: getErrorMessage(error, 'The copy could not be saved.') });
    }
  };
  return async (entry: NewEntry | undefined, target = section) => {
    // Not by `useSearch`, so that opening an item does not render the screen.
    const isItemOpen = 'item' in router.state.location.search;
    const isLeaving = target !== section || (entry !== undefined && isItemOpen);
    if ((isLeaving || (isAdding && entry)) && !(await confirmLeaving())) return;
    setAdding(undefined);
    if (isLeaving) await navigate({ to: '/content', search: { section: target } });
    if (entry?.list.hasDrafts) await beginDraft(entry.list, target, entry.initialText);
    else setAdding(entry && { ...entry, id: createEntryId() });
  };
}

/** Announces the open item to other editors. A component of its own, so that opening an item does not render the screen. */
function PresenceAnnouncer({ section, isAdding }: { section: SectionName; isAdding: boolean }) {
  const item = useSearch({ from: '/signed-in/content', select: (search) => search.item });
  useAnnouncePresence(section, isAdding ? null : item);
  return null;
}

interface AddButtonProps {
  section: SectionName;
  content: GroupedContent | undefined;
  onAdd: (entry: NewEntry, section: SectionName) => void;
}

/** "Add New Content" (Spec §2): a dialog with the kinds of entries. */
function AddButton({ section, content, onAdd }: AddButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <Button
        ref={button}
        size="xs"
        disabled={!content}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        leftSection={<IconPlus size={16} aria-hidden="true" />}
      >
        {/* The bar of a phone has room for "Add". */}
        Add<span data-wide-only="">&nbsp;New Content</span>
      </Button>
      {isOpen && content && (
        <AddContentDialog
          section={section}
          content={content}
          onClose={close}
          onChoose={(list, name) => {
            setOpen(false);
            onAdd({ list }, name);
          }}
        />
      )}
    </>
  );
}
