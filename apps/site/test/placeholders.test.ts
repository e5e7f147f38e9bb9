import type { Snapshot } from '@threadline/schema/content/snapshot';
import { beforeAll, expect, inject, test } from 'vitest';
import { editSnapshot, fillPlaceholders } from './edit-snapshot.ts';
import { loadRenderer, type Renderer } from './load-renderer.ts';

let renderer: Renderer;
/** At an address that is no placeholder itself. */
const fresh: Snapshot = { ...inject('snapshot'), siteUrl: 'https://threadline.test', apiUrl: '', mediaUrl: '' };
const filled = fillPlaceholders(fresh);
const decode = (body: Uint8Array) => new TextDecoder().decode(body);
const read = async (route: string, snapshot: Snapshot) => decode((await renderer.render(route, snapshot)).body);
const readPreview = async (route: string, snapshot: Snapshot) =>
  decode((await renderer.renderTagged(route, snapshot)).body);

beforeAll(async () => {
  renderer = await loadRenderer();
});

/** A page without its styles and without the name of the HTML attribute. */
function readable(page: string): string {
  return page.replace(/<style.*?<\/style>/gs, '').replaceAll(' placeholder="', ' ');
}

const placeholderTexts = /placeholder|set by owner|0{5} ?0{5}|example\.(?:com|org|net)/gi;
/** Links that share an article have no recipient. */
const contactLinks = /href="(?:tel:|mailto:(?!\?)|sms:|https:\/\/wa\.me\/(?!\?))[^"]*"/g;

function graph(html: string): Record<string, unknown>[] {
  return JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '')['@graph'];
}

const followLinks = (html: string) => [...html.matchAll(/<a href="([^"]*)" rel="me noopener">\s*([^<]*?)\s*<\/a>/g)];

test('no public file of a fresh installation holds a placeholder or a link that depends on one', async () => {
  for (const route of renderer.routes(fresh).filter((path) => !path.endsWith('.png'))) {
    const page = await read(route, fresh);
    expect(readable(page).match(placeholderTexts), route).toBeNull();
    expect(page.match(contactLinks), route).toBeNull();
  }
});

test('a sentence that only mentions example.com or a placeholder is on the page', async () => {
  const body = 'Write your address as name@example.com. A placeholder, or a date set by owner and team, is fine.';
  expect(await read('/', editSnapshot(filled, { 'cta.enquiry-panel': { body } }))).toContain(body);
});

test('the preview of a fresh installation shows its placeholders', async () => {
  const home = await readPreview('/', fresh);
  for (const text of ['Period: placeholder', 'Placeholder address line', '+91 00000 00000', '(placeholder)'])
    expect(home).toContain(text);
  expect(home).toContain('href="mailto:hello@example.com"');
  expect(home).toContain('href="https://wa.me/910000000000');
});

test('without contact details every place for them leads to the enquiry form', async () => {
  const home = await read('/', fresh);
  const [, address = ''] = /<address>(.*?)<\/address>/s.exec(home) ?? [];
  expect(address).toMatch(/<a href="#enquiry" data-open-contact="Contact">\s*Enquire\s*<\/a>/);
  const [, question = ''] = /(Something else\?.*?)<\/p>/s.exec(home) ?? [];
  expect(question).toMatch(/<a href="#enquiry"[^>]*>\s*Enquire\s*<\/a>/);
  expect(home).not.toContain('CHAT WITH US NOW');
  expect(home).toContain('START YOUR TRANSFORMATION');
  expect(await read('/.well-known/security.txt', fresh)).toContain('Contact: https://threadline.test/#enquiry\n');
});

test('without a legal name the copyright line has the name of the brand, and search engines get no half address', async () => {
  const home = await read('/', fresh);
  expect(home).toMatch(/© \d{4} Threadline Advisory\. All rights reserved\./);
  const [firm] = graph(home);
  expect(firm).toHaveProperty('name');
  for (const field of ['legalName', 'address', 'email', 'telephone']) expect(firm).not.toHaveProperty(field);
  expect(firm?.contactPoint).toMatchObject({ url: 'https://threadline.test/#enquiry' });
});

test('a figure of a fresh installation says how it is counted, without the clause that is missing', async () => {
  const home = await read('/', fresh);
  expect(home).toMatch(/Share of placed candidates still in role after 90 days\.\s+Each dot is 4 in every 100\./);
  expect(home.match(/<p class="basis">\s*[A-Z]/g)).toHaveLength(6);
});

test('contact details appear on the page and for search engines as soon as they are set', async () => {
  const home = await read('/', filled);
  expect(home).toContain('CHAT WITH US NOW');
  for (const href of ['tel:+919876543210', 'mailto:care@threadline.in', 'https://wa.me/919876543211?text='])
    expect(home).toContain(`href="${href}`);
  // Beside the form, for visitors without JavaScript while the server is down.
  expect(home).toMatch(/<span class="form-contact">\s*<a href="tel:\+919876543210">[^<]*<\/a>\s*<a href="mailto:care@/);
  expect(home).toContain('12 Weaver Street');
  expect(home).toContain('Threadline Advisory Private Limited');
  expect(graph(home)[0]).toMatchObject({
    legalName: 'Threadline Advisory Private Limited',
    email: 'care@threadline.in',
    telephone: '+919876543210',
    address: { streetAddress: ['12 Weaver Street', 'Bengaluru 560001'] },
  });
  expect(await read('/careers/', filled)).toContain('href="mailto:care@threadline.in"');
  expect(await read('/.well-known/security.txt', filled)).toContain('Contact: mailto:care@threadline.in\n');
});

test('one contact detail can be set alone', async () => {
  const home = await read('/', editSnapshot(fresh, { 'site.contact': { phone: '+919876543210' } }));
  expect(new Set(home.match(contactLinks))).toEqual(new Set(['href="tel:+919876543210"']));
});

const social = {
  linkedin: 'https://www.linkedin.com/company/threadline',
  instagram: 'https://www.instagram.com/threadline',
  youtube: 'https://www.youtube.com/@threadline',
  x: 'https://x.com/threadline',
};

test('Spec §2: the footer has all four social links once they are set', async () => {
  const home = await read('/', editSnapshot(fresh, { 'site.social': social }));
  expect(followLinks(home).map(([, href, label]) => [label, href])).toEqual([
    ['LinkedIn', social.linkedin],
    ['Instagram', social.instagram],
    ['YouTube', social.youtube],
    ['X', social.x],
  ]);
  expect(home).toContain('Follow us');
  expect(graph(home)[0]?.sameAs).toEqual(Object.values(social));
});

test('social links appear as soon as one is set; one that is a placeholder does not', async () => {
  const edits = { 'site.social': { youtube: social.youtube, x: 'https://example.com/x' } };
  const home = await read('/', editSnapshot(fresh, edits));
  expect(followLinks(home).map(([, , label]) => label)).toEqual(['YouTube']);
  expect(await read('/', fresh)).not.toContain('Follow us');
});
