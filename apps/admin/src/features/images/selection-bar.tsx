import { Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { IconTag, IconTagOff, IconTrash, IconX } from '@tabler/icons-react';
import { type Image, imageTagSchema, maxImagesPerAction } from '@threadline/schema/content/image';
import { type FormEvent, type ReactNode, useState } from 'react';
import { formatCount } from '../../format/numbers.ts';
import { ErrorAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useRootAttribute } from '../../ui/use-root-attribute.ts';
import { commonTags, normalizeTag } from './image-tags.ts';
import classes from './selection.module.css';
import type { BulkChange } from './use-bulk-change.ts';
import { useFindUsed } from './use-find-used.ts';
import type { ImageSelection } from './use-image-selection.ts';

interface SelectionBarProps {
  selection: ImageSelection;
  /** The loaded images. */
  images: readonly Image[];
  /** The number of all matching images, loaded or not. */
  total: number;
  isLoadingAll: boolean;
  onSelectAll: () => void;
  bulk: BulkChange;
}

/** The bar with the actions for the selected images. */
export function SelectionBar({ selection, images, total, isLoadingAll, onSelectAll, bulk }: SelectionBarProps) {
  useRootAttribute('data-has-bar', '');
  const confirm = useConfirm();
  const findUsed = useFindUsed();
  const ids = [...selection.ids];
  const selected = images.filter(({ _id }) => selection.ids.has(_id));
  const tags = [...new Set(selected.flatMap((image) => image.tags))].sort();
  const selectable = Math.min(total, maxImagesPerAction);

  const remove = async () => {
    const used = await findUsed(selected);
    const rest = ids.length - (used?.length ?? 0);
    const question = {
      title: `Delete ${formatCount(rest > 0 ? rest : ids.length, 'image')}`,
      text: <DeleteNote used={used} rest={rest} />,
      action: 'Delete',
    };
    if (await confirm(question)) bulk.change({ action: 'delete', ids });
  };

  return (
    <section className={classes.bar} aria-label="Selected images">
      <Group gap="4px 12px" className={classes.count}>
        <strong role="status">{ids.length} selected</strong>
        {ids.length < selectable && (
          <TextButton onClick={onSelectAll} disabled={isLoadingAll}>
            {isLoadingAll ? 'Loading…' : `Select ${selectable < total ? 'the first' : 'all'} ${selectable}`}
          </TextButton>
        )}
      </Group>
      <Group gap={8} className={classes.actions}>
        <TagPopover label="Add tag" icon={<IconTag size={16} aria-hidden="true" />} isBusy={bulk.isPending}>
          {(close) => (
            <AddTagForm
              suggestions={[...new Set([...commonTags, ...images.flatMap((image) => image.tags).sort()])]}
              onAdd={(tag) => {
                bulk.change({ action: 'add-tag', tag, ids });
                close();
              }}
            />
          )}
        </TagPopover>
        <TagPopover label="Remove tag" icon={<IconTagOff size={16} aria-hidden="true" />} isBusy={bulk.isPending}>
          {(close) =>
            tags.length === 0 ? (
              <Text tabIndex={-1}>The selected images have no tags.</Text>
            ) : (
              <TagButtons
                tags={tags}
                label="Remove the tag"
                onChoose={(tag) => {
                  bulk.change({ action: 'remove-tag', tag, ids });
                  close();
                }}
              />
            )
          }
        </TagPopover>
        <Button
          size="xs"
          color="danger"
          variant="light"
          disabled={bulk.isPending}
          onClick={remove}
          leftSection={<IconTrash size={16} aria-hidden="true" />}
        >
          Delete
        </Button>
      </Group>
      <IconButton icon={IconX} label="Clear the selection" onClick={selection.clear} className={classes.clear} />
      <ErrorAlert error={bulk.error} fallback="Nothing was changed. Try again." />
    </section>
  );
}

/** Says which of the selected images stay. */
function DeleteNote({ used, rest }: { used: readonly Image[] | undefined; rest: number }) {
  if (!used) return 'They move to the trash. Images that are used on the site stay. You can undo this.';
  const names = new Intl.ListFormat('en-IN').format(used.map(({ originalName }) => originalName));
  const [are, stay] = used.length === 1 ? ['is', 'stays'] : ['are', 'stay'];
  return (
    <>
      {used.length > 0 && (
        <>
          <strong>{names}</strong> {are} used on the site and {stay}.{' '}
        </>
      )}
      {rest > 0 && `${used.length > 0 ? 'The others' : 'They'} move to the trash. You can undo this.`}
    </>
  );
}

interface TagPopoverProps {
  label: string;
  icon: ReactNode;
  isBusy: boolean;
  children: (close: () => void) => ReactNode;
}

function TagPopover({ label, icon, isBusy, children }: TagPopoverProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus position="top" width={260}>
      <Popover.Target>
        <Button size="xs" disabled={isBusy} onClick={() => setOpen(!isOpen)} leftSection={icon}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{children(() => setOpen(false))}</Popover.Dropdown>
    </Popover>
  );
}

function AddTagForm({ suggestions, onAdd }: { suggestions: string[]; onAdd: (tag: string) => void }) {
  const [tag, setTag] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = imageTagSchema.safeParse(normalizeTag(tag));
    if (parsed.success) onAdd(parsed.data);
    else setError(parsed.error.issues[0]?.message);
  };
  return (
    <Stack component="form" gap={12} onSubmit={submit}>
      <TagButtons tags={suggestions} label="Add the tag" onChoose={onAdd} />
      <Group gap={8} align="end" wrap="nowrap">
        <TextInput
          flex={1}
          label="New tag"
          value={tag}
          onChange={(event) => setTag(event.currentTarget.value)}
          error={error}
          maxLength={30}
          data-autofocus
        />
        <Button type="submit" variant="filled" disabled={tag.trim() === ''}>
          Add
        </Button>
      </Group>
    </Stack>
  );
}

interface TagButtonsProps {
  tags: string[];
  /** Names the action for screen readers; the tag follows. */
  label: string;
  onChoose: (tag: string) => void;
}

function TagButtons({ tags, label, onChoose }: TagButtonsProps) {
  return (
    <Group gap={8} className={classes.tags}>
      {tags.map((tag) => (
        <Button key={tag} size="xs" aria-label={`${label} ${tag}`} onClick={() => onChoose(tag)}>
          {tag}
        </Button>
      ))}
    </Group>
  );
}
