import { Stack, Text } from '@mantine/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { GroupedContent } from '@threadline/schema/content/content-item';
import { findDefinition } from '@threadline/schema/content/content-model';
import { getItemTitle } from '@threadline/schema/content/item-name';
import { getParentHref } from '@threadline/schema/content/link-targets';
import type { DraftSummary } from '@threadline/schema/wire/drafts';
import { useRef } from 'react';
import { api, unwrap } from '../../../api/client.ts';
import { draftsKey } from '../../../api/query-keys.ts';
import type { Change } from '../../../store/last-changes.ts';
import { type Question, useQuestion } from '../../../ui/confirm.tsx';
import { contentQuery } from '../model/content-query.ts';
import { findVisibilityChange } from './content-change.ts';
import { describeLinkRemovals, type LinkRemoval, listLinkRemovals, takesAway } from './link-removal.ts';
import {
  bringsBack,
  describeLinkRestorations,
  type LinkRestoration,
  listLinkRestorations,
} from './link-restoration.ts';

/** The saves of links that go with a change, and a sentence about them. */
export interface LinkChanges {
  saves: readonly Change[];
  detail?: string | undefined;
}

/** Returns whether links of other items may change with a change. */
export function mayChangeLinks(change: Change, content: GroupedContent): boolean {
  return getParentHref(change) !== undefined && (takesAway(change, content) || bringsBack(change, content));
}

/**
 * Returns a function that asks before links change: those to an entry that is hidden or removed, or those to an entry that is
 * shown again. It resolves to undefined if the user cancels.
 */
export function useLinkQuestion() {
  const ask = useQuestion();
  const queryClient = useQueryClient();
  /** Whether the server is asked about the links. A second click meanwhile is ignored. */
  const isLoading = useRef(false);
  const listDrafts = () => queryClient.getQueryData<readonly DraftSummary[]>(draftsKey) ?? [];

  async function askAboutRemoval(change: Change, content: GroupedContent): Promise<LinkChanges | undefined> {
    const links = listLinkRemovals(change, content);
    const saves = links.map(({ save }) => save);
    if (saves.length === 0) return { saves };
    const answer = await ask(createRemovalQuestion(change, content, { links, drafts: listDrafts() }));
    return answer === 'action' ? { saves, detail: describeLinkRemovals(saves) } : undefined;
  }

  async function askAboutRestoration(change: Change, content: GroupedContent): Promise<LinkChanges | undefined> {
    if (isLoading.current) return undefined;
    isLoading.current = true;
    const links = await findRestorations(change, queryClient);
    isLoading.current = false;
    if (!links) return { saves: [], detail: 'The links to it could not be checked, so they stay as they are.' };
    const saves = links.flatMap(({ save }) => (save ? { ...save, origin: change.origin } : []));
    if (saves.length === 0) return { saves };
    const answer = await ask(createRestorationQuestion(change, content, { links, drafts: listDrafts() }));
    if (answer === 'cancel') return undefined;
    return answer === 'action' ? { saves, detail: describeLinkRestorations(saves) } : { saves: [] };
  }

  return (change: Change, content: GroupedContent): Promise<LinkChanges | undefined> =>
    takesAway(change, content) ? askAboutRemoval(change, content) : askAboutRestoration(change, content);
}

/**
 * Returns undefined if the server does not answer. The list of removed items does not observe the content, so it may not be
 * loaded, or be older than the last change.
 */
async function findRestorations(change: Change, queryClient: QueryClient): Promise<LinkRestoration[] | undefined> {
  if (change.kind !== 'save') return [];
  const param = { section: change.section, key: change.key };
  try {
    const { content } = await queryClient.fetchQuery({ ...contentQuery, staleTime: Number.POSITIVE_INFINITY });
    const { changed } = await unwrap(api.client.content[':section'][':key'].removal.$get({ param }));
    return listLinkRestorations(change, content, changed);
  } catch {
    return undefined;
  }
}

const verbs = { hide: 'Hide', unpublish: 'Unpublish', show: 'Show', publish: 'Publish' } as const;

/** Returns the verb and the name of the entry for a question. */
function nameChange(change: Change, content: GroupedContent): { verb: string; title: string } {
  const { section, key, kind } = change;
  const before = content[section]?.[key];
  const item = before ?? (kind === 'save' ? change : undefined);
  const definition = findDefinition(section, key);
  const visibility = findVisibilityChange(change, before) as keyof typeof verbs | undefined;
  return {
    verb: visibility ? verbs[visibility] : kind === 'remove' ? 'Remove' : 'Restore',
    title: item && definition ? `“${getItemTitle(item, definition)}”` : 'this entry',
  };
}

interface Links<Link> {
  links: readonly Link[];
  drafts: readonly DraftSummary[];
}

function createRemovalQuestion(
  change: Change,
  content: GroupedContent,
  { links, drafts }: Links<LinkRemoval>,
): Question {
  const { verb, title } = nameChange(change, content);
  return {
    title: `${verb} ${title}?`,
    text: (
      <>
        {change.key === 'page-privacy' && (
          <Text mb={12}>
            Your forms ask for personal data, so the site needs a privacy notice. Add another one before you go on.
          </Text>
        )}
        <Text mb={12}>The site links to it. These links change, too. One Undo restores everything.</Text>
        <LinkList links={links} drafts={drafts} draftNote="which keeps the link" />
      </>
    ),
    action: `${verb} and update links`,
    danger: verb === 'Remove',
  };
}

function createRestorationQuestion(
  change: Change,
  content: GroupedContent,
  { links, drafts }: Links<LinkRestoration>,
): Question {
  const { verb, title } = nameChange(change, content);
  return {
    title: `${verb} ${title}?`,
    text: (
      <>
        <Text mb={12}>The site linked to it before. You can restore these links. One Undo reverts everything.</Text>
        <LinkList links={links} drafts={drafts} draftNote="which does not have the link" />
      </>
    ),
    action: verb === 'Restore' ? 'Restore with links' : `${verb} and restore links`,
    alternative: `${verb} only`,
    danger: false,
  };
}

interface LinkListProps extends Links<LinkRemoval | LinkRestoration> {
  /** About an item whose draft has another link than the saved item will have. */
  draftNote: string;
}

function LinkList({ links, drafts, draftNote }: LinkListProps) {
  const hasDraft = ({ save }: LinkRemoval | LinkRestoration) =>
    save && drafts.some(({ section, key }) => section === save.section && key === save.key);
  return (
    <Stack component="ul" gap={8} fz="sm">
      {links.map((link) => (
        <li key={link.title + link.outcomes.join()}>
          <strong>{link.title}</strong>
          <br />
          {link.outcomes.join(' ')}
          {hasDraft(link) && (
            <Text c="var(--mantine-color-accent-light-color)">
              It also has an unpublished draft, {draftNote}. You decide when you next open it.
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );
}
