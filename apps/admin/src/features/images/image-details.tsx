import { Group, Stack, TagsInput, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Image, imageTagSchema, maxAltLength } from '@threadline/schema/content/image';
import { type ReactNode, useEffect, useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { formatDateTime, formatFileSize, formatPlayTime } from '../../format/time.ts';
import { useUnsavedEdits } from '../../store/open-edits.ts';
import { setUnsaved } from '../../store/unsaved.ts';
import { ErrorAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyIconButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ActionBar, SidePanel } from '../../ui/panel.tsx';
import { useSideBySide } from '../../ui/use-media.ts';
import { DecorativeCheckbox } from './decorative-checkbox.tsx';
import { FocalPoint } from './focal-point.tsx';
import { ImageFileActions } from './image-file-actions.tsx';
import { commonTags, normalizeTag } from './image-tags.ts';
import { WhereUsed } from './image-uses.tsx';
import classes from './images.module.css';
import { getPublicUrl, refreshImages } from './images-query.ts';
import { VideoFields } from './video-fields.tsx';

interface ImageDetailsProps {
  image: Image;
  onClose: () => void;
  onSaved: (image: Image) => void;
  onRemove: (image: Image) => void;
}

type ImageValues = Pick<Image, 'alt' | 'decorative' | 'tags' | 'focus'>;

const getValues = ({ alt, decorative, tags, focus }: Image): ImageValues => ({ alt, decorative, tags, focus });

const findTagError = (tags: string[]) =>
  tags.map((tag) => imageTagSchema.safeParse(tag).error?.issues[0]?.message).find(Boolean);

function useImageForm(image: Image, onSaved: (image: Image) => void) {
  const form = useForm<ImageValues>({
    initialValues: getValues(image),
    transformValues: (values) => (values.decorative ? { ...values, alt: '' } : values),
    validateInputOnChange: true,
    validate: { tags: findTagError },
  });
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (values: ImageValues) => {
      // Unchanged values are left out: another editor may have changed them meanwhile.
      const isChanged = ([name]: [string, unknown]) =>
        form.isDirty(name) || (name === 'alt' && form.isDirty('decorative'));
      const json = Object.fromEntries(Object.entries(values).filter(isChanged)) as Partial<ImageValues>;
      return unwrap(api.client.upload.image[':id'].$patch({ param: { id: image._id }, json }));
    },
    onSuccess: ({ image: saved }) => {
      const values = getValues(saved);
      form.setInitialValues(values);
      form.setValues(values);
      setUnsaved('image-form', undefined);
      onSaved(saved);
      refreshImages(queryClient);
    },
  });
  useUnsavedEdits('image-form', form.isDirty());
  return { form, save };
}

function getAltPlaceholder(isDecorative: boolean, { hasAltInContent }: Image): string {
  if (isDecorative) return 'Not needed for a decorative image';
  return hasAltInContent ? 'The content has its own alt text. This one is for other places.' : 'Describe the image';
}

/** Alt text, focal point, tags and uses of one image. */
export function ImageDetails({ image, onClose, onSaved, onRemove }: ImageDetailsProps) {
  const { form, save } = useImageForm(image, onSaved);
  const onPictureChanged = (changed: Image) => {
    // The focal point has moved with the picture. Other values that were typed stay.
    form.setInitialValues({ ...form.getInitialValues(), focus: changed.focus });
    form.setFieldValue('focus', changed.focus);
    onSaved(changed);
  };
  return (
    <DetailsFrame name={image.originalName} onClose={onClose}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack gap={14} p="md">
          {image.video ? (
            <>
              <VideoFields image={image} />
              <Textarea
                {...form.getInputProps('alt')}
                label="Description of the video"
                placeholder="Describe what the video shows"
                description={<AltFoot alt={form.values.alt}>{altHint}</AltFoot>}
                maxLength={maxAltLength}
                autosize
                minRows={2}
              />
            </>
          ) : (
            <PictureFields form={form} image={image} onPictureChanged={onPictureChanged} />
          )}
          <TagsInput
            {...form.getInputProps('tags')}
            label="Tags"
            placeholder="Add a tag"
            data={commonTags}
            onChange={(tags) => form.setFieldValue('tags', tags.map(normalizeTag))}
          />
          <WhereUsed image={image} />
          <dl>
            <dt>Size</dt>
            <dd>
              {image.width} × {image.height}, {formatFileSize(image.bytes)}
              {image.video && `, ${formatPlayTime(image.video.durationMs)}${image.video.hasSound ? '' : ', no sound'}`}
            </dd>
            <dt>Uploaded</dt>
            <dd>
              {formatDateTime(image.uploadedAt)} by {image.uploadedBy ?? 'the system'}
            </dd>
          </dl>
          <ErrorAlert error={save.error} fallback="The changes could not be saved. Try again." />
          <ActionBar>
            <Button type="submit" variant="filled" loading={save.isPending} disabled={!form.isDirty()}>
              Save
            </Button>
            <CopyIconButton text={getPublicUrl(image)} label={`Copy URL of ${image.originalName}`} />
            <small role="status">{save.isSuccess && !form.isDirty() ? 'Saved' : ''}</small>
            <Button
              ml="auto"
              variant="subtle"
              color="danger"
              onClick={() => onRemove(image)}
              leftSection={<IconTrash size={16} aria-hidden="true" />}
            >
              Delete
            </Button>
          </ActionBar>
        </Stack>
      </form>
    </DetailsFrame>
  );
}

interface DetailsFrameProps {
  name: string;
  onClose: () => void;
  children: ReactNode;
}

/** A panel beside the grid. Where there is no room for it, a dialog over the grid, which returns the focus to the tile. */
function DetailsFrame({ name, onClose, children }: DetailsFrameProps) {
  const label = `Details of ${name}`;
  const closeLabel = 'Close the details';
  const isDialog = !useSideBySide();
  useEffect(() => {
    const opener = document.activeElement;
    return () => {
      if (isDialog && opener instanceof HTMLElement) opener.focus();
    };
  }, [isDialog]);
  if (!isDialog)
    return (
      <SidePanel label={label} title={name} closeLabel={closeLabel} onClose={onClose}>
        {children}
      </SidePanel>
    );
  return (
    <Dialog
      opened
      fullScreen
      title={
        <>
          <span className="visually-hidden">Details of </span>
          {name}
        </>
      }
      closeButtonProps={{ 'aria-label': closeLabel }}
      onClose={onClose}
      classNames={{
        content: classes.sheet,
        header: classes.sheetHeader,
        body: classes.sheetBody,
        title: classes.sheetTitle,
      }}
    >
      {children}
    </Dialog>
  );
}

interface PictureFieldsProps {
  image: Image;
  form: ReturnType<typeof useImageForm>['form'];
  onPictureChanged: (changed: Image) => void;
}

function PictureFields({ image, form, onPictureChanged }: PictureFieldsProps) {
  const { alt, decorative, focus } = form.values;
  const [isVisited, setVisited] = useState(false);
  /** Whether the picture is another one since the alt text was written. */
  const [isAltOld, setAltOld] = useState(false);
  const [isFocusReset, setFocusReset] = useState(false);
  // Not so any more once the former file is restored.
  const isInMiddle = focus.x === 50 && focus.y === 50;
  const isAltMissing = isVisited && alt.trim() === '' && !decorative && !image.hasAltInContent;
  const altProps = form.getInputProps('alt');
  const changeFocus = (next: Image['focus']) => {
    setFocusReset(false);
    form.setFieldValue('focus', next);
  };
  return (
    <>
      <FocalPoint src={image.url} focus={focus} onChange={changeFocus} />
      <ImageFileActions
        image={image}
        onChanged={onPictureChanged}
        onReplaced={() => {
          setAltOld(alt !== '');
          setFocusReset(focus.x !== 50 || focus.y !== 50);
        }}
      />
      {isFocusReset && isInMiddle && (
        <Text role="status" c="dimmed" fz="sm">
          The part to keep in view is the middle again.
        </Text>
      )}
      <Stack gap={8}>
        <Textarea
          {...altProps}
          label="Alt text"
          placeholder={getAltPlaceholder(decorative, image)}
          description={
            decorative ? undefined : (
              <AltFoot alt={alt}>{isAltOld ? 'Does this text still describe the new image?' : altHint}</AltFoot>
            )
          }
          value={decorative ? '' : alt}
          disabled={decorative}
          error={isAltMissing && 'Describe the image, or mark it as decorative.'}
          onChange={(event) => {
            setAltOld(false);
            altProps.onChange(event);
          }}
          onBlur={(event) => {
            setVisited(true);
            altProps.onBlur?.(event);
          }}
          maxLength={maxAltLength}
          autosize
          minRows={2}
        />
        <DecorativeCheckbox
          {...form.getInputProps('decorative', { type: 'checkbox' })}
          description="For an image that only looks nice, such as a pattern."
        />
      </Stack>
    </>
  );
}

const altHint = 'Describes the image for blind visitors and search engines.';

/** A hint, and on the right the counter, as below the fields of the content. */
function AltFoot({ alt, children }: { alt: string; children?: ReactNode }) {
  return (
    <Group component="span" gap={12} align="flex-start" justify="space-between" wrap="nowrap">
      <span>{children}</span>
      <Text span flex="none">
        {alt.length} of {maxAltLength}
      </Text>
    </Group>
  );
}
