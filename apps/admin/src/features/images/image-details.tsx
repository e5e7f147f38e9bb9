import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Switch, TagsInput, Textarea } from '@mantine/core';
import { IconTrash, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Image, imageTagSchema, maxAltLength } from '@threadline/schema/image';
import { useEffect, useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { dateTimeOf, sizeOf } from '../../format/time.ts';
import { setUnsaved } from '../../store/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { CopyIconButton } from '../../ui/copy-button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import sidePanel from '../../ui/side-panel.module.css';
import { FocalPoint } from './focal-point.tsx';
import { getPublicUrl } from './image-card.tsx';
import classes from './image-details.module.css';
import { changedValues, type ImageValues } from './image-edits.ts';
import { ImageUses } from './image-uses.tsx';
import { refreshImages } from './images-query.ts';

interface ImageDetailsProps {
  image: Image;
  onClose: () => void;
  onSaved: (image: Image) => void;
  onRemove: (image: Image) => void;
}

function useImageForm(image: Image, onSaved: (image: Image) => void) {
  const queryClient = useQueryClient();
  const [edits, setEdits] = useState<Partial<ImageValues>>({});
  const values: ImageValues = { ...image, ...edits };
  const changed = changedValues(image, edits);
  const isDirty = Object.keys(changed).length > 0;
  const save = useMutation({
    mutationFn: () =>
      answerOf(
        api.client.upload.image[':id'].$patch({
          param: { id: image._id },
          json: changed.decorative ? { ...changed, alt: '' } : changed,
        }),
      ),
    onSuccess: ({ image: saved }) => {
      setUnsaved('image-form', undefined);
      setEdits({});
      onSaved(saved);
      refreshImages(queryClient);
    },
  });
  useEffect(() => {
    setUnsaved('image-form', isDirty ? 'open' : undefined);
    return () => setUnsaved('image-form', undefined);
  }, [isDirty]);
  return {
    values,
    isDirty,
    save,
    change: (part: Partial<ImageValues>) => {
      save.reset();
      setEdits((before) => ({ ...before, ...part }));
    },
  };
}

function placeholderOf({ decorative }: ImageValues, { hasAltInContent }: Image): string {
  if (decorative) return 'Screen readers skip it';
  return hasAltInContent
    ? 'Described where it is shown; words here would serve other places.'
    : 'What would you say over the phone?';
}

/** Description, focal point and tags of one image, and where it is shown. */
export function ImageDetails({ image, onClose, onSaved, onRemove }: ImageDetailsProps) {
  const { values, isDirty, save, change } = useImageForm(image, onSaved);
  const badTag = values.tags.map((tag) => imageTagSchema.safeParse(tag).error?.issues[0]?.message).find(Boolean);
  const lacksAlt = values.alt.trim() === '' && !values.decorative && !image.hasAltInContent;

  return (
    <aside className={`panel ${sidePanel.panel} ${classes.details}`} aria-label={`Details of ${image.originalName}`}>
      <div className="panel-head">
        <h2>{image.originalName}</h2>
        <IconButton label="Close the details" onClick={onClose}>
          <IconX size={18} />
        </IconButton>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!badTag) save.mutate();
        }}
      >
        <FocalPoint src={image.url} focus={values.focus} onChange={(focus) => change({ focus })} />
        <Textarea
          label="Alt text"
          placeholder={placeholderOf(values, image)}
          description={values.decorative ? undefined : `${values.alt.length} of ${maxAltLength}`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          value={values.decorative ? '' : values.alt}
          disabled={values.decorative}
          error={lacksAlt && 'Describe the picture, or mark it as decorative.'}
          maxLength={maxAltLength}
          autosize
          minRows={2}
          onChange={(event) => change({ alt: event.currentTarget.value })}
        />
        <Switch
          label="Decorative, screen readers skip it"
          checked={values.decorative}
          onChange={(event) => change({ decorative: event.currentTarget.checked })}
        />
        <TagsInput
          label="Tags"
          placeholder="Add a tag"
          data={['hero', 'banner', 'gallery']}
          value={values.tags}
          onChange={(next) => change({ tags: next.map((tag) => tag.trim().toLowerCase()) })}
          error={badTag}
        />
        <ImageUses image={image} />
        <dl>
          <dt>Size</dt>
          <dd>
            {image.width} × {image.height}, {sizeOf(image.bytes)}; served in {image.variants.length} sizes
          </dd>
          <dt>Uploaded</dt>
          <dd>
            {dateTimeOf(image.uploadedAt)} by {image.uploadedBy ?? 'the system'}
          </dd>
        </dl>
        <ErrorAlert error={save.error} fallback="It could not be saved." />
        <div className={classes.detailButtons} data-takes-over="">
          <Button type="submit" variant="filled" loading={save.isPending} disabled={!isDirty}>
            Save
          </Button>
          <CopyIconButton text={getPublicUrl(image)} label={`Copy URL of ${image.originalName}`} />
          <span role="status" className="meta">
            {save.isSuccess && !isDirty ? 'Saved' : ''}
          </span>
          <Button
            variant="subtle"
            color="danger"
            onClick={() => onRemove(image)}
            leftSection={<IconTrash size={16} aria-hidden="true" />}
          >
            Delete
          </Button>
        </div>
      </form>
    </aside>
  );
}
