import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentModel } from '@threadline/schema/content-model';
import { expect, test } from 'vitest';
import { destinations, siteSettings } from './navigation.ts';

test('every screen has a key of its own, and the log of changes is one of them', () => {
  const keys = destinations.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(destinations.find(({ to }) => to === '/log')?.label).toBe('Log of changes');
});

test('a name that is cut for a phone begins as the whole name does', () => {
  expect(destinations.filter(({ label, short = '' }) => !label.startsWith(short.replace(/s$/, '')))).toEqual([]);
});

test('the section of the settings has the name of its tab', () => {
  expect(siteSettings).toBe(contentModel.site.title);
});

const otherNames = /Site Settings|image library|in the library|Go to the content\b|All releases|['">]Home['"<]/;

test('no place has a second name in the texts of the admin', () => {
  const root = import.meta.dirname;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const withoutComments = (file: string) =>
    readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  expect(files.filter((file) => otherNames.test(withoutComments(file)))).toEqual([]);
});
