import {
  addBrand,
  cutText,
  getListing,
  isShareable,
  type ListedPage,
  shownInSearch,
} from '@threadline/schema/content/listing';
import { useSiteUrl } from '../../auth/session-options.ts';
import { CurrentPicture } from '../../images/current-picture.tsx';
import { useContent } from '../model/content-query.ts';
import classes from './listing-preview.module.css';

interface ListingPreviewProps {
  /** An article or a page, which may be incomplete. */
  page: ListedPage;
  /** Its path; undefined before it has a title. */
  address: string | undefined;
}

/** How Google and WhatsApp show a page. */
export function ListingPreview({ page, address = '/…/' }: ListingPreviewProps) {
  const { brand, shareImage } = useSite();
  const url = new URL(address, new URL(useSiteUrl(), window.location.href));
  const { title, description, picture } = getListing(page);
  // As the site does: the title of the home page is complete.
  const named = address === '/' ? title : addBrand(title, brand);
  const src = [picture, shareImage].find(isShareable);
  return (
    <>
      <figure className={classes.preview}>
        <figcaption>In Google</figcaption>
        <div className={classes.result}>
          <span className={classes.site}>
            <strong>{brand}</strong>
            <span>{[url.host, ...decodeURI(url.pathname).split('/').filter(Boolean)].join(' › ')}</span>
          </span>
          <span className={classes.heading}>{cutText(named, shownInSearch.title) || 'The title is still empty'}</span>
          <span>{cutText(description, shownInSearch.description) || 'The summary is still empty.'}</span>
        </div>
        <CutNotes title={named} description={description} />
      </figure>
      <figure className={classes.preview}>
        <figcaption>In WhatsApp</figcaption>
        <div className={classes.card}>
          {src ? (
            <CurrentPicture src={src} alt="" />
          ) : (
            <span className={classes.drawn} aria-hidden="true">
              <strong>{title}</strong>
              {brand}
            </span>
          )}
          <div>
            <strong>{title || 'The title is still empty'}</strong>
            <span>{description || 'The summary is still empty.'}</span>
            <small>{url.host}</small>
          </div>
        </div>
      </figure>
    </>
  );
}

/** Says where Google cuts the texts off. */
function CutNotes({ title, description }: { title: string; description: string }) {
  const cuts = [
    { name: 'title', text: title, max: shownInSearch.title },
    { name: 'description', text: description, max: shownInSearch.description },
  ].filter(({ text, max }) => text.length > max);
  return cuts.map(({ name, text, max }) => (
    <small key={name}>
      Google shows about {max} of the {text.length} characters of the {name}.
    </small>
  ));
}

/** Returns the name of the site, and the picture that it shares for pages without one. */
function useSite() {
  const items = useContent().data?.content.site;
  const { name = '' } = (items?.brand?.value ?? {}) as { name?: string };
  const { image = '' } = (items?.seo?.value ?? {}) as { image?: string };
  return { brand: name, shareImage: image };
}
