import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { GroupedContent } from '@threadline/schema/content/content-item';
import { findDefinition } from '@threadline/schema/content/content-model';
import { getItemTitle } from '@threadline/schema/content/item-name';
import type { DraftSummary } from '@threadline/schema/wire/drafts';
import { draftsKey } from '../../../api/query-keys.ts';
import type { Change } from '../../../store/last-changes.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { findVisibilityChange } from './content-change.ts';
import type { LinkRemoval } from './link-removal.ts';

const verbs = { hide: 'Hide', unpublish: 'Unpublish' } as const;

/** Returns a function that asks before an entry is hidden or removed to which the site links. */
export function useLinkQuestion() {
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  return (change: Change, content: GroupedContent, links: readonly LinkRemoval[]): Promise<boolean> => {
    const item = content[change.section]?.[change.key];
    const definition = findDefinition(change.section, change.key);
    const title = item && definition ? `“${getItemTitle(item, definition)}”` : 'this entry';
    const visibility = findVisibilityChange(change, item);
    const verb = visibility === 'hide' || visibility === 'unpublish' ? verbs[visibility] : 'Remove';
    return confirm({
      title: `${verb} ${title}?`,
      text: (
        <>
          {change.key === 'page-privacy' && (
            <Text mb={12}>
              Your forms ask for personal data, so the site needs a privacy notice. Add another one before you go on.
            </Text>
          )}
          <LinkList links={links} drafts={queryClient.getQueryData<readonly DraftSummary[]>(draftsKey) ?? []} />
        </>
      ),
      action: `${verb} and update links`,
      danger: verb === 'Remove',
    });
  };
}

interface LinkListProps {
  links: readonly LinkRemoval[];
  /** A draft of an item keeps the link that is removed from the item. */
  drafts: readonly DraftSummary[];
}

function LinkList({ links, drafts }: LinkListProps) {
  const hasDraft = ({ save }: LinkRemoval) =>
    drafts.some(({ section, key }) => section === save.section && key === save.key);
  return (
    <>
      <Text mb={12}>The site links to it. These links change, too. One Undo restores everything.</Text>
      <Stack component="ul" gap={8} fz="sm">
        {links.map((link) => (
          <li key={`${link.save.section}.${link.save.key}`}>
            <strong>{link.title}</strong>
            <br />
            {link.outcomes.join(' ')}
            {hasDraft(link) && (
              <Text c="var(--mantine-color-accent-light-color)">
                It also has an unpublished draft, which keeps the link. You decide when you next open it.
              </Text>
            )}
          </li>
        ))}
      </Stack>
    </>
  );
}
