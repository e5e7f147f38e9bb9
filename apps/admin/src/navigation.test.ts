import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentModel } from '@threadline/schema/content/content-model';
import { expect, test } from 'vitest';
import { destinations, siteSettings } from './navigation.ts';

test('every screen has its own key, including the audit log', () => {
  const keys = destinations.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(destinations.find(({ to }) => to === '/log')?.label).toBe('Audit log');
});

test('the short name for phones is the beginning of the full name', () => {
  expect(destinations.filter(({ label, short = '' }) => !label.startsWith(short.replace(/s$/, '')))).toEqual([]);
});

test('the settings section has the name of its tab', () => {
  expect(siteSettings).toBe(contentModel.site.title);
});

const otherNames = /Site Settings|image library|in the library|Go to the content\b|All releases|['">]Home['"<]/;

test("the admin's texts use one name for each screen", () => {
  const root = import.meta.dirname;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const withoutComments = (file: string) =>
    readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  expect(files.filter((file) => otherNames.test(withoutComments(file)))).toEqual([]);
});
