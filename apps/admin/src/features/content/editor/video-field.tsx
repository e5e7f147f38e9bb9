import { Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getPublicId } from '@threadline/schema/content/image';
import { isUploadedVideo } from '@threadline/schema/primitives/video-link';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatPlayTime } from '../../../format/time.ts';
import { imageAtQuery } from '../../images/images-query.ts';
import { type ControlProps, FieldFrame, type FieldProps, useForm } from './field-frame.tsx';
import { MediaPickerButton } from './media-picker-button.tsx';

const sources = [
  { value: 'upload', label: 'Upload' },
  { value: 'link', label: 'YouTube or Vimeo' },
];

/** A video: an uploaded one, or a link to YouTube or Vimeo. */
export function VideoField(props: FieldProps) {
  const { pointer } = props;
  const value = String(props.value ?? '');
  const { change } = useForm();
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
            <TextInput
              {...control}
              type="url"
              placeholder="https://youtu.be/… or https://vimeo.com/…"
              value={value}
              onChange={(event) => change(pointer, event.currentTarget.value.trim())}
              w="100%"
            />
          )}
        </Stack>
      )}
    </FieldFrame>
  );
}

interface ChosenVideoProps {
  control: ControlProps;
  pointer: string;
  value: string;
}

function ChosenVideo({ control, pointer, value }: ChosenVideoProps) {
  const { change, read } = useForm();
  const publicId = getPublicId(value);
  const query = useQuery({ ...imageAtQuery(publicId ?? ''), enabled: publicId !== undefined });
  const image = query.data;
  const posterPointer = `${pointer.slice(0, pointer.lastIndexOf('/'))}/poster`;
  const poster = image?.video?.poster ?? '';
  /** The poster image of the video that was chosen before. */
  const proposed = useRef('');
  const fillPoster = useEffectEvent(() => {
    if (['', proposed.current].includes(String(read(posterPointer)))) change(posterPointer, poster);
    proposed.current = poster;
  });
  // The poster image of a new video arrives a moment after the video.
  useEffect(() => {
    if (poster !== '') fillPoster();
  }, [poster]);
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
