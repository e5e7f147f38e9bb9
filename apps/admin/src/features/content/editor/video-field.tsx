import { Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { findVideo, isUploadedVideo } from '@threadline/schema/primitives/video-link';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatPlayTime } from '../../../format/time.ts';
import { useImageAt } from '../../images/images-query.ts';
import { describeVideoError, fetchLinkedVideo } from '../../images/linked-video.ts';
import { type ControlProps, FieldFrame, type FieldProps, useForm } from './field-frame.tsx';
import { MediaPickerButton } from './media-picker-button.tsx';
import { useProposedPoster } from './use-proposed-poster.ts';

const sources = [
  { value: 'upload', label: 'Upload' },
  { value: 'link', label: 'YouTube or Vimeo' },
];

/** A video: an uploaded one, or a link to YouTube or Vimeo. */
export function VideoField(props: FieldProps) {
  const { pointer } = props;
  const value = String(props.value ?? '');
  const { change } = useForm();
  const { details, fetchDetails } = useVideoDetails(pointer);
  const [source, setSource] = useState(value === '' || isUploadedVideo(value) ? 'upload' : 'link');
  const isUpload = source === 'upload';
  // A change of the source loses no video.
  const [other, setOther] = useState('');
  const choose = (next: string) => {
    setSource(next);
    setOther(value);
    change(pointer, other);
  };
  return (
    <FieldFrame {...props}>
      {(control) => (
        <Stack gap={10} align="flex-start">
          <SegmentedControl data={sources} value={source} onChange={choose} size="xs" aria-label="Where the video is" />
          {isUpload ? (
            <ChosenVideo control={control} pointer={pointer} value={value} />
          ) : (
            <>
              <TextInput
                {...control}
                type="url"
                placeholder="https://youtu.be/… or https://vimeo.com/…"
                value={value}
                onChange={(event) => {
                  const { value: next } = event.currentTarget;
                  change(pointer, next.trim());
                  if (isPasted(event.nativeEvent)) fetchDetails(next.trim());
                }}
                onBlur={() => {
                  control.onBlur();
                  fetchDetails(value);
                }}
                w="100%"
              />
              <small>Nothing is loaded from YouTube or Vimeo before a visitor plays the video.</small>
              <small role="status">{details}</small>
            </>
          )}
        </Stack>
      )}
    </FieldFrame>
  );
}

function isPasted(event: Event): boolean {
  return (event as InputEvent).inputType === 'insertFromPaste';
}

/** Fetches title and poster image of a linked video into the empty fields beside it. Returns what happens, as a sentence. */
function useVideoDetails(pointer: string) {
  const { change, read } = useForm();
  const group = pointer.slice(0, pointer.lastIndexOf('/'));
  const readGroup = () => read(group) as Record<'href' | 'title' | 'poster', string>;
  const { data, isPending, error, variables, mutate } = useMutation({ mutationFn: fetchLinkedVideo });
  const fill = useEffectEvent((fetched: NonNullable<typeof data>) => {
    const { href, title, poster, ...others } = readGroup();
    if (href !== variables) return; // another video was entered meanwhile
    change(group, { ...others, href, title: title || fetched.title, poster: poster || fetched.poster });
  });
  useEffect(() => {
    if (data) fill(data);
  }, [data]);
  const fetchDetails = (href: string) => {
    if (findVideo(href) && href !== variables && lacksDetails(readGroup())) mutate(href);
  };
  const problem = error && lacksDetails(readGroup()) ? describeVideoError(error) : '';
  return { details: isPending ? 'Fetching the title and the poster image…' : problem, fetchDetails };
}

function lacksDetails({ title, poster }: Record<'title' | 'poster', string>): boolean {
  return title === '' || poster === '';
}

interface ChosenVideoProps {
  control: ControlProps;
  pointer: string;
  value: string;
}

function ChosenVideo({ control, pointer, value }: ChosenVideoProps) {
  const { change } = useForm();
  const { data: image } = useImageAt(value);
  useProposedPoster(pointer, image);
  return (
    <Group gap={10}>
      <MediaPickerButton
        control={control}
        label={value ? 'Choose another video' : 'Choose or upload a video'}
        title="Choose a video"
        value={value}
        onChoose={(src) => change(pointer, src)}
        takesVideos
      />
      <Text span>
        {image?.video && `${image.originalName}, ${formatPlayTime(image.video.durationMs)}`}
        {image === null && 'This video is no longer in Image Management.'}
      </Text>
    </Group>
  );
}
