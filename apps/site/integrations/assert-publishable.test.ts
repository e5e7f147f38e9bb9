import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { editSnapshot, fillPlaceholders } from '../test/edit-snapshot.ts';
import { assertPublishable } from './assert-publishable.ts';
import { loadSnapshot } from './load-snapshot.ts';

const seed = await loadSnapshot({ ...readConfig({}), contentUrl: undefined });
const live = { contentUrl: 'https://app.example.com' };

test('the seed is refused', () => {
  expect(() => assertPublishable(seed, { contentUrl: undefined })).toThrow(
    'CONTENT_URL is not set, so the site would show the sample texts of content-seed. To build the site anyway, set ALLOW_PLACEHOLDERS=1.',
  );
});

test('every placeholder is named', () => {
  const one = editSnapshot(fillPlaceholders(seed), { 'site.contact': { phone: '+91 00000 00000' } });
  expect(() => assertPublishable(one, live)).toThrow(
    'These texts are still placeholders: site.contact/phone. To build',
  );
});

test('content without placeholders is built, and a hidden item may have one', () => {
  const filled = fillPlaceholders(seed);
  expect(() => assertPublishable(filled, live)).not.toThrow();
  const edited = editSnapshot(filled, { 'site.contact': { phone: '+91 00000 00000' } });
  const items = edited.items.map((item) => (item.key === 'contact' ? { ...item, metadata: { hidden: true } } : item));
  expect(() => assertPublishable({ items }, live)).not.toThrow();
});

test('an address below a path is refused, because the links of the pages begin with a slash', () => {
  const expected =
    'SITE_URL must be a web address without a path, such as https://example.org, because the links of the pages begin with /.';
  expect(() => readConfig({ SITE_URL: 'https://user.github.io/project/' })).toThrow(expected);
  expect(readConfig({ SITE_URL: 'https://user.github.io/' }).siteUrl).toBe('https://user.github.io');
});
