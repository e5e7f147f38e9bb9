import { screen, waitFor } from '@testing-library/react';
import { heroSlideSchema } from '@threadline/schema/content/sections/hero';
import { group, mediaSource, ownImage, picture } from '@threadline/schema/primitives/fields';
import { pictureShapes } from '@threadline/schema/primitives/picture-shapes';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderForm } from './schema-form-fixture.tsx';

test('the fields of a video are hidden for pictures and keep their values', async () => {
  const media = {
    type: 'image',
    src: '/art/hero-build',
    poster: '',
    alt: '',
    playsInline: true,
    muted: true,
    loop: true,
  };
  const { latest, user } = renderForm(heroSlideSchema.shape.media, { ...media, ken_burns: true });
  expect(screen.queryByRole('switch', { name: 'Muted' })).toBeNull();
  expect(screen.queryByText('Poster image')).toBeNull();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Media type' }), 'Video');
  expect(screen.getByRole('switch', { name: 'Muted' })).toBeTruthy();
  expect(screen.getByText('Poster image')).toBeTruthy();
  expect(screen.getByText('No video')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Choose or upload a video' })).toBeTruthy();
  expect(latest.value).toEqual({ ...media, type: 'video', ken_burns: true });
});

test('the field of a slide is named by the media type, not once more as its group', () => {
  const media = { type: 'image', src: '/art/hero-build', poster: '', alt: '', ken_burns: true };
  renderForm(group('Slide', { media: heroSlideSchema.shape.media }), { media });
  expect(screen.getAllByText('Image or video')).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Choose another: Image' })).toBeTruthy();
});

test('a missing alt text is reported until the picture has one, or is decorative in this use', async () => {
  const publicId = '0a'.repeat(16);
  const image = { _id: 'i1', publicId, originalName: 'desk.png', alt: '', decorative: false, focus: { x: 50, y: 50 } };
  const methods = new Set<string | undefined>();
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    methods.add(method);
    return Response.json({ success: true, images: [image] });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { user, latest } = renderForm(picture(), { src: `/media/${publicId}-480.webp`, alt: '', decorative: false });
  const missing = /^“desk.png” has no alt text in Image Management, so write one below or mark it as decorative.$/;
  await screen.findByText(missing);
  const description = screen.getByRole('textbox', { name: /^Alt text/ });
  await user.type(description, 'A desk');
  expect(screen.queryByText(missing)).toBe(null);
  await user.clear(description);
  await user.click(screen.getByRole('checkbox', { name: /^Decorative/ }));
  expect(screen.queryByText(missing)).toBe(null);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Alt text/ }).disabled).toBe(true);
  // Decorative belongs to this use. The image of the library is only read.
  expect(latest.value).toMatchObject({ decorative: true });
  expect([...methods]).toEqual(['GET']);
});

test('an alt text that is too long is removed with its error when the image becomes decorative', async () => {
  const short = { src: '/art/hero-build', alt: 'A stair', decorative: false };
  const { user, latest } = renderForm(picture(), short);
  const alt = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Alt text/ });
  const decorative = screen.getByRole('checkbox', { name: /^Decorative/ });
  await user.click(decorative);
  expect(latest.value).toEqual({ ...short, decorative: true });
  await user.click(decorative);
  expect(alt().value).toBe('A stair');
  await user.click(alt());
  await user.paste(' and another one'.repeat(20));
  await user.tab();
  const error = /at most 240|240 characters/;
  await screen.findByText(error);
  await user.click(decorative);
  expect(latest.value).toEqual({ ...short, alt: '', decorative: true });
  expect(screen.queryByText(error)).toBeNull();
});

test('a chosen video brings its poster image and asks for a description, and is not shown as an image', async () => {
  const publicId = '0d'.repeat(16);
  const poster = `/media/${'0e'.repeat(16)}-1280.webp`;
  const url = `/media/${publicId}-1280.mp4`;
  const video = { durationMs: 2000, hasSound: false, poster };
  const focus = { x: 50, y: 50 };
  const image = { _id: 'v1', publicId, originalName: 'office.mp4', url, alt: '', decorative: false, focus, video };
  const reply = { success: true, images: [{ ...image, bytes: 10, variants: [] }], page: { total: 1, next: null } };
  vi.stubGlobal('fetch', async () => Response.json(reply));
  onTestFinished(() => void vi.unstubAllGlobals());
  const options = { playsInline: true, muted: true, loop: true, ken_burns: true };
  const media = { type: 'video', src: url, poster: '', alt: '', decorative: false, ...options };
  const { latest, user } = renderForm(heroSlideSchema.shape.media, media);
  await waitFor(() => expect(latest.value).toMatchObject({ src: url, poster }));
  await screen.findByText(/^“office.mp4” has no description/);
  await user.type(screen.getByRole('textbox', { name: /^Description of the video/ }), 'A desk');
  expect(screen.queryByText(/^“office.mp4” has no description/)).toBeNull();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Media type' }), 'Image');
  expect(screen.queryByText('office.mp4')).toBeNull();
  expect(screen.getByText('No image')).toBeTruthy();
});

test('a poster image, which has no alt text of its own, is not called decorative', async () => {
  const publicId = '0f'.repeat(16);
  const originalName = 'office poster.jpg';
  const image = { _id: 'i1', publicId, originalName, alt: '', decorative: true, focus: { x: 50, y: 50 } };
  vi.stubGlobal('fetch', async () => Response.json({ success: true, images: [image] }));
  onTestFinished(() => void vi.unstubAllGlobals());
  renderForm(group('Video', { poster: mediaSource('Poster image') }), { poster: `/media/${publicId}-480.webp` });
  await screen.findByText(originalName);
  expect(screen.queryByText(/decorative/i)).toBeNull();
});

test('the address of a video on YouTube is named as a page, and the empty address field has the focus', async () => {
  const media = { type: 'video', src: '', poster: '', alt: '' };
  const { user } = renderForm(heroSlideSchema.shape.media, media);
  await user.click(screen.getByRole('button', { name: 'Paste a link (URL): Video' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Video: address' }));
  await user.keyboard('https://youtu.be/dQw4w9WgXcQ');
  expect(screen.getByText('A page on YouTube, not a video file')).toBeTruthy();
});

test('alt text that cannot be loaded is an error with a retry', async () => {
  const publicId = '0b'.repeat(16);
  const image = { _id: 'i2', publicId, originalName: 'wall.png', alt: 'A wall', focus: { x: 50, y: 50 } };
  vi.stubGlobal('fetch', async () => Response.json({ code: 'internal' }, { status: 500 }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { user } = renderForm(picture(), { src: `/media/${publicId}-480.webp`, alt: '' });
  await screen.findByText('The details of this image could not be loaded.');
  vi.stubGlobal('fetch', async () => Response.json({ success: true, images: [image] }));
  await user.click(screen.getByRole('button', { name: 'Try again: Image' }));
  const container = (await screen.findByText('Alt text: A wall')).parentElement;
  await waitFor(() => expect(document.activeElement).toBe(container));
  expect(screen.queryByRole('alert')).toBe(null);
});

test('a media field accepts a file at another URL', async () => {
  const { latest, user } = renderForm();
  await user.click(screen.getByRole('button', { name: 'Paste a link (URL): File' }));
  await user.type(screen.getByRole('textbox', { name: 'File: address' }), 'https://example.com/video.mp4');
  expect(latest.value).toMatchObject({ media: 'https://example.com/video.mp4' });
});

test('another address over the present one empties the description, once for all its letters', async () => {
  const there = { src: 'https://example.org/one.jpg', alt: 'A mill', decorative: false };
  const { latest, user } = renderForm(picture('Cover'), there);
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Image: address' });
  await user.click(input);
  input.select();
  await user.paste('https://example.org/two.jpg');
  expect(latest.value).toEqual({ src: 'https://example.org/two.jpg', alt: '', decorative: false });
  await user.type(screen.getByRole('textbox', { name: /^Alt text/ }), 'A loom');
  await user.click(input);
  await user.tab();
  expect(latest.value).toMatchObject({ alt: 'A loom' });
  await user.type(input, '?width=800');
  expect(latest.value).toEqual({ src: 'https://example.org/two.jpg?width=800', alt: '', decorative: false });
});

test.each([
  ['is reported if it is not square', 300, true],
  ['is accepted if it is square', 400, false],
])('an icon is an image of the library, and %s', async (_, height, isReported) => {
  const publicId = '0d'.repeat(16);
  const image = { _id: 'i4', publicId, originalName: 'mark.png', alt: '', focus: { x: 50, y: 50 }, width: 400, height };
  vi.stubGlobal('fetch', async () => Response.json({ success: true, images: [image] }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const fields = group('Brand', { icon: ownImage('Site icon', 'icon', 'A square image.') });
  renderForm(fields, { icon: `/media/${publicId}-400.webp` });
  await screen.findByText(`400 × ${height} px`);
  expect(screen.queryByText(/not square/) !== null).toBe(isReported);
  expect(screen.queryByText(/^Paste a link/)).toBe(null);
  expect(screen.queryByText(/alt text/i)).toBe(null);
});

test('a cover is previewed in both of its crops, around the focal point, and is cropped to the shape of its place', async () => {
  const publicId = '0c'.repeat(16);
  const original = { width: 400, height: 300, edit: { rotation: 0, crop: null } };
  const image = { _id: 'i3', publicId, originalName: 'plant.png', alt: 'A plant', focus: { x: 80, y: 10 }, original };
  vi.stubGlobal('fetch', async () => Response.json({ success: true, images: [image], uses: [] }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const src = `/media/${publicId}-480.webp`;
  const { user } = renderForm(picture('Cover', { hasCrops: true, shape: pictureShapes.cover }), {
    src,
    alt: '',
    decorative: false,
  });
  await screen.findByText('Alt text: A plant');
  for (const name of ['Wide', 'Tall']) {
    const crop = screen.getByText(name).parentElement?.querySelector('img');
    expect(crop?.getAttribute('src')).toBe(`${src}?current=0`);
    expect(crop?.style.objectPosition).toBe('80% 10%');
  }
  await user.click(screen.getByRole('button', { name: 'Crop: Image' }));
  await screen.findByRole('dialog', { name: 'Crop and rotate plant.png' });
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Shape of this place' }).checked).toBe(true);
  expect(screen.getByText('Result: 400 × 257 pixels')).toBeTruthy();
});

test('an image that other places show is cropped only here: the field takes the copy and keeps its alt text', async () => {
  const publicId = '0c'.repeat(16);
  const copyUrl = `/media/${'0f'.repeat(16)}-480.webp`;
  const original = { width: 400, height: 300, edit: { rotation: 0, crop: null } };
  const image = { _id: 'i3', publicId, url: `/media/${publicId}-480.webp`, originalName: 'plant.png', original };
  const described = { ...image, alt: 'A plant', focus: { x: 50, y: 50 }, variants: [] };
  const use = { section: 'hero', key: 'slide-a', name: 'A slide', pointer: '/media/src', field: 'Image or video' };
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (input: Request | string | URL, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : String(input);
    requested.push(`${init?.method ?? 'GET'} ${url}`);
    if (url.includes('/uses'))
      return Response.json({
        success: true,
        uses: [use, { ...use, key: 'slide-b' }].map((each) => ({ ...each, working: true, live: true })),
        videos: [],
      });
    if (url.includes('/copy')) return Response.json({ success: true, image: { ...described, url: copyUrl } });
    return Response.json({ success: true, images: [described] });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { latest, user } = renderForm(picture('Cover'), { src: image.url, alt: 'Our plant', decorative: false });
  await user.click(await screen.findByRole('button', { name: 'Crop: Image' }));
  await screen.findByRole('button', { name: 'Crop in both places' });
  await user.click(screen.getByRole('radio', { name: 'Square 1:1' }));
  await user.click(screen.getByRole('button', { name: 'Crop only here' }));
  await vi.waitFor(() => expect(latest.value).toMatchObject({ src: copyUrl, alt: 'Our plant' }), { timeout: 20_000 });
  expect(requested.filter((call) => call.includes('/edit'))).toEqual([]);
});
