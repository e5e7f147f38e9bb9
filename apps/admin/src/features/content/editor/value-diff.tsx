import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Mark, WordDiff } from '../../../ui/word-diff.tsx';
import { CurrentPicture } from '../../images/current-picture.tsx';
import { usePictureName } from '../../images/images-query.ts';
import type { FieldChange } from '../model/compare.ts';
import { findThumbnail } from '../model/item-text.ts';
import classes from './value-diff.module.css';

type Size = 'small' | 'large';

/** The change of one field: texts word by word, pictures as thumbnails. */
export function ValueDiff({ input, before, after }: Pick<FieldChange, 'input' | 'before' | 'after'>) {
  if (input === 'media') return <PictureDiff before={before} after={after} size="small" />;
  return <WordDiff before={before} after={after} />;
}

/** Two pictures as thumbnails with their names. */
export function PictureDiff({ before, after, size }: { before: string; after: string; size: Size }) {
  return (
    <BeforeAfter>
      <PictureVersion address={before} kind="removed" size={size} />
      <PictureVersion address={after} kind="added" size={size} />
    </BeforeAfter>
  );
}

/** Two versions with an arrow between them. */
export function BeforeAfter({ children: [before, after] }: { children: [ReactNode, ReactNode] }) {
  return (
    <div className={classes.pair}>
      {before}
      <IconArrowRight size={16} aria-hidden="true" />
      {after}
    </div>
  );
}

interface PictureVersionProps {
  address: string;
  /** Left out where the picture is not compared with another one. */
  kind?: 'removed' | 'added';
  size: Size;
}

export function PictureVersion({ address, kind, size }: PictureVersionProps) {
  const thumbnail = findThumbnail(address);
  const name = usePictureName(address);
  return (
    <figure className={classes.version} data-size={size}>
      {thumbnail && <CurrentPicture src={thumbnail} alt="" />}
      <figcaption>{kind && name !== undefined ? <Mark kind={kind} text={name} /> : name}</figcaption>
    </figure>
  );
}
