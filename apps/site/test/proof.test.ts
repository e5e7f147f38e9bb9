import { listTaggedParts, stripTags } from '@threadline/schema/content/preview-tags';
import { expect, test } from 'vitest';
import { addEntries, editSnapshot } from './edit-snapshot.ts';
import { decode, entries, filled, fresh, readGraph, readText, usePages } from './proof-content.ts';

const { read, renderTagged, routes } = usePages();
const friday = '/insights/the-friday-page/';
const key = 'insights.article-the-friday-page';

test('a fresh installation shows no proof, nor a heading for it', async () => {
  const home = await read('/', fresh);
  const texts = ['The people you meet', 'What changed', 'What clients say', 'Clients and partners'];
  for (const text of [...texts, 'How we count every figure']) expect(home).not.toContain(text);
  expect(routes(fresh)).not.toContain('/claims/');
  expect(await read('/sitemap/', fresh)).not.toContain('/claims/');
});

test.each([
  ['about.person-vikram', 'The people you meet'],
  ['stats.case-mills', 'What changed'],
  ['stats.testimonial-founder', 'What clients say'],
  ['stats.logo-foods', 'Clients and partners'],
] as const)('%s brings its heading, and no other one', async (name, heading) => {
  const home = await read('/', addEntries(fresh, { [name]: entries[name] }));
  const all = ['The people you meet', 'What changed', 'What clients say', 'Clients and partners'];
  expect(all.filter((text) => home.includes(`>${text}<`) || home.includes(`>\n      ${text}`))).toEqual([heading]);
});

test('a person has a name, a role, a picture or a drawing, and a link to LinkedIn if there is one', async () => {
  const home = await read('/', filled);
  const [, asha = ''] = /<li id="person-asha">(.*?)<\/li>/s.exec(home) ?? [];
  expect(readText(asha).trim()).toBe('Asha Rao Managing partner Leads every audit. LinkedIn Asha Rao');
  expect(asha).toContain('href="https://www.linkedin.com/in/example-asha-rao"');
  // The name is beside the picture.
  expect(asha).toMatch(/<img[^>]* alt(?:="")? width/);
  const [, vikram = ''] = /<li id="person-vikram">(.*?)<\/li>/s.exec(home) ?? [];
  expect(vikram).toContain('<svg');
  expect(vikram).not.toContain('<a ');
});

test('a case shows both counts, the amount in rupees, its basis, its day and the consent', async () => {
  const text = readText(await read('/', filled));
  expect(text).toContain('Days until payment Before 71 days After 45 days');
  expect(text).toContain('₹1,84,00,000 no longer tied up');
  expect(text).toContain('Receivables ledger. Measured on 28 Feb 2026. Published with consent of 31 Mar 2026.');
});

test('a testimonial names its author and the day of the consent', async () => {
  const home = await read('/', filled);
  const [, quote = ''] = /<blockquote>(.*?)<\/li>/s.exec(home) ?? [];
  expect(readText(quote).trim()).toBe(
    'They counted before they spoke. Ravi Shah Founder, Example Mills Published with consent of 31 Mar 2026.',
  );
});

test('a logo is described by the name of the client and leads to its website; without a logo the name is shown', async () => {
  const home = await read('/', filled);
  expect(home).toMatch(/<a href="https:\/\/mills\.example\.in\/" rel="noopener">\s*<picture>.*?alt="Example Mills"/s);
  expect(home).toMatch(/<li>\s*Example Foods\s*<\/li>/);
});

test('search engines learn about people and company numbers, and get no reviews of the firm by itself', async () => {
  const numbers = { gstin: '29AAACT0000A1ZB', cin: 'U74140KA2014PTC000000' };
  const home = await read('/', editSnapshot(filled, { 'site.brand': numbers }));
  expect(readText(home)).toContain('GSTIN 29AAACT0000A1ZB · CIN U74140KA2014PTC000000');
  const [firm] = readGraph(home);
  expect(firm).toMatchObject({
    taxID: numbers.gstin,
    identifier: { name: 'CIN', value: numbers.cin },
    employee: [
      {
        '@type': 'Person',
        '@id': 'https://example.org/#person-asha',
        name: 'Asha Rao',
        jobTitle: 'Managing partner',
        sameAs: ['https://www.linkedin.com/in/example-asha-rao'],
      },
      { name: 'Vikram Mehta', jobTitle: 'Partner' },
    ],
  });
  expect(JSON.stringify(readGraph(home))).not.toMatch(/Review|Rating|They counted before they spoke/);
});

test('the page of all figures has each figure, claim and case with its source, and is linked', async () => {
  const sourced = editSnapshot(filled, {
    'stats.stat-placement': { countedOn: '2026-03-31', source: '/terms/#figures' },
  });
  const page = await read('/claims/', sourced);
  const [first = '', ...others] = [...page.matchAll(/<li>\s*(<h2>.*?)<\/li>/gs)].map(([, item = '']) =>
    readText(item).trim(),
  );
  expect(first).toBe(
    '92% Placement success Counted by our auditor since 2014. Period: April 2025 to March 2026. Counted on 31 Mar 2026. See the evidence Placement success',
  );
  expect(others.map((item) => item.split(' ', 1)[0])).toEqual([
    '98%',
    '85%',
    '5,000+',
    '20+',
    '12+',
    '10+',
    '₹1,84,00,000',
  ]);
  expect(page).toContain('href="/terms/#figures"');
  const home = await read('/', sourced);
  expect(home).toMatch(/<a href="\/claims\/">How we count every figure<\/a>/);
  expect(readText(home)).toContain('Period: April 2025 to March 2026. Counted on 31 Mar 2026. See the evidence');
  expect(await read('/sitemap/', sourced)).toContain('href="/claims/"');
  expect(await read('/sitemap.xml', sourced)).toContain('<loc>https://example.org/claims/</loc>');
});

test('one figure with a source line is enough for the page; a claim whose basis is missing stays away from it', async () => {
  const edits = {
    'stats.stat-years': { period: 'Founded in 2013' },
    'stats.claim-industries': { basis: 'Basis: set by owner.' },
  };
  const snapshot = editSnapshot(fresh, edits);
  expect(routes(snapshot)).toContain('/claims/');
  const text = readText(await read('/claims/', snapshot));
  expect(text).toContain('12+ Years of practice Years since the firm was founded. Period: Founded in 2013.');
  expect(text).toContain('92% Placement success');
  expect(text).not.toContain('Industries served');
});

test('in a preview every text of the proof has the tag of its field, and nothing else differs', async () => {
  const snapshot = editSnapshot(filled, { [key]: { author: 'Asha Rao' } });
  for (const route of ['/', '/claims/', friday]) {
    const { body, fields } = await renderTagged(route, snapshot);
    const tagged = decode(body);
    const checksum = /(<astro-island uid=")[^"]*/g;
    expect(stripTags(tagged).replace(checksum, '$1')).toBe((await read(route, snapshot)).replace(checksum, '$1'));
    if (route !== '/') continue;
    const found = new Set(listTaggedParts(tagged).map(({ field }) => `${fields[field]?.key}${fields[field]?.pointer}`));
    for (const pointer of [
      'person-asha/name',
      'person-asha/role',
      'person-asha/note',
      'case-mills/title',
      'case-mills/client',
      'case-mills/story',
      'case-mills/measure',
      'case-mills/basis',
      'case-mills/amountLabel',
      'testimonial-founder/quote',
      'testimonial-founder/name',
      'testimonial-founder/company',
      'logo-foods/name',
      'stat-placement/period',
    ])
      expect([...found]).toContain(pointer);
  }
});
