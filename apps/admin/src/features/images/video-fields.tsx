import { Group, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Image } from '@threadline/schema/content/image';
import { type ChangeEvent, useRef, useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ErrorAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { ImagePicker } from './image-picker.tsx';
import classes from './images.module.css';
import { getThumbnailUrl, imageAtQuery, refreshImages } from './images-query.ts';
import { makePoster, setPoster } from './video-poster.ts';

/** Shows a video with its poster image and its captions, and changes both at once. */
export function VideoFields({ image }: { image: Image }) {
  // Its first poster image may have been added after the details were opened.
  const video = useQuery(imageAtQuery(image.publicId)).data ?? image;
  return (
    <>
      <PosterField video={video} />
      <CaptionsField video={video} />
    </>
  );
}

function PosterField({ video }: { video: Image }) {
  const element = useRef<HTMLVideoElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [isPicking, setPicking] = useState(false);
  const [isPlayable, setPlayable] = useState(true);
  const change = useMutation({
    mutationFn: async (src: string | HTMLVideoElement) =>
      typeof src === 'string' ? setPoster(video, src) : makePoster(video, src),
  });
  const close = () => {
    setPicking(false);
    choose.current?.focus();
  };
  const poster = video.video?.poster ?? '';
  return (
    <Stack component="section" gap={8} aria-labelledby="video-poster">
      {/* biome-ignore lint/a11y/useMediaCaption: the form below is where captions are uploaded */}
      <video
        ref={element}
        className={classes.video}
        src={video.url}
        width={video.width}
        height={video.height}
        poster={getThumbnailUrl(video)}
        aria-label={video.originalName}
        controls
        playsInline
        preload="metadata"
        onError={() => setPlayable(false)}
      />
      <Group gap={8}>
        <h3 id="video-poster">Poster image</h3>
        {poster === '' && <Tag tone="warning">None yet</Tag>}
      </Group>
      <small>
        {isPlayable
          ? 'Pages show it until a visitor plays the video. Move the video to a good moment, or choose an image.'
          : 'Pages show it until a visitor plays the video. This browser cannot play the video, so choose an image.'}
      </small>
      <Group gap={8}>
        {isPlayable && (
          <Button
            size="xs"
            loading={change.isPending}
            onClick={() => element.current && change.mutate(element.current)}
          >
            Use this moment
          </Button>
        )}
        <Button ref={choose} size="xs" aria-haspopup="dialog" onClick={() => setPicking(true)}>
          Choose a poster image
        </Button>
        <small role="status">{change.isSuccess ? 'Saved' : ''}</small>
      </Group>
      <ErrorAlert error={change.error} fallback="The poster image could not be saved. Try again." />
      {isPicking && (
        <ImagePicker
          title="Choose a poster image"
          value={poster}
          onChoose={(src) => change.mutate(src)}
          onClose={close}
        />
      )}
    </Stack>
  );
}

function CaptionsField({ video }: { video: Image }) {
  const input = useRef<HTMLInputElement>(null);
  const change = useMutation({
    mutationFn: async (file: File | undefined) => {
      const text = (await file?.text()) ?? '';
      return unwrap(api.client.upload.image[':id'].captions.$put({ param: { id: video._id }, json: { text } }));
    },
    onSuccess: () => refreshImages(queryClient),
  });
  const onChoose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (file) change.mutate(file);
    currentTarget.value = '';
  };
  const hasCaptions = video.variants.some(({ format }) => format === 'vtt');
  return (
    <Stack component="section" gap={8} aria-labelledby="video-captions">
      <Group gap={8}>
        <h3 id="video-captions">Captions</h3>
        {hasCaptions ? <Tag tone="success">Added</Tag> : video.video?.hasSound && <Tag tone="warning">None yet</Tag>}
      </Group>
      <small>For visitors who cannot hear the sound: a WebVTT (.vtt) or SubRip (.srt) file.</small>
      <Group gap={8}>
        <Button size="xs" loading={change.isPending} onClick={() => input.current?.click()}>
          {hasCaptions ? 'Replace captions' : 'Add captions'}
        </Button>
        {hasCaptions && (
          <Button size="xs" variant="subtle" onClick={() => change.mutate(undefined)}>
            Remove captions
          </Button>
        )}
        <small role="status">{change.isSuccess ? 'Saved' : ''}</small>
      </Group>
      <input ref={input} type="file" hidden accept=".vtt,.srt,text/vtt" onChange={onChoose} aria-label="Caption file" />
      <ErrorAlert error={change.error} fallback="The captions could not be saved. Try again." />
    </Stack>
  );
}
