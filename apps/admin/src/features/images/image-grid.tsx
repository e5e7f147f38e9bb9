import { Checkbox, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Image } from '@threadline/schema/content/image';
import { useEffect, useState } from 'react';
import { formatDateTime, formatFileSize } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { CopyIconButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { ImageThumbnail } from './image-thumbnail.tsx';
import classes from './images.module.css';
import { getPublicUrl, trashedThumbnailQuery } from './images-query.ts';
import type { ImageSelection } from './use-image-selection.ts';
import { useVirtualGrid, VirtualGrid } from './virtual-grid.tsx';

interface GridProps {
  images: readonly Image[];
  /** The number of all matching images, loaded or not. */
  total: number;
  onEndNear: () => void;
}

interface ImageGridProps extends GridProps {
  openId: string | undefined;
  onOpen: (image: Image) => void;
  onRemove: (image: Image) => void;
  selection: ImageSelection;
}

/** The images of the library. */
export function ImageGrid({ images, total, onEndNear, openId, onOpen, onRemove, selection }: ImageGridProps) {
  const count = images.length;
  const toggle = ({ _id }: Image, { shiftKey }: { shiftKey: boolean }) =>
    selection.toggle(images, { id: _id, isRange: shiftKey });
  const grid = useVirtualGrid({ count, total, onEndNear, minCellWidth: 180, captionHeight: 78 });
  return (
    <VirtualGrid grid={grid} items={images.map((image) => ({ key: image._id, image }))} total={total}>
      {({ image }) => (
        <>
          <button
            type="button"
            className={classes.open}
            aria-label={`Details of ${image.originalName}`}
            aria-pressed={image._id === openId}
            data-selected={selection.ids.has(image._id) || undefined}
            onClick={(event) =>
              event.shiftKey || event.ctrlKey || event.metaKey ? toggle(image, event) : onOpen(image)
            }
          >
            <span className={classes.picture}>
              <ImageThumbnail image={image} alt={image.alt} />
            </span>
            <Name image={image} />
          </button>
          <SelectBox
            image={image}
            isSelected={selection.ids.has(image._id)}
            onToggle={(event) => toggle(image, event)}
          />
          <Group gap={2} wrap="nowrap">
            <AltState image={image} />
            <CopyIconButton text={getPublicUrl(image)} label={`Copy URL of ${image.originalName}`} />
            <IconButton
              icon={IconTrash}
              label={`Delete ${image.originalName}`}
              size={28}
              onClick={() => onRemove(image)}
            />
          </Group>
        </>
      )}
    </VirtualGrid>
  );
}

interface SelectBoxProps {
  image: Image;
  isSelected: boolean;
  onToggle: (event: { shiftKey: boolean }) => void;
}

/** Outside the button that opens the details, over a corner of its picture. */
function SelectBox({ image, isSelected, onToggle }: SelectBoxProps) {
  return (
    <Checkbox
      label={<span className="visually-hidden">Select {image.originalName}</span>}
      classNames={{ root: classes.select, inner: classes.selectBox, label: classes.selectLabel }}
      checked={isSelected}
      onChange={({ nativeEvent }) => onToggle({ shiftKey: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey })}
    />
  );
}

function Name({ image }: { image: Image }) {
  return (
    <Text span truncate display="block" mt={6} c="bright" fw={600}>
      {image.originalName}
    </Text>
  );
}

function AltState({ image: { alt, decorative, hasAltInContent, bytes, video } }: { image: Image }) {
  const isMissing = video ? video.poster === '' : !alt && !decorative && !hasAltInContent;
  const note = video || isMissing ? '' : decorative ? 'Decorative, ' : alt ? '' : 'Described where it is used, ';
  return (
    <Group gap="2px 6px" mr="auto" c="dimmed" fz="xs">
      {isMissing && <Tag tone="warning">{video ? 'No poster image' : 'No alt text'}</Tag>}
      {note}
      {formatFileSize(bytes)}
    </Group>
  );
}

interface TrashGridProps extends GridProps {
  onRestore: (image: Image) => void;
}

/** The images in the trash. */
export function TrashGrid({ images, total, onEndNear, onRestore }: TrashGridProps) {
  const count = images.length;
  const grid = useVirtualGrid({ count, total, onEndNear, minCellWidth: 180, captionHeight: 120 });
  const restore = (image: Image) => {
    // The button disappears with its card, so the list takes the focus.
    grid.list.current?.focus({ preventScroll: true });
    onRestore(image);
  };
  const items = images.map((image) => ({ key: image._id, image }));
  return (
    <VirtualGrid grid={grid} items={items} total={total} tabIndex={-1} aria-label="Trash">
      {({ image }) => (
        <>
          <TrashedPicture image={image} />
          <Name image={image} />
          <Text c="dimmed" fz="xs" mb={8}>
            {image.trashed && `Until ${formatDateTime(image.trashed.until)}`}
          </Text>
          <Button
            size="xs"
            aria-label={`Restore ${image.originalName}`}
            onClick={() => restore(image)}
            leftSection={<IconArrowBackUp size={14} aria-hidden="true" />}
          >
            Restore
          </Button>
        </>
      )}
    </VirtualGrid>
  );
}

/** Shows the thumbnail under an address that exists only in this window, while the card is shown. */
function TrashedPicture({ image }: { image: Image }) {
  const { data: thumbnail } = useQuery({ ...trashedThumbnailQuery(image), enabled: image.video === undefined });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!thumbnail) return;
    const created = URL.createObjectURL(thumbnail);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [thumbnail]);
  if (image.video)
    return (
      <span className={classes.picture}>
        <ImageThumbnail image={image} alt="" />
      </span>
    );
  return <span className={classes.picture}>{url && <img src={url} alt={image.alt} decoding="async" />}</span>;
}
