import { consentDate, pastDate, rupees, webAddress } from '../../primitives/checked-fields.ts';
import { group, href, longText, mediaSource, number, text } from '../../primitives/fields.ts';

/** The source of a figure: a claim without it misleads. */
const sourceFields = {
  basis: text('Source or method', { max: 160, isOwnerDetail: true }),
  period: text('Period', {
    hint: 'For example: April 2024 to March 2026.',
    max: 60,
    optional: true,
    isOwnerDetail: true,
  }).default(''),
  countedOn: pastDate('Counted on', { optional: true }).default(''),
  source: href('Evidence', { hint: 'A page that supports the figure.', optional: true }).default(''),
};

/** Spec §2: a stat card with a number that counts up. */
const statSchema = group('Figure', {
  value: number('Figure', { max: 10_000_000 }),
  prefix: text('Prefix', { max: 4, optional: true }).default(''),
  suffix: text('Suffix', { hint: 'For example: % or +.', max: 4, optional: true }).default(''),
  label: text('Label', { max: 40 }),
  dot: text('Meaning of a dot in the illustration', {
    hint: 'For example: Each dot is 1 in every 100.',
    variables: { n: 'number calculated from the figure' },
    max: 60,
    optional: true,
  }).default(''),
  ...sourceFields,
});

const claimSchema = group('Figure elsewhere', {
  figure: text('Figure', { hint: 'For example: 10+.', max: 20 }),
  label: text('Label', { max: 60 }),
  ...sourceFields,
});

const caseSchema = group('Case', {
  title: text('Result', { hint: 'In one sentence.', max: 80 }),
  client: text('Client', { hint: 'Name and place, or a description that the client agreed to.', max: 80 }),
  story: longText('Work done', { max: 420 }),
  measure: text('Measure', { hint: 'For example: Days to collect payment.', max: 50 }),
  before: number('Before', { max: 10_000_000 }),
  after: number('After', { max: 10_000_000 }),
  unit: text('Unit', { hint: 'For example: days or %.', max: 12, optional: true }).default(''),
  basis: text('Source or method', { hint: 'For example: Receivables ledger, end of each month.', max: 160 }),
  measuredOn: pastDate('Measured on'),
  amount: rupees('Amount in rupees'),
  amountLabel: text('Meaning of the amount', { hint: 'For example: cash no longer tied up in receivables.', max: 60 }),
  consentOn: consentDate(),
});

const testimonialSchema = group('Testimonial', {
  quote: longText('Quote', { hint: 'Without quotation marks.', max: 360 }),
  name: text('Name', { max: 60 }),
  role: text('Role', { max: 60 }),
  company: text('Company', { max: 80 }),
  consentOn: consentDate(),
});

const logoSchema = group('Client or partner', {
  name: text('Name', { max: 60 }),
  logo: mediaSource('Logo', {
    hint: 'On a white or transparent background. Without a logo, the site shows the name.',
    optional: true,
  }).default(''),
  website: webAddress('Website').default(''),
  consentOn: consentDate(),
});

const proofTextsSchema = group('Texts of cases, testimonials and logos', {
  cases: text('Heading of the cases', { max: 60 }),
  before: text('Before', { max: 20 }),
  after: text('After', { max: 20 }),
  measuredOn: text('Date of the measurement', { variables: { date: 'day' }, max: 40 }),
  testimonials: text('Heading of the testimonials', { max: 60 }),
  consent: text('Consent of the client', { variables: { date: 'day of the consent' }, max: 60 }),
  logos: text('Heading of the logos', { max: 60 }),
});

const claimsPageSchema = group('Page of all figures', {
  title: text('Title', { max: 60 }),
  intro: longText('Introduction', { max: 240 }),
  link: text('Link below the figures', { max: 40 }),
  period: text('Period', { variables: { period: 'period of a figure' }, max: 40 }),
  countedOn: text('Counted on', { variables: { date: 'day' }, max: 40 }),
  evidence: text('Link to the evidence', { max: 40 }),
});

export const stats = {
  title: 'Stats',
  hint: 'The figures of the home page, each with how it is counted; cases, testimonials and logos of clients.',
  singles: {
    heading: text('Heading', { max: 60 }),
    intro: longText('Introduction', { max: 240 }),
    'claims-page': claimsPageSchema,
    'proof-texts': proofTextsSchema,
  },
  lists: {
    cards: {
      prefix: 'stat',
      title: 'Figures',
      itemTitle: 'figure',
      summary: 'A number on the home page, with how it is counted.',
      schema: statSchema,
      min: 1,
      max: 12,
      above: ['heading', 'intro'],
      hint: 'Enter a period or a date to add a page that lists all figures with their sources.',
    },
    claims: {
      prefix: 'claim',
      title: 'Figures elsewhere',
      itemTitle: 'figure elsewhere',
      summary: 'A number in another text of the site, with its source.',
      schema: claimSchema,
      min: 0,
      max: 20,
      hint: 'Numbers in other texts of the site, with their sources. Only the page of all figures shows this list.',
    },
    cases: {
      prefix: 'case',
      title: 'Cases',
      itemTitle: 'case',
      summary: 'A project of a client with its measured result.',
      schema: caseSchema,
      min: 0,
      max: 3,
    },
    testimonials: {
      prefix: 'testimonial',
      title: 'Testimonials',
      itemTitle: 'testimonial',
      summary: 'A quote from a client.',
      schema: testimonialSchema,
      min: 0,
      max: 6,
    },
    logos: {
      prefix: 'logo',
      title: 'Clients and partners',
      itemTitle: 'client or partner',
      summary: 'The logo of a company that you work with.',
      schema: logoSchema,
      min: 0,
      max: 24,
    },
  },
};
