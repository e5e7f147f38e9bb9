import { listLinkTargets } from '@threadline/schema/content/link-targets';
import { fromParts } from '@threadline/schema/rich-text/from-parts';
import { expect, test } from 'vitest';
import { editSnapshot } from './edit-snapshot.ts';
import { filled, findNode, fresh, logoUrl, readText, usePages, withImage } from './proof-content.ts';

const { read } = usePages();
const friday = '/insights/the-friday-page/';
const key = 'insights.article-the-friday-page';

test('an author who is one of the people has a role and a portrait, for search engines too', async () => {
  const page = await read(friday, editSnapshot(filled, { [key]: { author: 'Asha Rao' } }));
  expect(page).toContain('By Asha Rao · ');
  const [, author = ''] = /<div class="author">(.*?)<section/s.exec(page) ?? [];
  expect(readText(author).trim()).toMatch(/^Asha Rao Managing partner Leads every audit\. LinkedIn Asha Rao/);
  expect(findNode(page, 'Article')?.author).toMatchObject({
    '@type': 'Person',
    '@id': 'https://example.org/#person-asha',
    jobTitle: 'Managing partner',
  });
  expect(await read('/insights/rss.xml', editSnapshot(filled, { [key]: { author: 'Asha Rao' } }))).toContain(
    '<dc:creator>Asha Rao</dc:creator>',
  );
});

test('any other author is named, and without one the firm is the author', async () => {
  const guest = await read(friday, editSnapshot(fresh, { [key]: { author: 'A Guest' } }));
  expect(guest).toContain('By A Guest · ');
  expect(guest).not.toContain('class="author"');
  expect(findNode(guest, 'Article')?.author).toEqual({ '@type': 'Person', name: 'A Guest' });
  const withoutAuthor = await read(friday, fresh);
  expect(withoutAuthor).not.toContain('By ');
  expect(findNode(withoutAuthor, 'Article')?.author).toEqual({ '@id': 'https://example.org/#organization' });
});

test('an article is found and shared with the title, the text and the picture that were written for that', async () => {
  const seo = { title: 'One page a week', description: 'How one sheet replaces six meetings.', picture: logoUrl };
  const page = await read(friday, editSnapshot(filled, { [key]: { seo } }));
  const shared = `https://example.org${logoUrl}`;
  expect(page).toContain('<title>One page a week | Threadline Advisory</title>');
  expect(page).toContain(`<meta name="description" content="${seo.description}">`);
  expect(page).toContain('<meta property="og:title" content="One page a week">');
  expect(page).toContain(`<meta property="og:description" content="${seo.description}">`);
  expect(page).toContain(`<meta property="og:image" content="${shared}">`);
  expect(page).toContain('<h1>The Friday page');
  expect(findNode(page, 'WebPage')).toMatchObject({ name: 'One page a week' });
  expect(findNode(page, 'Article')).toMatchObject({ description: seo.description, image: shared });
});

test('a cover that is a photo is shared with its article', async () => {
  const picture = { src: logoUrl, alt: 'Two people at a table', decorative: false };
  const page = await read(friday, editSnapshot(filled, { [key]: { picture } }));
  expect(page).toContain(`<meta property="og:image" content="https://example.org${logoUrl}">`);
});

test('a link in the text of an article to any place of the landing page leads there from the article', async () => {
  const places = listLinkTargets(filled.items).flatMap(({ href }) => (href.startsWith('#') ? [href] : []));
  const content = places.map((href) => ({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }));
  const body = { type: 'doc', content: [{ type: 'paragraph', content }] };
  const [page, landingPage] = [await read(friday, editSnapshot(filled, { [key]: { body } })), await read('/', filled)];
  expect(places.length).toBeGreaterThan(9);
  for (const href of places) {
    expect(page).toContain(`<a href="/${href}">${href}</a>`);
    expect(landingPage).toContain(`id="${href.slice(1)}"`);
  }
});

const listRelated = (page: string) => {
  const [, related = ''] = /<section class="related"(.*?)<\/section>/s.exec(page) ?? [];
  return [...related.matchAll(/href="\/insights\/([^"/]+)\/"/g)].map(([, id]) => id);
};

test('related articles are the ones before it, then the newest, or those that were chosen', async () => {
  const [newest, middle, oldest] = ['hire-for-the-next-stage', 'what-a-four-week-audit-finds', 'the-friday-page'];
  expect(listRelated(await read(`/insights/${newest}/`, fresh))).toEqual([middle, oldest]);
  expect(listRelated(await read(`/insights/${middle}/`, fresh))).toEqual([oldest, newest]);
  expect(listRelated(await read(friday, fresh))).toEqual([newest, middle]);
  const related = [`/insights/${middle}/`, friday];
  expect(listRelated(await read(friday, editSnapshot(fresh, { [key]: { related } })))).toEqual([middle]);
});

test('an article shares by plain links, and its enquiry form is on its own page and names it', async () => {
  const page = await read(friday, fresh);
  const shared = encodeURIComponent(`https://example.org${friday}`);
  for (const start of [
    'https://wa.me/?text=',
    'https://www.linkedin.com/sharing/',
    'https://x.com/intent/',
    'mailto:?',
  ])
    expect(page).toMatch(new RegExp(`href="${start.replace(/[.?/]/g, '\\$&')}[^"]*${shared}"`));
  expect(page).toContain(`data-copy="https://example.org${friday}"`);
  const title = 'The Friday page: one sheet that replaces six meetings';
  expect(page).toContain(`data-open-contact="${title}"`);
  expect(page).toContain(`data-message="I have read your article “${title}”."`);
  expect(page).toMatch(/<form id="enquiry"[^>]*method="post"/);
  for (const [name, value] of [
    ['page', friday],
    ['originSection', 'offer'],
    ['origin', title],
  ])
    expect(page).toContain(`<input type="hidden" name="${name}" value="${value}">`);
  expect(page).toContain('Would a Friday page work for your team?');
  expect(await read(friday, editSnapshot(fresh, { [key]: { offer: { title: '', body: '' } } }))).toContain(
    'Is this your company, too?',
  );
});

test('a long title fits into the topic of an enquiry', async () => {
  const page = await read(friday, editSnapshot(fresh, { [key]: { title: 'x'.repeat(90) } }));
  expect(/data-open-contact="(x+)"/.exec(page)?.[1]).toHaveLength(80);
});

test('an article shows a table and a picture with its caption', async () => {
  const figure = { src: logoUrl, alt: 'A sheet', decorative: false, caption: 'A Friday page of last year.' };
  const body = fromParts([{ text: 'A.', figure }]);
  const page = await read(friday, withImage(editSnapshot(fresh, { [key]: { body } })));
  expect(page).toMatch(
    /<figure class="prose-figure">\s*<picture>.*?alt="A sheet".*?<figcaption>A Friday page of last year\.<\/figcaption>/s,
  );
  const sample = await read(friday, fresh);
  expect(readText(/<table>(.*?)<\/tr>/s.exec(sample)?.[1] ?? '').trim()).toBe('Line Owner Last, this, target Status');
});

test('former addresses of an article lead to its new one, and so do links to them', async () => {
  const href = friday;
  const related = [href];
  const moved = editSnapshot(filled, {
    [key]: { address: 'one-page' },
    'insights.article-hire-for-the-next-stage': { related },
  });
  const items = moved.items.map((item) =>
    `${item.section}.${item.key}` === key ? { ...item, metadata: { formerIds: ['second-name'] } } : item,
  );
  const snapshot = { ...moved, items };
  const address = 'https://example.org/insights/one-page/';
  expect(await read('/insights/one-page/', snapshot)).toContain(`<link rel="canonical" href="${address}">`);
  for (const former of [friday, '/insights/second-name/']) {
    const page = await read(former, snapshot);
    expect(page).toContain(`<link rel="canonical" href="${address}">`);
    expect(page).toContain('<meta http-equiv="refresh" content="0; url=/insights/one-page/">');
  }
  for (const path of ['/', '/insights/', '/sitemap.xml', '/sitemap/', '/insights/hire-for-the-next-stage/']) {
    const page = await read(path, snapshot);
    expect(page, path).toContain('/insights/one-page/');
    expect(page, path).not.toContain(friday);
  }
  const feed = await read('/insights/rss.xml', snapshot);
  expect(feed).toContain(`<link>${address}</link><guid>https://example.org${friday}</guid>`);
});

test('a summary with which the text begins is not shown a second time above it', async () => {
  const body = fromParts([{ heading: 'One', text: 'Five lines, one owner. And more.' }]);
  const readWith = (excerpt: string) => read(friday, editSnapshot(fresh, { [key]: { body, excerpt } }));
  for (const excerpt of ['Five lines, one owner. And more.', 'Five lines, one…']) {
    const page = await readWith(excerpt);
    expect(page).not.toContain('class="lead"');
    expect(page).toContain(`<meta name="description" content="${excerpt}">`);
  }
  expect(await readWith('Five other lines.')).toContain('<p class="lead">Five other lines.</p>');
});
