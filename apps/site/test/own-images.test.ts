import { createHash } from 'node:crypto';
import type { RenderableImage } from '@threadline/schema/content/image';
import type { Snapshot } from '@threadline/schema/content/snapshot';
import { beforeAll, expect, inject, test } from 'vitest';
import { editSnapshot } from './edit-snapshot.ts';
import { loadRenderer, type Renderer } from './load-renderer.ts';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await loadRenderer();
});

const snapshot = inject('snapshot');

type Format = RenderableImage['variants'][number]['format'];

function createImage(digits: string, width: number, height: number, files: [Format, number][]): RenderableImage {
  const publicId = digits.repeat(16);
  return {
    publicId,
    width,
    height,
    alt: '',
    decorative: false,
    focus: { x: 50, y: 50 },
    variants: files.map(([format, wide]) => ({
      format,
      width: wide,
      height: Math.round((wide * height) / width),
      bytes: 900,
      url: `/media/${publicId}-${wide}.${format}`,
    })),
  };
}

const wide = createImage('a1', 800, 200, [
  ['avif', 480],
  ['webp', 480],
  ['webp', 768],
]);
const banner = createImage('a2', 1000, 100, [['webp', 480]]);
const square = createImage('a3', 64, 64, [
  ['webp', 480],
  ['png', 96],
  ['png', 180],
  ['svg', 64],
]);
const photo = createImage('a4', 300, 300, [
  ['webp', 300],
  ['png', 96],
  ['png', 180],
]);
const images = [wide, banner, square, photo];

/** Returns the snapshot of a brand with own images. */
function brandWith(own: Partial<Record<'logo' | 'logoOnDark' | 'icon', RenderableImage>>): Snapshot {
  const fields = Object.fromEntries(
    Object.entries(own).map(([name, { variants }]) => [name, variants.find(({ format }) => format === 'webp')?.url]),
  );
  const library = Object.fromEntries(images.map((image) => [image.publicId, image]));
  return { ...editSnapshot(snapshot, { 'site.brand': fields }), images: { ...snapshot.images, ...library } };
}

const read = async (path: string, content: Snapshot) =>
  new TextDecoder().decode((await renderer.render(path, content)).body);

/** Returns the content of the links to the landing page in header and footer. */
function listLogos(html: string): string[] {
  return [...html.matchAll(/<a class="site-logo" href="\/">(.*?)<\/a>/gs)].map(([, logo = '']) => logo.trim());
}

test('without a logo the page has the mark of the design with the name, and no style of an uploaded one', async () => {
  const html = await read('/', snapshot);
  const logos = listLogos(html);
  expect(logos).toHaveLength(2);
  for (const logo of logos) expect(logo).toMatch(/^<svg.*<\/svg>\s*Threadline Advisory$/s);
  expect(html).not.toContain('own-logo');
});

test.each([
  ['a wide logo for light ground stands on white', { logo: wide }, ['a1', 480, 'webp'], 176, 48, true],
  ['a very wide logo is not wider than the header has room for', { logo: banner }, ['a2', 480, 'webp'], 192, 26, true],
  ['a logo for dark ground is shown as it is', { logo: wide, logoOnDark: banner }, ['a2', 480, 'webp'], 176, 18, false],
  ['a square logo for dark ground is higher', { logoOnDark: square }, ['a3', 64, 'svg'], 48, 48, false],
] as const)('%s', async (_, own, [digits, variant, format], width, height, isOnWhite) => {
  const page = await renderer.render('/', brandWith(own));
  const html = new TextDecoder().decode(page.body);
  const logos = listLogos(html);
  expect(logos).toHaveLength(2);
  for (const logo of logos) {
    expect(logo).toContain(`src="/media/${digits.repeat(16)}-${variant}.${format}"`);
    expect(logo).toContain(`alt="Threadline Advisory" width="${width}" height="${height}"`);
    expect(logo.includes('class="own-logo on-white"')).toBe(isOnWhite);
  }
  const [, css = ''] = /<style>(\.own-logo.*?)<\/style>/s.exec(html) ?? [];
  const hash = createHash('sha256').update(css).digest('base64');
  expect(page.headers['content-security-policy']).toContain(`'sha256-${hash}'`);
});

function readIcons(html: string): string[] {
  return [...html.matchAll(/<link rel="(?:icon|apple-touch-icon)" [^>]*>/g)].map(([link]) => link);
}

const media = (digits: string, file: string) => `/media/${digits.repeat(16)}-${file}`;

test.each([
  ['a drawing', square, `href="${media('a3', '64.svg')}" type="image/svg+xml"`, media('a3', '180.png')],
  ['a picture', photo, `href="${media('a4', '96.png')}" type="image/png"`, media('a4', '180.png')],
  ['a picture that is not square', wide, `href="${media('a1', '480.webp')}" type="image/webp"`, undefined],
])('%s is the icon of every page and of the manifest', async (_, icon, tab, homeScreen) => {
  const content = brandWith({ icon });
  const home = homeScreen ? [`<link rel="apple-touch-icon" href="${homeScreen}">`] : [];
  for (const path of ['/', '/careers/'])
    expect(readIcons(await read(path, content))).toEqual([`<link rel="icon" ${tab}>`, ...home]);
  const { icons } = JSON.parse(await read('/manifest.webmanifest', content)) as { icons: { src: string }[] };
  expect(icons.map(({ src }) => src)).toEqual([/href="([^"]+)"/.exec(tab)?.[1], ...(homeScreen ? [homeScreen] : [])]);
});

test('the home screen icon of the design has the colours of the brand', async () => {
  const readIcon = async (content: Snapshot) =>
    Buffer.from((await renderer.render('/apple-touch-icon.png', content)).body);
  const own = await readIcon(snapshot);
  const colors = { primary: '#7a1f5c', accent: '' };
  const changed = await readIcon(editSnapshot(snapshot, { 'site.brand': { colors } }));
  expect(changed).not.toEqual(own);
  // Only the colours differ.
  expect(changed.length).toBe(own.length);
  expect(changed.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
});

test('search engines get the logo for light ground, else the icon', async () => {
  const readLogo = async (content: Snapshot) => /"logo":"([^"]+)"/.exec(await read('/', content))?.[1];
  const { siteUrl } = snapshot;
  expect(await readLogo(snapshot)).toBe(`${siteUrl}/favicon.svg`);
  expect(await readLogo(brandWith({ logoOnDark: banner, icon: square }))).toBe(siteUrl + media('a3', '64.svg'));
  expect(await readLogo(brandWith({ logo: wide, icon: square }))).toBe(siteUrl + media('a1', '480.webp'));
  const elsewhere = { ...brandWith({ logo: wide }), mediaUrl: 'https://media.example' };
  expect(await readLogo(elsewhere)).toBe(`https://media.example${media('a1', '480.webp')}`);
});
