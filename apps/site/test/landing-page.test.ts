import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { fillPlaceholders } from './edit-snapshot.ts';
import { loadRenderer } from './load-renderer.ts';

/** The landing page of a firm that has replaced the placeholders of a fresh installation. */
let html = '';

beforeAll(async () => {
  const renderer = await loadRenderer();
  html = new TextDecoder().decode((await renderer.render('/', fillPlaceholders(inject('snapshot')))).body);
});

/** Returns the visible text of a piece of HTML. */
function readText(piece: string): string {
  return piece
    .replace(/<(style|script|template)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the text of every match of a pattern, in the order of the page. */
function readAll(pattern: RegExp, source = html): string[] {
  return [...source.matchAll(pattern)].map(([, piece]) => readText(piece ?? ''));
}

/** Returns a top-level part of the page, from its opening tag to the next part. */
function readPart(start: RegExp): string {
  const [, rest = ''] = html.split(start);
  return rest.split(/<section id=|<footer/, 1)[0] ?? '';
}

const about = () => readPart(/<section id="about"/);
const stats = () => readPart(/<section id="stats"/);
const contact = () => readPart(/<section id="contact"/);
const footer = () => html.split('<footer')[1] ?? '';

test('the parts of the landing page are in the specified order', () => {
  const parts = [...html.matchAll(/<(header) class="site-|<section[^>]* id="(\w+)"[^>]*|<(footer) class="site-/g)];
  const names = parts.flatMap(([, header, section, end]) => header ?? section ?? end ?? []);
  const specified = ['header', 'about', 'stats', 'services', 'process', 'insights', 'contact', 'footer'];
  expect(names.filter((name) => specified.includes(name))).toEqual(specified);
  expect(html.indexOf('class="hero')).toBeGreaterThan(html.indexOf('<header class="site-'));
  expect(html.indexOf('class="hero')).toBeLessThan(html.indexOf('<section id="about"'));
});

test('the main navigation leads to every section, and calls the stats Results', () => {
  const [navigation = ''] = /<nav aria-label="Main">.*?<\/nav>/s.exec(html) ?? [];
  const links = [...navigation.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)/g)].map(([, href, label]) => [
    href,
    label?.trim(),
  ]);
  expect(links).toEqual([
    ['#about', 'About'],
    ['#services', 'Services'],
    ['#stats', 'Results'],
    ['#process', 'Process'],
    ['#insights', 'Insights'],
    ['#contact', 'Contact'],
  ]);
});

test('the badges are the four that were specified', () => {
  for (const badge of [
    'Money-Back Assurance on Agreed Outcomes',
    'Transparent reporting',
    'Fast onboarding',
    'India-focused expertise',
  ])
    expect(readText(html.split('<section id="about"', 1)[0] ?? '')).toContain(badge);
});

test('the page makes the claims of the specification', () => {
  const text = readText(html);
  for (const claim of ['money-back guarantee', '10+ industries', '100% satisfaction', '24-48 hours'])
    expect(text).toContain(claim);
  const cards = readAll(/<li>\s*(<p class="figure">.*?<\/h3>)/gs, stats());
  expect(cards.map((card) => card.split(' ', 1)[0])).toEqual(['92%', '98%', '85%', '5,000+', '20+', '12+']);
});

test('the services are the nine that were specified, numbered in order', () => {
  const numbers = readAll(/<span class="service-number"[^>]*>(.*?)<\/span>/gs);
  expect(numbers).toEqual(['01', '02', '03', '04', '05', '06', '07', '08', '09']);
  const titles = readAll(/<h3 id="[a-z]+-title"[^>]*>(.*?)<\/h3>/gs, readPart(/<section id="services"/));
  // British spelling, as in all of the copy: docs/decisions/0017-rulings.md.
  expect(titles).toEqual([
    'Strategic hiring',
    'Business setup',
    'Organisational audit',
    'Revenue acceleration',
    'Operations management',
    '4D PMS',
    'Cloud HRBP',
    'Strategic marketing campaigns',
    'Financial management',
  ]);
});

test('About is called Our Mission and has five blocks of a picture and a text', () => {
  expect(readAll(/<h2 id="about-heading"[^>]*>(.*?)<\/h2>/gs)).toEqual(['Our Mission']);
  const blocks = about().split('class="about-row"').slice(1);
  expect(blocks).toHaveLength(5);
  for (const block of blocks) expect(block).toMatch(/<figure\b[^>]*>.*<\/figure>.*class="about-cell"/s);
});

test('Stats is called Industry Recognition', () => {
  expect(readAll(/<h2 id="stats-heading"[^>]*>(.*?)<\/h2>/gs)).toEqual(['Industry Recognition']);
});

test('Process has its four steps, and Insights three cards', () => {
  const steps = readAll(/<h3[^>]*>(.*?)<\/h3>/gs, readPart(/<section id="process"/));
  expect(steps).toEqual([
    '1. Initial Consultation',
    '2. Strategic Planning',
    '3. Implementation',
    '4. Results & Growth',
  ]);
  expect(readPart(/<section id="insights"/).match(/<article class="insight"/g)).toHaveLength(3);
});

test('Contact has two panels, each with its button', () => {
  expect(contact().match(/<div class="contact-panel /g)).toHaveLength(2);
  const actions = readAll(/<p class="contact-action">(.*?)<\/p>/gs, contact());
  expect(actions).toEqual(['START YOUR TRANSFORMATION', expect.stringMatching(/^CHAT WITH US NOW/)]);
  expect(contact()).toMatch(/<a class="button on-band" href="https:\/\/wa\.me\/\d+\?text=[^"]+" target="_blank"/);
});

test('the footer links to every section and every service, and has a newsletter and the contact details', () => {
  const [, lists = ''] = footer().split('<h2 id="footer-explore">');
  const quickLinks = readText(lists.split('</nav>', 1)[0] ?? '');
  expect(quickLinks).toBe('Quick links About Services Results Process Insights Contact');
  for (const anchor of ['hiring', 'setup', 'audit', 'revenue', 'operations', 'pms', 'hrbp', 'marketing', 'finance'])
    expect(footer()).toContain(`href="#${anchor}"`);
  expect(footer()).toMatch(/<input[^>]* type="email"/);
  expect(footer()).toMatch(/<address>/);
});

test('the parts of the footer have the order of the design, with one small theme switch at the end', () => {
  const parts = ['<address>', 'footer-explore', 'footer-services', 'type="email"', 'href="/sitemap/"', 'name="theme"'];
  const places = parts.map((part) => footer().indexOf(part));
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(places[0]).toBeGreaterThan(-1);
  expect(footer().match(/name="theme"/g)).toHaveLength(1);
});

test('a social link is in the footer once its address is set, and not before', async () => {
  expect(footer()).not.toContain('linkedin.com');
  const social = { linkedin: 'https://www.linkedin.com/company/example', instagram: '', youtube: '', x: '' };
  const snapshot = inject('snapshot');
  const items = snapshot.items.map((item) => (item.key === 'social' ? { ...item, value: social } : item));
  const { body } = await (await loadRenderer()).render('/', { ...snapshot, items });
  const [, changed = ''] = new TextDecoder().decode(body).split('<footer');
  expect(changed).toContain(`href="${social.linkedin}"`);
});

test('the scripts of the page measure no web vitals and report none', () => {
  const folder = path.join(inject('buildFolder'), 'renderer/client');
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(5);
  for (const script of scripts)
    expect(readFileSync(path.join(folder, script), 'utf8'), script).not.toMatch(
      /sendBeacon|web-vitals|largest-contentful-paint|layout-shift/,
    );
});
