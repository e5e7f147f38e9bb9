import { createTag } from '@threadline/schema/content/preview-tags';
import { expect, test } from 'vitest';
import { createShareLinks } from './share-links.ts';

test('every link shares the title and the address of the page, whatever characters they have', () => {
  const url = 'https://threadline.test/insights/the-friday-page/';
  const title = 'Cash & carry: “50 %”, अब?';
  const links = createShareLinks({ title: title + createTag(1), summary: 'One sheet.', url });
  const read = (link: string, name: string) => new URL(link).searchParams.get(name);
  expect(read(links.whatsapp, 'text')).toBe(`${title} ${url}`);
  expect(read(links.linkedin, 'url')).toBe(url);
  expect([read(links.x, 'text'), read(links.x, 'url')]).toEqual([title, url]);
  expect([read(links.email, 'subject'), read(links.email, 'body')]).toEqual([title, `One sheet.\r\n\r\n${url}`]);
});
