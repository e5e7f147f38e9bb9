import { Menu } from '@mantine/core';
import {
  IconCopy,
  IconDots,
  IconExternalLink,
  IconEye,
  IconEyeOff,
  IconHistory,
  IconLink,
  IconTrash,
  IconWorld,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { getAddress } from '@threadline/schema/content/link-targets';
import { getErrorMessage } from '../../../api/client.ts';
import { draftsKey } from '../../../api/query-keys.ts';
import { quote } from '../../../format/quote.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useSiteUrl } from '../../auth/session-options.ts';
import type { NewEntry } from '../list/content-screen.tsx';
import { createEntryActions } from '../list/entry-actions.ts';
import { isPublic } from '../list/entry-state.ts';
import { getItemId, useContent } from '../model/content-query.ts';
import { createDraftKey, type EntryActions, listGroups } from '../model/section-model.ts';
import {
  askToDiscard,
  discardServerDraft,
  saveServerDraft,
  useDiscardReport,
  useServerDrafts,
} from '../saving/server-drafts.ts';
import { useContentMutations } from '../saving/use-content-mutations.ts';
import { type Article, articleSection, getArticleList } from './list-articles.ts';
import { createUnlisting, describeUnlisting } from './unlisting.ts';
import { useArticleReport } from './use-article-report.tsx';

/** The menu with the actions of an article in the list. */
export function ArticleMenu({ article }: { article: Article }) {
  return (
    <Menu position="bottom-end" shadow="md" width={200}>
      <Menu.Target>
        <IconButton icon={IconDots} label={`More for ${article.title}`} />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItems {...article} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Rendered while the menu is open. */
function MenuItems({ item, draft, title }: Article) {
  const actions = useArticleActions({ item, title });
  const siteUrl = useSiteUrl();
  const address = isPublic(item) ? getAddress(item.section, item.key, item.value) : undefined;
  const { hidden, unlisted } = item.metadata;
  const navigate = useNavigate();
  return (
    <>
      {address && (
        <Menu.Item
          component="a"
          href={siteUrl.replace(/\/$/, '') + address}
          target="_blank"
          rel="noopener"
          leftSection={<IconExternalLink size={16} />}
        >
          View article
        </Menu.Item>
      )}
      {item.version > 0 && (
        <>
          <Menu.Item
            leftSection={<IconHistory size={16} />}
            onClick={() =>
              navigate({
                to: '/content/history',
                search: { section: item.section, item: item.key, from: 'articles' },
              })
            }
          >
            History
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={16} />} disabled={!actions.duplicate} onClick={actions.duplicate}>
            Duplicate
          </Menu.Item>
          {actions.toggleUnlisted && (
            <Menu.Item
              leftSection={unlisted ? <IconWorld size={16} /> : <IconLink size={16} />}
              onClick={actions.toggleUnlisted}
            >
              {unlisted ? 'List again' : 'Unlist'}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={hidden ? <IconEye size={16} /> : <IconEyeOff size={16} />}
            disabled={!actions.toggleHidden}
            onClick={actions.toggleHidden}
          >
            {hidden ? 'Publish' : 'Unpublish'}
          </Menu.Item>
        </>
      )}
      <Menu.Item
        leftSection={<IconTrash size={16} />}
        color="danger"
        disabled={!actions.remove}
        onClick={actions.remove}
      >
        {draft && item.version === 0 ? 'Discard draft' : 'Delete'}
      </Menu.Item>
    </>
  );
}

interface ArticleActions extends Pick<EntryActions, 'duplicate' | 'toggleHidden' | 'remove'> {
  /** For a published article. */
  toggleUnlisted?: (() => void) | undefined;
}

/** Returns the actions of an article. Each reports its result with Undo; a draft is discarded after a question. */
function useArticleActions({ item, title }: Pick<Article, 'item' | 'title'>): ArticleActions {
  const mutations = useContentMutations({ isSilent: true });
  const report = useArticleReport(mutations);
  const drafts = useServerDrafts();
  const content = useContent().data?.content ?? {};
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const toast = useToast();
  const reportDiscarded = useDiscardReport();
  const { section, key } = item;
  const attempt = async (action: () => Promise<void>, failure: string) => {
    try {
      await action();
      await queryClient.invalidateQueries({ queryKey: draftsKey });
      return true;
    } catch (error) {
      toast({ tone: 'danger', text: getErrorMessage(error, failure) });
      return false;
    }
  };
  const copy = async ({ initialText: text }: NewEntry) => {
    if (!text) return;
    const opened = createDraftKey(getArticleList());
    const save = { section, key: opened, text, metadata: {}, baseVersion: null, version: undefined };
    const isSaved = await attempt(async () => void (await saveServerDraft(save)), 'The copy could not be saved.');
    if (isSaved) await navigate({ to: '/content', search: { section, item: opened, from: 'articles' } });
  };
  const discard = async () => {
    if (!(await confirm(askToDiscard(title)))) return false;
    return attempt(async () => {
      reportDiscarded(title, await discardServerDraft({ section, key }));
    }, 'The draft could not be discarded.');
  };
  if (item.version === 0) return { remove: discard };

  const group = listGroups(articleSection, content).find(({ list }) => list?.name === getArticleList().name);
  const shown = group?.items.find((each) => each.item.key === key);
  if (!group || !shown) return {};
  const actions = createEntryActions({ section: articleSection, group, drafts, mutations, onAdd: copy }).getActions(
    shown,
  );
  const withReport = (run: EntryActions['remove'], text: string) =>
    run &&
    (async () => {
      const isDone = await run();
      if (isDone) report({ about: getItemId(item), name: title, text });
      return isDone;
    });
  const toggleUnlisted = async () => {
    const { question, done } = describeUnlisting(item, title);
    if (await confirm(question)) await withReport(() => mutations.run(createUnlisting(item)), done)?.();
  };
  return {
    duplicate: actions.duplicate,
    toggleUnlisted: isPublic(item) ? toggleUnlisted : undefined,
    toggleHidden: withReport(
      actions.toggleHidden,
      `${quote(title)} is ${item.metadata.hidden ? 'published' : 'unpublished'}.`,
    ),
    remove: withReport(actions.remove, `${quote(title)} is deleted.`),
  };
}
