import type { ImageFilter } from '@threadline/schema/content/image';
import { expect, test } from 'vitest';
import { messages } from '../../ui/messages.ts';
import { moveFocalPoint } from './focal-point.tsx';
import { getFocusStep } from './image-picker.tsx';
import { filterLabels, listStates, parseFilter } from './images-screen.tsx';
import { describeVideoLimits, findFileError } from './send-image.ts';
import { describeBulkChange, describeRefusals, invertBulkChange } from './use-bulk-change.ts';
import { toggleSelection } from './use-image-selection.ts';

test('the filters are those of the specification, the kinds, two that list open work, and the trash', () => {
  const tags = ['Hero', 'Banner', 'Gallery'];
  const labels = ['All', 'Recent', 'Images', 'Videos', 'Not in use', 'Missing alt text', 'Trash', ...tags];
  expect(Object.values(filterLabels)).toEqual(labels);
  expect([parseFilter('banner'), parseFilter(undefined), parseFilter('private')]).toEqual(['banner', 'all', 'all']);
});

const file = (type: string, size = 1, name = 'file') => ({ name, type, size });

test('invalid files are rejected before they are sent, with the reason', () => {
  expect(findFileError(file('image/png', 10 * 1024 * 1024))).toBeUndefined();
  expect(findFileError(file('image/png', 10 * 1024 * 1024 + 1))).toMatch(/^The file is larger than 10 MB\./);
  expect(findFileError(file('image/gif'))).toBe(
    'This file type is not supported. Choose a PNG, JPG, WebP or SVG image.',
  );
  expect(findFileError(file('image/gif'), { pictures: true, videos: true })).toBe(
    'This file type is not supported. Choose a PNG, JPG, WebP or SVG image, or an MP4, MOV or WebM video.',
  );
});

test.each([
  ['IMG_0412.HEIC', 'image/heic', /Upload the photo from the iPhone/],
  ['IMG_0412.heic', '', /Most Compatible/],
  ['offer.pdf', 'application/pdf', /as a JPG or PNG image/],
])('the error of %s says what to do', (name, type, sentence) => {
  expect(findFileError(file(type, 1, name), { pictures: true, videos: true })).toMatch(sentence);
});

const videoLimits = { bytes: 50 * 1024 * 1024, seconds: 180 };

test.each([
  ['video/mp4', 1, { pictures: true, videos: true, videoLimits }, undefined],
  ['video/mp4', 1, undefined, /^Choose an image, not a video\.$/],
  ['image/png', 1, { pictures: true, videos: true, videoLimits }, undefined],
  ['image/png', 1, { pictures: false, videos: true, videoLimits }, /Choose an MP4, MOV or WebM video/],
  ['video/x-msvideo', 1, { pictures: true, videos: true, videoLimits }, /or an MP4, MOV or WebM video/],
  ['video/webm', videoLimits.bytes + 1, { pictures: true, videos: true }, undefined],
  [
    'video/webm',
    videoLimits.bytes + 1,
    { pictures: true, videos: true, videoLimits },
    /^The video is larger than 50 MB\./,
  ],
])('a file of %s with %i bytes is checked before it is sent', (type, size, accepted, sentence) => {
  const error = findFileError(file(type, size), accepted);
  if (sentence) expect(error).toMatch(sentence);
  else expect(error).toBeUndefined();
});

test('the limits of videos are a sentence', () => {
  expect(describeVideoLimits(videoLimits)).toBe('Videos: MP4 (H.264), MOV or WebM, max 50 MB and 3 minutes each');
  expect(describeVideoLimits({ bytes: 5 * 1024 * 1024, seconds: 90 })).toContain('max 5 MB and 90 seconds each');
});

test('the error and the hint name the same file types', () => {
  const typesIn = (text = '') => text.match(/\b(?:PNG|JPG|WebP|SVG)\b/g);
  expect(typesIn(findFileError(file('image/gif')))).toEqual([...(typesIn(messages.imageHint) ?? []), 'SVG']);
});

test.each([
  ['ArrowLeft', false, { x: 48, y: 50 }],
  ['ArrowDown', true, { x: 50, y: 60 }],
  ['Home', false, undefined],
])('%s (with Shift: %s) moves the focal point to %j', (key, shiftKey, expected) => {
  expect(moveFocalPoint({ x: 50, y: 50 }, { key, shiftKey })).toEqual(expected);
});

test('the focal point stays inside the image', () => {
  expect(moveFocalPoint({ x: 1, y: 100 }, { key: 'ArrowLeft', shiftKey: false })).toEqual({ x: 0, y: 100 });
  expect(moveFocalPoint({ x: 1, y: 100 }, { key: 'ArrowDown', shiftKey: true })).toEqual({ x: 1, y: 100 });
});

test.each([
  ['ArrowRight', 1],
  ['ArrowDown', 3],
  ['ArrowUp', 0],
  ['Home', -2],
  ['End', 4],
  ['Enter', undefined],
])('in a grid of 7 pictures in 3 columns, %s on the third moves the focus by %s', (key, step) => {
  expect(getFocusStep(key, { columns: 3, index: 2, count: 7 })).toBe(step);
});

test('Shift extends the selection, or its removal, from the last clicked image', () => {
  const images = ['a', 'b', 'c', 'd', 'e'].map((_id) => ({ _id }));
  const clicks: [id: string, isRange: boolean, expected: string][] = [
    ['b', false, 'b'],
    ['d', true, 'b,c,d'],
    ['e', false, 'b,c,d,e'],
    ['c', true, 'b'],
    ['c', false, 'b,c'],
    ['a', true, 'a,b,c'],
  ];
  let selection: Parameters<typeof toggleSelection>[0] = { ids: new Set(), anchorId: undefined };
  for (const [id, isRange, expected] of clicks) {
    selection = toggleSelection(selection, images, { id, isRange });
    expect([...selection.ids].sort().join()).toBe(expected);
  }
});

test('a range from an image that is no longer listed is one image', () => {
  const selection = { ids: new Set<string>(), anchorId: 'gone' };
  expect([...toggleSelection(selection, [{ _id: 'a' }, { _id: 'b' }], { id: 'b', isRange: true }).ids]).toEqual(['b']);
});

test('images that a bulk change keeps are counted beside the deleted ones', () => {
  const image = { _id: 'd', originalName: 'd.png', detail: 'It is used.', uses: [], videos: [] };
  const poster = { ...image, videos: ['tour.mp4'] };
  const outcome = { action: 'delete' as const, changed: ['a', 'b', 'c'], refused: [poster] };
  expect(describeRefusals(outcome)).toBe('3 images deleted, 1 kept because it is in use.');
  const others = { ...outcome, changed: [], refused: [poster, poster, image] };
  expect(describeRefusals(others)).toBe('0 images deleted, 2 kept because they are in use, 1 not changed.');
  expect(describeRefusals({ ...others, action: 'add-tag' })).toBe('3 images were not changed.');
});

test('a bulk change is described, and undone for the images that it changed', () => {
  const added = { action: 'add-tag', tag: 'hero', ids: ['a', 'b', 'c'] } as const;
  const change = { ...added, ids: [...added.ids] };
  expect(describeBulkChange(change, 2)).toBe('“hero” added to 2 images.');
  expect(describeBulkChange(change, 0)).toBe('All selected images have the tag “hero”.');
  expect(invertBulkChange(change, ['a', 'b'])).toEqual({ action: 'remove-tag', tag: 'hero', ids: ['a', 'b'] });
  const deleted = { action: 'delete' as const, ids: ['a'] };
  expect(describeBulkChange(deleted, 1)).toBe('1 image moved to the trash. You can restore it for 30 days.');
  expect(invertBulkChange(deleted, ['a'])).toEqual({ action: 'restore', ids: ['a'] });
});

test('the filters by kind are offered once there are images and videos', () => {
  const none = Object.fromEntries(Object.keys(filterLabels).map((name) => [name, 0])) as Record<ImageFilter, number>;
  const counts = { ...none, all: 7, recent: 7, pictures: 7 };
  expect(Object.keys(listStates('all', counts))).toEqual(['all', 'recent', 'unused', 'no-alt', 'trash']);
  expect(listStates('videos', counts)).toHaveProperty('videos');
  expect(listStates('all', { ...counts, videos: 1 })).toMatchObject({ pictures: 'Images', videos: 'Videos' });
});
