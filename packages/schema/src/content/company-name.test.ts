import { expect, test } from 'vitest';
import { findFormerName, getCompanyName, replaceFormerName, shippedCompanyName } from './company-name.ts';

const change = { former: shippedCompanyName, current: 'Mills & Co' };
const item = (section: string, key: string, value: unknown, metadata = {}) => ({ section, key, value, metadata });

const seo = item('site', 'seo', {
  title: 'Threadline Advisory: consultancy',
  description: 'From Threadline Advisory.',
  image: '/media/Threadline Advisory',
});
const page = item('site', 'page-privacy', {
  title: 'Privacy',
  body: {
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Threadline Advisory decides.' },
          {
            type: 'text',
            text: 'Threadline Advisory',
            marks: [{ type: 'link', attrs: { href: '/Threadline Advisory' } }],
          },
        ],
      },
    ],
  },
});

test('each field that still has the former name is found once, except those of the brand and of hidden items', () => {
  const brand = item('site', 'brand', { name: 'Mills & Co', legalName: 'Threadline Advisory LLP' });
  const hidden = item('hero', 'slide-a', { label: 'Threadline Advisory' }, { hidden: true });
  expect(findFormerName([brand, hidden, seo, page], change)).toEqual([
    { section: 'site', key: 'seo', pointer: '/title' },
    { section: 'site', key: 'seo', pointer: '/description' },
    { section: 'site', key: 'page-privacy', pointer: '/body' },
  ]);
  expect(getCompanyName([seo, brand])).toBe('Mills & Co');
});

test('the current name replaces the former one in texts, and no address changes', () => {
  expect(replaceFormerName(seo, change)).toEqual({
    title: 'Mills & Co: consultancy',
    description: 'From Mills & Co.',
    image: '/media/Threadline Advisory',
  });
  const replaced = JSON.stringify(replaceFormerName(page, change));
  expect(replaced).toContain('"Mills & Co decides."');
  expect(replaced).toContain('"/Threadline Advisory"');
});

test('a name within a longer word or within the current name does not count', () => {
  const find = (text: string, current: string) =>
    findFormerName([item('hero', 'title', text)], { former: 'Loom', current });
  expect(find('Looming costs', 'Weft')).toEqual([]);
  expect(find('Ask Loom & Sons', 'Loom & Sons')).toEqual([]);
  expect(find('Ask Loom.', 'Loom & Sons')).toEqual([{ section: 'hero', key: 'title', pointer: '' }]);
  expect(find('Ask Loom.', 'Loom')).toEqual([]);
  expect(find('Ask Loom (India).', '$&')).toHaveLength(1);
});
