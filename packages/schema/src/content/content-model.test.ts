import { expect, test } from 'vitest';
import { choices, href, mediaSource, number, ownImage, text } from '../primitives/fields.ts';
import { keyPattern } from './content-item.ts';
import { contentModel, findDefinition, itemType, type SectionDefinition } from './content-model.ts';
import { type FormField, getField } from './form-field.ts';
import { heroSlideSchema } from './sections/hero.ts';
import { dashboardDataSchema } from './sections/sample-dashboard.ts';
import { site } from './sections/site.ts';

test('every single key and list prefix is a valid key', () => {
  for (const definition of Object.values<SectionDefinition>(contentModel)) {
    for (const key of Object.keys(definition.singles)) expect(key).toMatch(keyPattern);
    for (const { prefix } of Object.values(definition.lists)) expect(`${prefix}-x`).toMatch(keyPattern);
  }
});

test("no single key has the form of a list entry's key", () => {
  for (const [section, definition] of Object.entries<SectionDefinition>(contentModel)) {
    for (const key of Object.keys(definition.singles))
      expect(findDefinition(section, key)?.list, `${section}.${key}`).toBeUndefined();
  }
});

test('every field has a label, so that the form can be rendered from the schema', () => {
  for (const definition of Object.values<SectionDefinition>(contentModel)) {
    const schemas = [
      ...Object.values(definition.singles),
      ...Object.values(definition.lists).map((list) => list.schema),
    ];
    for (const schema of schemas) expectLabels(getField(schema));
  }
});

interface FormSchema {
  title?: string;
  input?: string;
  properties?: Record<string, FormSchema>;
  items?: FormSchema;
}

function expectLabels(schema: object): void {
  const { title, input, properties, items } = schema as FormSchema;
  expect(title, JSON.stringify(schema)).toBeTruthy();
  expect(input, title).toBeTruthy();
  for (const property of Object.values(properties ?? {})) expectLabels(property);
  if (items) expectLabels(items);
  const cells = input === 'table' ? Object.values(items?.properties ?? {}) : [];
  for (const cell of cells) expect(['text', 'number', 'date', 'select'], cell.title).toContain(cell.input);
}

test('two rows of a table cannot have the same name, and earlier weeks belong to a project', () => {
  const { shape } = dashboardDataSchema;
  const week = { startsOn: '2026-11-02', balanceLakh: 1 };
  const cash = shape.cash.safeParse([week, { ...week, startsOn: '9 Nov 2026' }, { ...week, startsOn: '2/11/26' }]);
  expect(cash.error?.issues).toMatchObject([{ path: [2, 'startsOn'], message: 'This row is there already.' }]);
  const data = contentModel.services.singles['dashboard-data'];
  const project = { name: 'Pune', unit: 'Plant', owner: 'Head', due: '2026-11-28' };
  const state = { stage: 1, status: 'late', delayCostLakh: 1, reason: '', daysLate: 0, milestonesDue: 0 };
  const whole = { ...state, milestonesMet: 0, decisions: 0, decisionDays: 0 };
  const issues = data.safeParse({
    thisWeek: '2026-11-16',
    floorLakh: 1,
    roles: [],
    tasks: [],
    cash: [],
    projects: [{ ...project, ...whole }],
    earlierWeeks: ['Pune', 'Hosur'].map((name) => ({ project: name, startsOn: '2026-11-09', ...whole })),
  }).error?.issues;
  expect(issues?.map(({ path }) => path.join('/'))).toEqual(['earlierWeeks/1/project']);
});

test.each([
  ['hero', 'title', 'text'],
  ['about', 'body', 'longtext'],
  ['hero', 'slide-build', 'slide'],
  ['hero', 'ticker-one', 'text'],
  ['site', 'brand', 'group'],
])('%s.%s has type %s', (section, key, type) => {
  const definition = findDefinition(section, key);
  expect(definition && itemType(definition)).toBe(type);
});

test.each([
  ['__proto__', 'title'],
  ['constructor', 'name'],
  ['hero', '__proto__'],
  ['hero', 'constructor'],
  ['hero', 'toString'],
  ['hero', '../../etc/passwd'],
  ['hero', 'slide-'],
  ['hero', 'slide'],
  ['hero', 'Title'],
  ['hero', ''],
])('%s.%s is unknown', (section, key) => {
  expect(findDefinition(section, key)).toBeUndefined();
});

test.each([
  '#contact',
  '/terms/#guarantee',
  'https://example.com/a?b=c',
  'mailto:hello@example.com',
  'tel:+919876543210',
])('href %s is accepted', (value) => {
  expect(href('Link').safeParse(value).success).toBe(true);
});

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '//evil.example',
  '\\\\evil',
  '/\\evil',
  'https://a:b@evil.example',
  '#',
  'contact',
  '',
])('href %j is refused [M8]', (value) => {
  expect(href('Link').safeParse(value).success).toBe(false);
});

test.each([
  ['/art/hero-build', true],
  ['/art/unknown', false],
  ['/art/__proto__', false],
  ['/media/0123456789abcdef0123456789abcdef-1280.webp', true],
  ['/media/../keys/secret', false],
  ['https://example.com/video.mp4', true],
  ['http://example.com/video.mp4', false],
  ['javascript:alert(1)', false],
])('media source %s: %s', (value, accepted) => {
  expect(mediaSource('File').safeParse(value).success).toBe(accepted);
});

test.each([
  ['', true],
  ['/media/0123456789abcdef0123456789abcdef-1280.webp', true],
  ['/media/0123456789abcdef0123456789abcdef-1280.mp4', false],
  ['/art/hero-build', false],
  ['https://example.com/logo.svg', false],
])('image of the firm %j: %s', (value, accepted) => {
  expect(ownImage('Logo', 'logo', '').safeParse(value).success).toBe(accepted);
});

test('a brand that was stored before it could have a logo stays valid', () => {
  const brand = { name: 'Mills', short: 'Mills', tagline: 'Yarn', legalName: 'Mills Private Limited' };
  expect(site.singles.brand.parse(brand)).toMatchObject({ ...brand, logo: '', logoOnDark: '', icon: '' });
});

const contact = {
  email: 'care@threadline.in',
  phone: '98765 43210',
  addressLines: ['12 Weaver Street'],
  hours: '{days}, {opens} to {closes}',
  opens: '10:00',
  closes: '19:00',
};

test('stored office hours that end after midnight can be read', () => {
  expect(site.singles.contact.parse({ ...contact, opens: '20:00', closes: '05:00' })).toMatchObject({
    closes: '05:00',
  });
});

test('contact details do not need a WhatsApp number', () => {
  expect(site.singles.contact.parse(contact)).toMatchObject({ phone: '+919876543210', whatsapp: '' });
  expect(site.singles.contact.safeParse({ ...contact, whatsapp: '', phone: '' }).error?.issues).toMatchObject([
    { path: ['phone'] },
  ]);
});

test('several choices are stored once each, in the order of the options', () => {
  const days = choices('Days', { monday: 'Monday', tuesday: 'Tuesday' });
  expect(days.parse(['tuesday', 'monday', 'tuesday'])).toEqual(['monday', 'tuesday']);
  expect(days.safeParse(['noon']).error?.issues).toMatchObject([{ message: 'Choose from the options.' }]);
});

test.each([
  ['a lone surrogate', 'a\ud800b'],
  ['a NUL character', 'a\u0000b'],
  ['a line break in one line', 'a\nb'],
  ['only spaces', '   '],
  ['more than the limit', 'x'.repeat(121)],
  ['a number', 12],
])('text refuses %s', (_, value) => {
  expect(text('Field').safeParse(value).success).toBe(false);
});

test.each([
  ['a\tb', 'This text contains a tab. Type a space instead.'],
  ['a\u0000b', /\(U\+0000\)/],
  ['a\ud800b', /\(U\+D800\)/],
])('the error of %j names the character', (value, message) => {
  const error = text('Field').safeParse(value).error?.issues[0]?.message;
  if (typeof message === 'string') expect(error).toBe(message);
  else expect(error).toMatch(message);
});

test('text is accepted unchanged', () => {
  const value = ' ₹100 crore, “quoted” & <b>';
  expect(text('Field').parse(value)).toBe(value);
});

test('the error for a number out of range shows the limit with Indian digit grouping', () => {
  const limits = [number('Crores', { max: 10_000_000 }), number('Seats', { min: 1000 })];
  const messages = limits.map((schema, index) => schema.safeParse(index === 0 ? 1e9 : 1).error?.issues[0]?.message);
  expect(messages).toEqual(['Use 1,00,00,000 or less.', 'Use 1,000 or more.']);
});

test('the media options of a slide have the defaults of the specification', () => {
  const slide = findDefinition('hero', 'slide-x')?.schema.parse({
    label: 'A',
    kicker: 'A',
    primaryCTA: { label: 'A', href: '#contact' },
    secondaryCTA: { label: 'B', href: '#services' },
    media: { type: 'image', src: '/art/hero-build' },
  });
  expect(slide).toMatchObject({
    headline: '',
    media: { playsInline: true, muted: true, loop: true, ken_burns: true, alt: '', poster: '' },
  });
});

test('a slide shows an uploaded video as a video only', () => {
  const video = { src: `/media/${'ab'.repeat(16)}-1280.mp4`, poster: '/art/hero-build' };
  const parse = (type: string) => heroSlideSchema.shape.media.safeParse({ type, ...video });
  expect(parse('video').success).toBe(true);
  expect(parse('image').error?.issues.map(({ path }) => path)).toEqual([['src']]);
});

test('a video on a slide needs a poster image, a picture does not', () => {
  const options = { playsInline: true, muted: true, loop: true, ken_burns: true };
  const media = { type: 'image', src: '/art/hero-build', poster: '', alt: '', ...options };
  const parse = (change: object) => heroSlideSchema.shape.media.safeParse({ ...media, ...change });
  expect(parse({}).success).toBe(true);
  expect(parse({ type: 'video', src: 'https://videos.example.com/a.webm', poster: '/art/hero-build' }).success).toBe(
    true,
  );
  const { error } = parse({ type: 'video', src: 'https://videos.example.com/a.webm' });
  expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [['poster'], 'A video needs a poster image: many visitors see only that.'],
  ]);
});

test.each([
  ['image', '', 'Choose an image.'],
  ['video', '', 'Choose a video.'],
  ['video', '/art/hero-build', 'Choose a video.'],
  ['video', `/media/${'ab'.repeat(16)}-1280.webp`, 'Choose a video.'],
  ['video', 'https://youtu.be/dQw4w9WgXcQ', 'YouTube and Vimeo links work in articles. Here, upload a file.'],
])('a slide of the type %s refuses "%s" as its file', (type, src, message) => {
  const { error } = heroSlideSchema.shape.media.safeParse({ type, src, poster: '/art/hero-build' });
  expect(error?.issues).toMatchObject([{ path: ['src'], message }]);
});

const technicalTerms =
  /\b(CTAs?|kicker|slug|anchor|href|burn-?up|meta|prefilled|subheadline|skip link|placeholders?|filled in)\b/i;

test('labels and hints contain no technical terms, and each section has a hint (Spec §2)', () => {
  const found = Object.values<SectionDefinition>(contentModel).flatMap(({ singles, lists, hint }) => [
    hint,
    ...Object.values(lists).flatMap(({ title, itemTitle, summary, hint: listHint = '' }) => [
      title,
      itemTitle,
      summary,
      listHint,
    ]),
    ...[...Object.values(singles), ...Object.values(lists).map(({ schema }) => schema)].flatMap((schema) =>
      listLabels(getField(schema)),
    ),
  ]);
  expect(found.filter((label) => technicalTerms.test(label))).toEqual([]);
  expect(Object.values<SectionDefinition>(contentModel).filter(({ hint }) => hint === '')).toEqual([]);
});

function listLabels({ title, description = '', variables = {}, properties = {}, items }: FormField): string[] {
  return [
    title,
    description,
    ...Object.values(variables),
    ...[...Object.values(properties), ...(items ? [items] : [])].flatMap(listLabels),
  ];
}
