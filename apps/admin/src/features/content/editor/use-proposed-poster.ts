import type { Image } from '@threadline/schema/content/image';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useForm } from './field-frame.tsx';

/** Fills in the poster image of the chosen video, beside its field, unless an editor has chosen another one. */
export function useProposedPoster(pointer: string, image: Image | null | undefined): void {
  const { change, read } = useForm();
  const poster = image?.video?.poster ?? '';
  const posterPointer = `${pointer.slice(0, pointer.lastIndexOf('/'))}/poster`;
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
}
