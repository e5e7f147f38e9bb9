import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconDots,
  IconEye,
  IconEyeOff,
  IconHistory,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ContentItem } from '@threadline/schema/content-item';
import { titleOf } from '@threadline/schema/item-name';
import { type ReactNode, useRef } from 'react';
import { dateTimeOf, initialsOf } from '../../../format/time.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useComeBack } from '../editor/use-restore-focus.ts';
import { itemId } from '../model/content-query.ts';
import { kindOf, placeholdersOf, previewOf, thumbnailOf } from '../model/item-text.ts';
import type { ShownItem } from '../model/section-model.ts';
import classes from './content.module.css';
import type { EntryActions } from './entry-actions.ts';
import { editingWords, useEditingElsewhere } from './presence.ts';
import { useSortableCard } from './sortable-list.tsx';

interface ItemCardProps {
  shown: ShownItem;
  isSaving: boolean;
  /** Words were typed here and not saved. */
  hasDraft: boolean;
  /** What the server did not accept. */
  problem?: string;
  onEdit: () => void;
  /** Left out while words wait for a decision. */
  onDismiss?: () => void;
  /** Only entries of lists can be moved, hidden or removed. */
  actions?: EntryActions;
  isSortable: boolean;
  /** The open editor. */
  children?: ReactNode;
}

/** Spec §2: title, type, a preview cut at 200 characters and the date of the last update. */
export function ItemCard(props: ItemCardProps) {
  const { shown, isSaving, hasDraft, problem, onEdit, onDismiss, actions, isSortable, children } = props;
  const { item, definition } = shown;
  const title = titleOf(item, definition);
  const { frame, grip } = useSortableCard(item.key, title);
  const thumbnail = thumbnailOf(item.value);
  const isOpen = Boolean(children);
  const opener = useRef<HTMLButtonElement>(null);
  useComeBack(opener, { id: itemId(item), isOpen });
  return (
    <li
      {...(isSortable && frame)}
      className={classes.card}
      data-open={isOpen || undefined}
      data-item={`${item.section}.${item.key}`}
    >
      <div className={classes.row}>
        {isSortable && !isOpen && grip}
        {thumbnail && <img className={classes.thumbnail} src={thumbnail} alt="" loading="lazy" />}
        <div className={classes.words}>
          <div className={classes.title}>
            <h3>{title}</h3>
            <span className="tag">{kindOf(definition)}</span>
            {item.metadata.hidden && (
              <span className="tag" data-tone="waiting">
                hidden
              </span>
            )}
            {hasDraft && (
              <span className="tag" data-tone="waiting">
                unsaved text
              </span>
            )}
          </div>
          {!isOpen && (
            <>
              <p className={classes.preview}>{previewOf(item, definition)}</p>
              <PlaceholderNote fields={placeholdersOf(item, definition)} />
            </>
          )}
          <p className="meta">
            {isSaving
              ? 'Saving…'
              : `Updated ${dateTimeOf(item.updatedAt)}${item.updatedBy ? ` by ${item.updatedBy}` : ''}`}
          </p>
          <EditedBy id={`${item.section}.${item.key}`} isOpen={isOpen} />
          {problem && !isOpen && (
            <div className="alert" role="alert">
              <span>{problem}</span>
              <button type="button" className="text-button" onClick={onDismiss ?? onEdit}>
                {onDismiss ? 'Close' : 'Open your text'}
              </button>
            </div>
          )}
        </div>
        {isOpen && (
          <Link to="/content/history" search={{ section: item.section, item: item.key }} className={classes.history}>
            History
          </Link>
        )}
        {!isOpen && (
          <div className={classes.buttons}>
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
            <EntryMenu title={title} item={item} actions={actions} />
          </div>
        )}
      </div>
      {children}
    </li>
  );
}

/** That somebody else has it open, too. It keeps nobody from anything: two saves meet in the comparison. */
function EditedBy({ id, isOpen }: { id: string; isOpen: boolean }) {
  const names = useEditingElsewhere().flatMap(({ place, name }) => (place === id ? [name] : []));
  const words = editingWords(names, isOpen ? 'this, too' : 'this');
  if (!words) return null;
  return (
    <p className={classes.editedBy}>
      <span className="avatar" data-small aria-hidden="true">
        {initialsOf(names[0] ?? '')}
      </span>
      <span>
        {words}
        {isOpen && '. Whoever saves later is shown both texts.'}
      </span>
    </p>
  );
}

function PlaceholderNote({ fields }: { fields: string[] }) {
  if (fields.length === 0) return null;
  return (
    <p className={classes.placeholders}>
      <span className="tag" data-tone="waiting">
        placeholder
      </span>{' '}
      Put your own: {fields.join(', ')}
    </p>
  );
}

interface EntryMenuProps {
  title: string;
  item: ContentItem;
  actions: EntryActions | undefined;
}

function EntryMenu({ title, item, actions }: EntryMenuProps) {
  const { section, key, metadata } = item;
  const { hidden } = metadata;
  const navigate = useNavigate();
  return (
    <Menu position="bottom-end" shadow="md" width={200}>
      <Menu.Target>
        <IconButton label={`More for ${title}`}>
          <IconDots size={18} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconHistory size={16} />}
          onClick={() => navigate({ to: '/content/history', search: { section, item: key } })}
        >
          History
        </Menu.Item>
        {actions && (
          <>
            <Menu.Item leftSection={<IconArrowUp size={16} />} disabled={!actions.moveUp} onClick={actions.moveUp}>
              Move up
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown size={16} />}
              disabled={!actions.moveDown}
              onClick={actions.moveDown}
            >
              Move down
            </Menu.Item>
            <Menu.Item leftSection={<IconCopy size={16} />} disabled={!actions.duplicate} onClick={actions.duplicate}>
              Duplicate
            </Menu.Item>
            <Menu.Item
              leftSection={hidden ? <IconEye size={16} /> : <IconEyeOff size={16} />}
              onClick={actions.toggleHidden}
            >
              {hidden ? 'Show on the site' : 'Hide from the site'}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconTrash size={16} />}
              color="danger"
              disabled={!actions.remove}
              onClick={actions.remove}
            >
              Remove
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
