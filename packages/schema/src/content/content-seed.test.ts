/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { artNames } from '../primitives/art.ts';
import { shippedCompanyName } from './company-name.ts';
import type { ContentItem } from './content-item.ts';
import { itemMetadataSchema } from './content-item.ts';
import { contentModel, findDefinition, itemType, type SectionDefinition, sectionNames } from './content-model.ts';
import { type FormField, getField, getFieldAt, listLeaves } from './form-field.ts';
import { imageTagSchema } from './image.ts';
import { createLinkCheck, listLinks } from './link-targets.ts';
import { listPlaceholders } from './mail-template.ts';
import { readSiteContent } from './site-content.ts';

const seedFolder = new URL('../../../../content-seed/', import.meta.url);

interface SeedEntry {
  value: unknown;
  metadata?: unknown;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, seedFolder), 'utf8'));
}

const seed = sectionNames.flatMap((section) =>
  Object.entries(readJson(`${section}.json`) as Record<string, SeedEntry>).map(([key, entry]) => ({
    section,
    key,
    entry,
    name: `${section}.${key}`,
  })),
);

const items: ContentItem[] = seed.map(({ section, key, entry }, position) => {
  const definition = findDefinition(section, key);
  return {
    section,
    key,
    value: entry.value,
    type: definition ? itemType(definition) : 'unknown',
    metadata: itemMetadataSchema.parse(entry.metadata ?? {}),
    position,
    version: 1,
    updatedAt: '2026-01-01T00:00:00.000Z',
    updatedBy: null,
  };
});
const content = readSiteContent(items);

/** Returns every string in a value with the name of its field. */
function listStrings(value: unknown, field = ''): { field: string; text: string }[] {
  if (typeof value === 'string') return [{ field, text: value }];
  if (Array.isArray(value)) return value.flatMap((entry) => listStrings(entry, field));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) => listStrings(entry, name));
}

const strings = seed.flatMap(({ name, entry }) => listStrings(entry.value).map((found) => ({ name, ...found })));

test('each section has exactly one seed file', () => {
  const files = readdirSync(seedFolder).filter((file) => file.endsWith('.json'));
  expect(files.sort()).toEqual(sectionNames.map((section) => `${section}.json`).sort());
});

test.each(seed)('$name fits its schema and sets every default explicitly', ({ section, key, entry }) => {
  const parsed = findDefinition(section, key)?.schema.safeParse(entry.value);
  expect(parsed?.error?.issues ?? []).toEqual([]);
  expect(parsed?.data).toEqual(entry.value);
  expect(Object.keys(entry).filter((field) => field !== 'value' && field !== 'metadata')).toEqual([]);
});

test('the company name of the seed is the one that the admin looks for', () => {
  expect(content.site.brand.name).toBe(shippedCompanyName);
});

test('every list has an allowed number of entries', () => {
  for (const [section, definition] of Object.entries<SectionDefinition>(contentModel)) {
    for (const [list, { min, max }] of Object.entries(definition.lists)) {
      const { length } = content[section as keyof typeof content][list as never] as unknown[];
      expect(length, `${section}.${list}`).toBeGreaterThanOrEqual(min);
      expect(length, `${section}.${list}`).toBeLessThanOrEqual(max);
    }
  }
});

test('every link of the site leads to an anchor or a page that exists', () => {
  const hasTarget = createLinkCheck(items);
  const links = items.flatMap((item) =>
    listLinks(item).map(({ href }) => ({ from: `${item.section}.${item.key}`, href })),
  );
  expect(links.filter(({ href }) => /^[#/]/.test(href)).length).toBeGreaterThan(20);
  expect(links.filter(({ href }) => !hasTarget(href))).toEqual([]);
});

test('the seven targets of the hero and the nine services of the specification exist', () => {
  const targets = content.hero.slides.flatMap(({ value }) => [value.primaryCTA.href, value.secondaryCTA.href]);
  for (const anchor of ['contact', 'approach', 'services', 'hiring', 'audit', 'growth-audit', 'sample-dashboard']) {
    expect(targets).toContain(`#${anchor}`);
  }
  expect(content.services.cards.map(({ id }) => id)).toEqual([
    'hiring',
    'setup',
    'audit',
    'revenue',
    'operations',
    'pms',
    'hrbp',
    'marketing',
    'finance',
  ]);
});

test('no anchor occurs twice on one page', () => {
  for (const { id, value } of [...content.site.pages, ...content.insights.articles]) {
    const anchors = value.body.content.flatMap((block) =>
      block.type === 'heading' && block.attrs.anchor !== '' ? block.attrs.anchor : [],
    );
    expect(new Set(anchors).size, id).toBe(anchors.length);
  }
});

test('each drawing is used exactly once', () => {
  const used = strings.filter(({ text }) => text.startsWith('/art/')).map(({ text }) => text.slice('/art/'.length));
  expect(used.sort()).toEqual(Object.keys(artNames).sort());
});

test('the first slide shows the title and the subtitle of the hero', () => {
  expect(content.hero.slides[0]).toMatchObject({ id: 'build', value: { headline: '', subheadline: '' } });
  for (const { id, value } of content.hero.slides.slice(1)) {
    expect(value.headline, id).not.toBe('');
    expect(value.subheadline, id).not.toBe('');
  }
});

test('the sample projects add up to the number on the drawing of the dashboard', () => {
  const { projects } = content.services['dashboard-data'];
  const costs = projects.map(({ delayCostLakh }) => delayCostLakh);
  expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(18.4, 5);
  for (const { name, status, delayCostLakh, reason, stage } of projects) {
    const delayed = status === 'late' || status === 'risk';
    expect(delayCostLakh > 0, name).toBe(delayed);
    expect(reason !== '', name).toBe(delayed);
    expect(stage === 4, name).toBe(status === 'done');
  }
});

test('every score of the growth check has exactly one result', () => {
  const { questions, bands, 'growth-check': check } = content.services;
  const highest = questions.length * (check.scale.length - 1);
  for (let score = 0; score <= highest; score++) {
    expect(bands.filter(({ value }) => value.min <= score && score <= value.max).length, `score ${score}`).toBe(1);
  }
  expect(Math.max(...bands.map(({ value }) => value.max))).toBe(highest);
});

test('the copy has no exclamation marks, em dashes, straight quotes or stray spaces', () => {
  for (const { name, field, text } of strings) {
    expect(text, name).not.toMatch(/[!—"']| {2}|\t/);
    // The visitor continues typing at the end of the chat message.
    if (field !== 'message') expect(text, name).toBe(text.trim());
  }
});

test('summaries have a length that search engines display', () => {
  expect(content.site.seo.title.length).toBeGreaterThanOrEqual(30);
  expect(content.site.seo.description.length).toBeGreaterThanOrEqual(140);
  for (const { id, value } of content.site.pages) expect(value.description.length, id).toBeGreaterThanOrEqual(100);
});

interface SeedImage {
  file: string;
  originalName: string;
  tags: string[];
  alt: string;
}

test('the seed images are listed, small, tagged and described', () => {
  const images = readJson('images/index.json') as SeedImage[];
  const files = readdirSync(new URL('images/', seedFolder)).filter((file) => /\.(png|webp)$/.test(file));
  expect(images.map(({ file }) => file).sort()).toEqual(files.sort());
  for (const { file, originalName, tags, alt } of images) {
    const bytes = readFileSync(new URL(`images/${file}`, seedFolder));
    expect(bytes.subarray(8, 12).toString('latin1'), file).toBe('WEBP');
    expect(bytes.length, file).toBeLessThanOrEqual(40 * 1024);
    expect(originalName, file).toMatch(/\.webp$/);
    expect(alt.length, file).toBeGreaterThan(20);
    for (const tag of tags) expect(imageTagSchema.parse(tag), file).toMatch(/^(hero|banner|gallery)$/);
    expect(tags.length, file).toBeGreaterThan(0);
  }
  expect([...new Set(images.flatMap(({ tags }) => tags))].sort()).toEqual(['banner', 'gallery', 'hero']);
});

test('every placeholder is explained in a hint of its field', () => {
  const unexplained = seed.flatMap(({ section, key, entry, name }) => {
    const field = getField(findDefinition(section, key)?.schema as z.ZodType);
    return listLeaves(field, entry.value).flatMap(({ pointer, text }) =>
      listPlaceholders(text)
        .filter((placeholder) => !namesAt(field, pointer).includes(placeholder))
        .map((placeholder) => `${name}${pointer} {${placeholder}}`),
    );
  });
  expect(unexplained).toEqual([]);
});

/** Returns the variables of a field, and those that a hint of it or of a group around it explains. */
function namesAt(field: FormField, pointer: string): string[] {
  const parts = pointer.split('/').slice(1);
  const around = parts.map((_, depth) => getFieldAt(field, `/${parts.slice(0, depth + 1).join('/')}`));
  return [field, ...around].flatMap(({ variables = {}, description = '' }) => [
    ...Object.keys(variables),
    ...listPlaceholders(description),
  ]);
}
