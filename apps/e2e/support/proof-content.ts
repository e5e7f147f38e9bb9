import { readPage, signIn } from './session.ts';
import { type Product, until } from './stack.ts';

/** Content of a firm that has clients to show. People and companies are invented, and only tests show them. */
const consentOn = '2026-03-31';
const articleKey = 'article-the-friday-page';

const people = {
  'person-asha': {
    name: 'Asha Rao',
    role: 'Managing partner',
    note: 'Ran two plants before she advised one. Leads every audit.',
    portrait: '',
    linkedin: 'https://www.linkedin.com/in/example-asha-rao',
  },
  'person-vikram': {
    name: 'Vikram Mehta',
    role: 'Partner, finance and compliance',
    note: '',
    portrait: '',
    linkedin: '',
  },
  'person-lata': {
    name: 'Lata Iyer',
    role: 'Head of hiring',
    note: 'Interviews against one page, and keeps it until day ninety.',
    portrait: '',
    linkedin: 'https://www.linkedin.com/in/example-lata-iyer',
  },
};

const cases = {
  'case-mills': {
    title: 'Customers pay 26 days earlier',
    client: 'Example Mills, Surat, 180 people',
    story:
      'Invoices waited for delivery notes, and delivery notes for a driver. We moved both to the loading bay, gave the list of open invoices one owner, and read it every Friday.',
    measure: 'Days to collect payment',
    before: 71,
    after: 45,
    unit: 'days',
    basis: 'Receivables ledger, end of each month.',
    measuredOn: '2026-03-31',
    amount: 1_84_00_000,
    amountLabel: 'no longer tied up in receivables',
    consentOn,
  },
};

const testimonials = {
  'testimonial-founder': {
    quote: 'They counted before they spoke. By the third Friday we knew which two decisions I had to hand over.',
    name: 'Ravi Shah',
    role: 'Founder',
    company: 'Example Mills',
    consentOn,
  },
  'testimonial-head': {
    quote:
      'One page instead of six meetings. My team still grumbles about the fifth line, and fills it in every Thursday by four.',
    name: 'Meera Nair',
    role: 'Plant head',
    company: 'Example Foods',
    consentOn,
  },
};

const logos = Object.fromEntries(
  ['Example Mills', 'Example Foods', 'Sample Logistics', 'Sample Bank', 'Test Pharma'].map((name, index) => [
    `logo-${index}`,
    { name, logo: '', website: index % 2 === 0 ? 'https://example.in/' : '', consentOn },
  ]),
);

const companyNumbers = { gstin: '29AAACT0000A1ZB', cin: 'U74140KA2014PTC000000' };

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
/** The kinds of blocks that the seed's articles do not have. */
const everyBlock = [
  { type: 'heading', attrs: { level: 3, anchor: '' }, content: [{ type: 'text', text: 'One level below' }] },
  { type: 'quote', attrs: { by: 'A plant head' }, content: [paragraph('We stopped holding the Monday meeting.')] },
  { type: 'callout', attrs: { tone: 'warning' }, content: [paragraph('Do not add a seventh line.')] },
  { type: 'figure', attrs: { value: '42 %', label: 'of meetings had no decision', source: 'Our audits of 2025' } },
  { type: 'orderedList', attrs: { start: 1 }, content: [{ type: 'listItem', content: [paragraph('Print it.')] }] },
];

/** Saves all of it, with two images of the library, and waits until visitors see it. */
export async function fillProof(stack: Product): Promise<void> {
  const session = await signIn(stack.url);
  type Content = Record<string, Record<string, { value: object }>>;
  const { content } = (await session.call<{ content: Content }>('/api/content')).body;
  const { images } = (await session.call<{ images: { url: string }[] }>('/api/upload/images')).body;
  const [portrait, logo] = images.map(({ url }) => url);
  const write = (section: string, entries: Record<string, object>) =>
    Object.entries(entries).map(([key, fields]) => ({
      section,
      key,
      value: { ...content[section]?.[key]?.value, ...fields },
    }));
  const figure = { src: logo, alt: '', decorative: true, caption: 'A page of last year, with the names removed.' };
  const article = content.insights?.[articleKey]?.value as { body: { content: object[] } };
  const updates = [
    ...write('about', { ...people, 'person-vikram': { ...people['person-vikram'], portrait } }),
    ...write('stats', { ...cases, ...testimonials, ...logos, 'logo-1': { ...logos['logo-1'], logo } }),
    ...write('stats', { 'stat-placement': { countedOn: consentOn, source: '/terms/#figures' } }),
    ...write('site', { brand: companyNumbers }),
    ...write('insights', {
      [articleKey]: {
        author: people['person-asha'].name,
        body: { type: 'doc', content: [...article.body.content, ...everyBlock, { type: 'image', attrs: figure }] },
      },
    }),
  ];
  const { status, body } = await session.call('/api/content/bulk', { method: 'PUT', json: { updates } });
  if (status !== 200) throw new Error(`The proof could not be saved: ${status} ${JSON.stringify(body)}`);
  await until('visitors see the proof', async () => (await readPage(stack.url)).includes('Customers pay 26 days'));
}
