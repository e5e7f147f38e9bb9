import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Image, ImageUse } from '@threadline/schema/image';
import { sentenceOf } from '../../api/client.ts';
import classes from './image-uses.module.css';
import { imageUsesQuery } from './images-query.ts';

/** Where an image is shown, each place with the way to its field. */
export function ImageUses({ image }: { image: Image }) {
  const query = useQuery(imageUsesQuery(image));
  return (
    <section aria-labelledby="image-uses">
      <h3 id="image-uses" className={classes.usesHead}>
        Where it is used
      </h3>
      {query.error ? (
        <p role="alert">
          {sentenceOf(query.error, 'This could not be found out.')}{' '}
          <button type="button" className="text-button" onClick={() => query.refetch()}>
            Retry
          </button>
        </p>
      ) : query.data?.uses.length === 0 ? (
        <p className="dimmed">Nowhere. It can be deleted.</p>
      ) : (
        <ImagePlaces uses={query.data?.uses ?? []} />
      )}
    </section>
  );
}

export function ImagePlaces({ uses }: { uses: ImageUse[] }) {
  return (
    <ul className={classes.uses}>
      {uses.map(({ section, key, name, pointer, working, live }) => (
        <li key={`${section}.${key}${pointer}`}>
          <IconLink size={16} aria-hidden="true" />
          {working ? (
            <Link to="/content" search={{ section, item: key, field: pointer || undefined }}>
              {name}
            </Link>
          ) : (
            <span>{name}</span>
          )}
          <span className="tag" data-tone={live ? 'good' : 'waiting'}>
            {live ? (working ? 'live' : 'live until the next release') : 'not published yet'}
          </span>
        </li>
      ))}
    </ul>
  );
}
