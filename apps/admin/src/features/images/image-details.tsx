import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { TagsInput, Textarea } from '@mantine/core';
import { IconTrash, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Image, imageTagSchema } from '@threadline/schema/image';
import { useState } from 'react';
import { answerOf, api, sentenceOf } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import sidePanel from '../../ui/side-panel.module.css';
import { dateTimeOf, sizeOf } from '../../ui/time.ts';
import classes from './images.module.css';

interface ImageDetailsProps {
  image: Image;
  onClose: () => void;
  onRemove: () => void;
}

const maxAlt = 240;

/** Description and tags of one image. */
export function ImageDetails({ image, onClose, onRemove }: ImageDetailsProps) {
  const queryClient = useQueryClient();
  const [alt, setAlt] = useState(image.alt);
  const [tags, setTags] = useState(image.tags);
  const save = useMutation({
    mutationFn: () =>
      answerOf(api.client.upload.image[':id'].$patch({ param: { id: image._id }, json: { alt, tags } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['images'] }),
  });
  const badTag = tags.map((tag) => imageTagSchema.safeParse(tag).error?.issues[0]?.message).find(Boolean);
  const isDirty = alt !== image.alt || tags.join() !== image.tags.join();

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
        <img src={image.url} alt="" />
        <Textarea
          label="Description"
          description="What would you say about it over the phone? Leave empty if it only decorates."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={alt}
          maxLength={maxAlt}
          autosize
          minRows={2}
          onChange={(event) => setAlt(event.currentTarget.value)}
        />
        <TagsInput
          label="Tags"
          placeholder="Add a tag"
          data={['hero', 'banner', 'gallery']}
          value={tags}
          onChange={(next) => setTags(next.map((tag) => tag.trim().toLowerCase()))}
          error={badTag}
        />
        <dl>
          <dt>Size</dt>
          <dd>
            {image.width} × {image.height}, {sizeOf(image.bytes)}
          </dd>
          <dt>Uploaded</dt>
          <dd>{dateTimeOf(image.uploadedAt)}</dd>
        </dl>
        {save.error && (
          <div className="alert" role="alert">
            {sentenceOf(save.error, 'It could not be saved.')}
          </div>
        )}
        <div className={classes.detailButtons}>
          <Button type="submit" variant="filled" loading={save.isPending} disabled={!isDirty}>
            Save
          </Button>
          <Button variant="subtle" color="madder" onClick={onRemove} leftSection={<IconTrash size={16} />}>
            Delete
          </Button>
          <span role="status" className="meta">
            {save.isSuccess && !isDirty ? 'Saved' : ''}
          </span>
        </div>
      </form>
    </aside>
  );
}
