import { Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { isUploadedVideo } from '@threadline/schema/primitives/video-link';
import { useState } from 'react';
import { formatPlayTime } from '../../../format/time.ts';
import { useImageAt } from '../../images/images-query.ts';
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
                onChange={(event) => change(pointer, event.currentTarget.value.trim())}
                w="100%"
              />
              <small>Nothing is loaded from YouTube or Vimeo before a visitor plays the video.</small>
            </>
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
