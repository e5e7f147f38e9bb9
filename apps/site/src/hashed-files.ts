import { listArtFiles } from '@threadline/artwork/art-files';
import type { SiteContent } from '@threadline/schema/content/site-content';
import { getLandingSprite } from './drawings/landing-sprite.ts';
import { getBoardFile } from './sections/sample-dashboard/board-file.ts';
import { getSharePath, renderSharePicture } from './share/share-picture.ts';
import { listShares } from './share/shares.ts';

/** A file whose name contains a hash of its content. */
interface HashedFile {
  url: string;
  contentType: string;
  createBody: () => string | Buffer<ArrayBuffer>;
}

/** Returns the drawings, the data of the sample dashboard and the pictures of shared links. */
export function listHashedFiles(content: SiteContent): HashedFile[] {
  const drawings = [...listArtFiles(content.site.brand.colors), getLandingSprite(content)];
  const { url, json } = getBoardFile(content);
  const shares = new Map(listShares(content).map((share) => [getSharePath(share), share]));
  return [
    ...drawings.map(({ url, svg }) => ({ url, contentType: 'image/svg+xml', createBody: () => svg })),
    { url, contentType: 'application/json', createBody: () => json },
    ...Array.from(shares, ([url, share]) => ({
      url,
      contentType: 'image/png',
      createBody: () => Buffer.from(renderSharePicture(share)),
    })),
  ];
}
