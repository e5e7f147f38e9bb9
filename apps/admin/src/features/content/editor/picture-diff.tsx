import { IconArrowRight } from '@tabler/icons-react';
import { usePictureName } from '../../images/images-query.ts';
import type { FieldChange } from '../model/compare.ts';
import { thumbnailOf } from '../model/item-text.ts';
import classes from './picture-diff.module.css';
import { WordDiff } from './word-diff.tsx';

type Size = 'small' | 'large';

/** A picture before and after: thumbnails with the names of the pictures. */
export function PictureDiff({ before, after, size }: { before: string; after: string; size: Size }) {
  return (
    <div className={classes.pair}>
      <PictureVersion address={before} kind="removed" size={size} />
      <IconArrowRight size={16} aria-hidden="true" />
      <PictureVersion address={after} kind="added" size={size} />
    </div>
  );
}

interface PictureVersionProps {
  address: string;
  /** Left out where the picture is not compared with another one. */
  kind?: 'removed' | 'added';
  size: Size;
}

/** A thumbnail with the name of the picture. */
export function PictureVersion({ address, kind, size }: PictureVersionProps) {
  const thumbnail = thumbnailOf(address);
  const name = usePictureName(address);
  return (
    <figure className={classes.version} data-size={size}>
      {thumbnail && <img src={thumbnail} alt="" />}
      <figcaption>
        {kind === undefined || name === undefined ? (
          name
        ) : (
          <WordDiff before={kind === 'removed' ? name : ''} after={kind === 'added' ? name : ''} />
        )}
      </figcaption>
    </figure>
  );
}

/** What changed in one field: texts word by word, pictures as thumbnails. */
export function ValueDiff({ input, before, after }: Pick<FieldChange, 'input' | 'before' | 'after'>) {
  if (input === 'media') return <PictureDiff before={before} after={after} size="small" />;
  return <WordDiff before={before} after={after} />;
}
