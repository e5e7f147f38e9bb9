import { getPublicId, iconWidths, type RenderableImage } from '@threadline/schema/content/image';
import type { LoadedContent } from '../content.ts';

/** The largest size of a logo in header and footer, in CSS pixels. A square one is higher, as it has less width. */
const maxLogoSize = { width: 176, height: 40, squareHeight: 48 };
/** The space around a logo on white, in CSS pixels: as in `own-logo.css`. */
const whiteSpace = { x: 8, y: 4 };

/** An uploaded logo, with its size on the page in CSS pixels. */
interface OwnLogo {
  url: string;
  width: number;
  height: number;
  /** It was made for a light ground. */
  isOnWhite: boolean;
}

/** Returns the uploaded logo for the dark bands of header and footer; undefined if the design's own is shown. */
export function getOwnLogo({ content, images, mediaUrl }: LoadedContent): OwnLogo | undefined {
  const { logo, logoOnDark } = content.site.brand;
  const forDark = findImage(images, logoOnDark);
  const image = forDark ?? findImage(images, logo);
  if (!image) return undefined;
  const url = mediaUrl + getDrawnUrl(image);
  const ratio = image.width / image.height;
  const { width: maxWidth, height, squareHeight } = maxLogoSize;
  const width = Math.round(Math.min(maxWidth, (forDark && ratio < 1.5 ? squareHeight : height) * ratio));
  const shown = { width, height: Math.round(width / ratio) };
  if (forDark) return { url, ...shown, isOnWhite: false };
  return { url, width: shown.width + 2 * whiteSpace.x, height: shown.height + 2 * whiteSpace.y, isOnWhite: true };
}

/** An icon as in the manifest. */
interface Icon {
  src: string;
  type: string;
  sizes: string;
}

/** The icons of the browser tab and of the home screen of a phone, which needs a square picture. */
interface Icons {
  tab: Icon;
  homeScreen: Icon | undefined;
}

const designIcons: Icons = {
  tab: { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
  homeScreen: { src: '/apple-touch-icon.png', type: 'image/png', sizes: '180x180' },
};

/** Returns the uploaded icon, else that of the design. */
export function getIcons({ content, images, mediaUrl }: LoadedContent): Icons {
  const { variants = [] } = findImage(images, content.site.brand.icon) ?? {};
  const find = (wanted: string, size?: number): Icon | undefined => {
    const found = variants.find(({ format, width }) => format === wanted && (size === undefined || size === width));
    if (!found) return undefined;
    const { url, format, width, height } = found;
    const isDrawing = format === 'svg';
    return {
      src: mediaUrl + url,
      type: isDrawing ? 'image/svg+xml' : `image/${format}`,
      sizes: isDrawing ? 'any' : `${width}x${height}`,
    };
  };
  const tab = find('svg') ?? find('png', iconWidths.tab) ?? find('webp');
  return tab ? { tab, homeScreen: find('png', iconWidths.homeScreen) } : designIcons;
}

/** Returns the address of the logo that search engines show, which they do on a light ground. */
export function getLogoAddress(loaded: LoadedContent): string {
  const { content, images, mediaUrl, siteUrl } = loaded;
  const image = findImage(images, content.site.brand.logo);
  return new URL(image ? mediaUrl + getDrawnUrl(image) : getIcons(loaded).tab.src, siteUrl).href;
}

function findImage(images: LoadedContent['images'], src: string): RenderableImage | undefined {
  return images[getPublicId(src) ?? ''];
}

/** Returns the address of the drawing, else of the smallest picture, which has more than twice the pixels of a logo. */
function getDrawnUrl({ variants }: RenderableImage): string {
  const find = (wanted: string) => variants.find(({ format }) => format === wanted)?.url;
  return find('svg') ?? find('webp') ?? '';
}
