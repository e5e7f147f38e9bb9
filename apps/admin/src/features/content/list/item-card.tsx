import { Group, Menu, Stack, Text } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconDots,
  IconEye,
  IconEyeOff,
  IconHistory,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ContentItem, GroupedContent } from '@threadline/schema/content/content-item';
import { getField } from '@threadline/schema/content/form-field';
import { getItemTitle } from '@threadline/schema/content/item-name';
import { listPlaceholderFields } from '@threadline/schema/content/placeholder-fields';
import type { DraftSummary } from '@threadline/schema/wire/drafts';
import { type MouseEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { formatClock, formatDate, formatDateTime } from '../../../format/time.ts';
import { useUser } from '../../../session.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { CurrentPicture } from '../../images/current-picture.tsx';
import { findUnsaved } from '../editor/open-editor.tsx';
import { getItemId } from '../model/content-query.ts';
import { findThumbnail, formatPreview, getKindLabel, showsVideo } from '../model/item-text.ts';
import { fillKnownValues } from '../model/known-values.ts';
import { type EntryActions, type ShownItem, withArticle } from '../model/section-model.ts';
import { useLocalText } from '../saving/local-texts.ts';
import classes from './content.module.css';
import { formatEditors, useOtherEditors } from './presence.ts';
import { useSortableCard } from './sortable-list.tsx';
import { StateTag } from './state-tag.tsx';

interface ItemCardProps {
  shown: ShownItem;
  /** Has the values that the site fills in. */
  content: GroupedContent;
  /** The draft of the item on the server. */
  draft?: DraftSummary | undefined;
  isSaving: boolean;
  /** True for the entry that was just created. */
  isNew: boolean;
  /** A change is saved, but not published yet. */
  isPending: boolean;
  /** Why the last change was not accepted. */
  message: ReactNode;
  onEdit: () => void;
  /** Single items have no actions. */
  actions: EntryActions | undefined;
  isSortable: boolean;
  /** The open editor. */
  children: ReactNode;
}

/** The first picture of an item. Logos are shown whole. */
function Thumbnail({ item: { value }, definition }: ShownItem) {
  const src = findThumbnail(value);
  if (!src) return null;
  const isVideo = showsVideo(value) || undefined;
  const isLogo = getField(definition.schema).properties?.logo !== undefined;
  return (
    <span className={classes.thumbnail} data-video={isVideo} data-logo={isLogo || undefined}>
      <CurrentPicture src={src} alt="" loading="lazy" />
      {isVideo && <span className="visually-hidden">Video</span>}
    </span>
  );
}

/** An item with title, type, a preview cut at 200 characters and the date of its last update (Spec §2). */
export function ItemCard(props: ItemCardProps) {
  const { shown, content, draft, isSaving, isNew, isPending, message, onEdit, actions, isSortable, children } = props;
  const { item, definition } = shown;
  const title = getItemTitle(item, definition);
  const { frame, grip } = useSortableCard(item.key, title);
  const isOpen = Boolean(children);
  const opener = useRef<HTMLButtonElement>(null);
  useRestoreFocus(opener, { isOpen, isNew });
  return (
    <li {...(isSortable && frame)} className={classes.card} data-open={isOpen || undefined} data-item={getItemId(item)}>
      <div className={classes.row}>
        {isSortable && !isOpen && grip}
        <Thumbnail {...shown} />
        <Stack
          gap={0}
          className={classes.text}
          // The button is the way of the keyboard and of screen readers.
          onClick={createRowClick(onEdit)}
        >
          <div className={classes.head}>
            <Group gap="2px 8px" className={classes.title}>
              <Text component="h3" lineClamp={2} fw={600}>
                {title}
              </Text>
              <StateTag item={item} hasDrafts={definition.list?.hasDrafts === true} draft={draft} />
              {isPending && !isSaving && <Tag tone="info">pending</Tag>}
              {!isOpen && !isSaving && message === undefined && <UnsavedTag shown={shown} />}
            </Group>
            {!isOpen && (
              <Group gap={6} className={classes.buttons}>
                <Button
                  size="xs"
                  ref={opener}
                  data-opens-row=""
                  onClick={onEdit}
                  leftSection={<IconPencil size={14} aria-hidden="true" />}
                  aria-label={`Edit ${title}`}
                >
                  Edit
                </Button>
                <EntryMenu title={title} shown={shown} actions={actions} />
              </Group>
            )}
          </div>
          {!isOpen && (
            <>
              <Text lineClamp={2} fz="sm">
                {formatPreview(item, definition, (text) => fillKnownValues(text, content))}
              </Text>
              <PlaceholderNote labels={listPlaceholderFields(item).map(({ label }) => label)} />
            </>
          )}
          {item.version > 0 && (
            <small className={classes.meta} title={`Updated ${formatAuthor(item)}`}>
              {getKindLabel(definition)} · {isSaving ? 'saving…' : formatUpdate(item)}
            </small>
          )}
          {draft && draft.version > 0 && <small>Draft saved {formatAuthor(draft)}</small>}
          {draft?.schedule?.problem && (
            <Alert role="alert">
              It could not be published at {formatDateTime(draft.schedule.at)}. {draft.schedule.problem}
            </Alert>
          )}
          <EditedBy id={getItemId(item)} isOpen={isOpen} />
          {message && !isOpen && (
            <Alert role="alert" actions={<TextButton onClick={onEdit}>Open your text</TextButton>}>
              {message}
            </Alert>
          )}
        </Stack>
        {isOpen && item.version > 0 && (
          <Link to="/content/history" search={{ section: item.section, item: item.key }}>
            History
          </Link>
        )}
      </div>
      {children}
    </li>
  );
}

/** Returns a handler of clicks that mean the closed row: not a button in it or in its menu, and not the selection of a text. */
const createRowClick =
  (onEdit: () => void) =>
  ({ target, currentTarget }: MouseEvent): void => {
    if (!(target instanceof Element) || !currentTarget.contains(target) || currentTarget.closest('[data-open]')) return;
    if (!target.closest('a, button, [role="alert"]') && window.getSelection()?.isCollapsed !== false) onEdit();
  };

/** Focuses the Edit button when the editor closes or a new card appears, unless the user has focused something else. */
function useRestoreFocus(
  button: RefObject<HTMLElement | null>,
  { isOpen, isNew }: { isOpen: boolean; isNew: boolean },
) {
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    const card = button.current?.closest('[data-item]');
    // `useFocusFallback` may have moved the focus to the screen around the card already.
    if (!card || !(hasClosed || isNew) || !document.activeElement?.contains(card)) return;
    button.current?.focus({ preventScroll: true });
    const { top, bottom } = card.getBoundingClientRect();
    const scroller = card.closest('[data-scrolls]')?.getBoundingClientRect();
    if (scroller && (top < scroller.top || bottom > scroller.bottom)) card.scrollIntoView({ block: 'center' });
  }, [button, isOpen, isNew]);
}

function formatAuthor({ updatedAt, updatedBy }: Pick<ContentItem, 'updatedAt' | 'updatedBy'>): string {
  return `${formatDateTime(updatedAt)}${updatedBy ? ` by ${updatedBy}` : ''}`;
}

/** `Today 16:59, Administrator`: the short form of the same, for one line. */
function formatUpdate({ updatedAt, updatedBy }: Pick<ContentItem, 'updatedAt' | 'updatedBy'>): string {
  const day = formatDate(updatedAt);
  return [day === 'Today' ? `${day} ${formatClock(updatedAt)}` : day, updatedBy].filter(Boolean).join(', ');
}

function UnsavedTag({ shown }: { shown: ShownItem }) {
  const stored = useLocalText({ userId: useUser()._id, id: getItemId(shown.item) });
  return findUnsaved(stored, shown) && <Tag tone="warning">unsaved changes</Tag>;
}

/** Who else has the item open. Nothing is locked: the second save leads to the conflict view. */
function EditedBy({ id, isOpen }: { id: string; isOpen: boolean }) {
  const names = useOtherEditors().flatMap(({ place, name }) => (place === id ? [name] : []));
  const label = formatEditors(names, isOpen ? 'this, too' : 'this');
  if (!label) return null;
  return (
    <Group gap={6} mt={4} c="bright" fz="xs" fw={550}>
      <Avatar name={names[0] ?? ''} isSmall />
      <span>
        {label}
        {isOpen && '. If you save later than they do, you see both texts and choose.'}
      </span>
    </Group>
  );
}

function PlaceholderNote({ labels }: { labels: string[] }) {
  if (labels.length === 0) return null;
  return (
    <Text my={4} c="var(--mantine-color-accent-light-color)" fz="sm">
      <Tag tone="warning">placeholder</Tag> {labels.join(', ')}
    </Text>
  );
}

const visibilityLabels = {
  shown: { show: 'Show on the site', hide: 'Hide from the site' },
  published: { show: 'Publish', hide: 'Unpublish' },
};

interface EntryMenuProps {
  title: string;
  shown: ShownItem;
  actions: EntryActions | undefined;
}

function EntryMenu({ title, shown: { item, definition }, actions }: EntryMenuProps) {
  const { section, key, metadata, version } = item;
  const navigate = useNavigate();
  const labels = definition.list?.hasDrafts ? visibilityLabels.published : visibilityLabels.shown;
  if (version === 0) return null;
  const entries = actions
    ? [
        { label: 'Move up', icon: IconArrowUp, run: actions.moveUp },
        { label: 'Move down', icon: IconArrowDown, run: actions.moveDown },
        {
          label: `Add ${withArticle(definition.list?.itemTitle ?? 'entry')}${definition.list?.newFirst ? '' : ' after it'}`,
          icon: IconPlus,
          run: actions.add,
        },
        { label: 'Duplicate', icon: IconCopy, run: actions.duplicate },
        metadata.hidden
          ? { label: labels.show, icon: IconEye, run: actions.toggleHidden }
          : { label: labels.hide, icon: IconEyeOff, run: actions.toggleHidden },
        { label: 'Remove', icon: IconTrash, run: actions.remove, color: 'danger' },
      ]
    : [];
  return (
    <Menu position="bottom-end" shadow="md" width={200}>
      <Menu.Target>
        <IconButton icon={IconDots} label={`More for ${title}`} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconHistory size={16} />}
          onClick={() => navigate({ to: '/content/history', search: { section, item: key } })}
        >
          History
        </Menu.Item>
        {entries.map(({ label, icon: Icon, run, color }) => (
          <Menu.Item key={label} leftSection={<Icon size={16} />} color={color} disabled={!run} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
