import type { GroupedContent } from '@threadline/schema/content/content-item';
import { expect, test } from 'vitest';
import { reportFormerName } from './former-name.ts';

function createContent(name: string, title: string): GroupedContent {
  const item = (key: string, value: unknown) => ({
    section: 'site',
    key,
    value,
    type: 'group',
    metadata: {},
    position: 0,
    version: 3,
    updatedAt: '2026-11-18T11:15:00.000Z',
    updatedBy: null,
  });
  const seo = { title, description: 'Advice for founders.', image: '' };
  return { site: { brand: item('brand', { name }), seo: item('seo', seo) } };
}

const versions = (...names: string[]) => names.map((name) => ({ value: { name } }));

test('after a change of the company name, the other texts with the former one are listed, each with its save', () => {
  const content = createContent('Mills & Co', 'Weft Partners: consultancy');
  expect(reportFormerName(content, versions('Mills & Co', 'Weft Partners', 'Threadline Advisory'))).toEqual({
    former: 'Weft Partners',
    current: 'Mills & Co',
    fields: [{ section: 'site', key: 'seo', field: '/title', label: 'Site settings, SEO and social sharing, Title' }],
    saves: [
      {
        kind: 'save',
        section: 'site',
        key: 'seo',
        value: { title: 'Mills & Co: consultancy', description: 'Advice for founders.', image: '' },
        metadata: {},
        version: 3,
      },
    ],
  });
});

test('the name of the example content is found after later changes too', () => {
  const content = createContent('Mills & Co', 'Threadline Advisory');
  expect(reportFormerName(content, versions('Mills & Co', 'Weft Partners'))?.former).toBe('Threadline Advisory');
});

test('nothing is reported before the first change, and once every text has the current name', () => {
  expect(reportFormerName(createContent('Threadline Advisory', 'Threadline Advisory'), [])).toBeUndefined();
  const content = createContent('Mills & Co', 'Mills & Co');
  expect(reportFormerName(content, versions('Mills & Co', 'Threadline Advisory'))).toBeUndefined();
});

test('a text that would be too long with the current name is listed without a save', () => {
  const name = 'The Mills and Weavers Advisory Company of Pune';
  const report = reportFormerName(createContent(name, 'Threadline Advisory: business consultancy'), []);
  expect([report?.fields.length, report?.saves]).toEqual([1, []]);
});
