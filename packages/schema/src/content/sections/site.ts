import { z } from 'zod';
import { cin, gstin } from '../../primitives/checked-fields.ts';
import { clockTimeError, toClockTime } from '../../primitives/clock-time.ts';
import {
  choices,
  color,
  date,
  emailAddress,
  group,
  href,
  list,
  longText,
  mediaSource,
  ownImage,
  phoneNumber,
  text,
} from '../../primitives/fields.ts';
import { pictureShapes } from '../../primitives/picture-shapes.ts';
import { openingHoursVariables, retentionVariables } from '../../primitives/text-variables.ts';
import { richText } from '../../rich-text/rich-text.ts';
import { pageListing, shownInSearch } from '../listing.ts';

/** For fields that the page shows only within the office hours line. */
const shownInHours = { shownIn: '/hours' };

/** A time of day as people write it; it is stored as `HH:MM`. */
function clockTime(title: string) {
  return z
    .string()
    .refine((typed) => toClockTime(typed) !== undefined, { error: clockTimeError, abort: true })
    .overwrite((typed) => toClockTime(typed) ?? typed)
    .meta({ title, input: 'time', ...shownInHours });
}

/** The names of schema.org with their labels, in the order of the week. */
export const weekdays = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
} as const;
export type Weekday = keyof typeof weekdays;

export const workingDays: Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const pageSchema = group('Page', {
  title: text('Title', { max: 80 }),
  description: text('Summary for search engines', { max: 170, cutAt: shownInSearch.description }),
  body: richText('Text', { variables: retentionVariables }),
  seo: pageListing,
});

const openingSchema = group('Opening', {
  title: text('Title', { max: 80 }),
  city: text('City', { max: 60 }),
  type: text('Kind of work', { max: 40 }),
  postedOn: date('Posted on'),
  closesOn: date('Closes on', { optional: true }).default(''),
  body: longText('Description', { max: 2000 }),
});

/** Texts of the site's interface that belong to no section. Visitors read them, so they are content. */
const labelsSchema = group('Interface texts', {
  skip: text('Link that skips the menu', { hint: 'For people who use the keyboard or a screen reader.', max: 40 }),
  menu: text('Menu button', { max: 20 }),
  mainNavigation: text('Name of the menu', { hint: 'Read out by screen readers.', max: 40 }),
  previous: text('Previous slide', { max: 40 }),
  next: text('Next slide', { max: 40 }),
  pause: text('Stop slide rotation', { max: 40 }),
  play: text('Start slide rotation', { max: 40 }),
  slideOf: text('Slide number', {
    variables: { n: 'number of the slide', m: 'number of slides' },
    max: 40,
  }),
  pauseTicker: text('Pause the ticker', { max: 40 }),
  playTicker: text('Play the ticker', { max: 40 }),
  required: text('Mark of required fields', { max: 20 }),
  close: text('Close', { max: 20 }),
  minutes: text('Minutes to read', { variables: { n: 'minutes of the article' }, max: 30 }),
  opensWhatsApp: text('Note on the chat link', { max: 40 }),
  call: text('Call link', { max: 20 }),
  callLater: text('Call link while the office is closed', {
    hint: 'Opens a text message to your phone number. Leave empty to keep the call link.',
    max: 20,
    optional: true,
  }).default(''),
  chat: text('Chat link', { max: 20 }),
  enquire: text('Enquiry link', { max: 20 }),
  talk: text('Button in the header', { max: 30 }).default('Talk to a consultant'),
  home: text('Link to the home page', { max: 40 }),
  updated: text('Updated on', { variables: { date: 'day of the last change' }, max: 40 }),
  noOpenings: text('No openings', { max: 120 }),
  statusLate: text('Status: late', { max: 20 }),
  statusRisk: text('Status: at risk', { max: 20 }),
  statusTrack: text('Status: on track', { max: 20 }),
  statusDone: text('Status: done', { max: 20 }),
  loadAgain: text('Button after a loading error', { max: 60 }).default('This part could not be loaded. Try again'),
});

export const site = {
  title: 'Site settings',
  hint: 'Settings for the whole site: name, contact details, menu, pages, job openings and interface texts.',
  singles: {
    brand: group('Brand', {
      name: text('Name', { max: 60 }),
      short: text('Short name', { max: 30 }),
      tagline: text('Tagline', { max: 80 }),
      logo: ownImage(
        'Logo',
        'logo',
        'Shown in header and footer instead of the name. Use an SVG, or a PNG with a transparent background, at least 64 px high.',
      ),
      logoOnDark: ownImage(
        'Logo for dark backgrounds',
        'logo-on-dark',
        'A light version for header and footer. Without one, the logo is shown on white.',
      ),
      icon: ownImage(
        'Site icon',
        'icon',
        'Shown in the browser tab and on the home screen of a phone. Use a square SVG or PNG, at least 180 px wide.',
      ).meta({ shape: pictureShapes.square }),
      legalName: text('Legal name', { max: 120, isOwnerDetail: true }),
      gstin: gstin('GSTIN').default(''),
      cin: cin('CIN').default(''),
      colors: group(
        'Colours',
        {
          primary: color('Main colour', { hint: 'Used for links, illustrations and coloured areas.' }),
          accent: color('Accent colour', { hint: 'Used for the most important buttons.' }),
        },
        {
          hint: 'All shades of the site follow, and texts stay easy to read. Leave empty to use the original colours.',
        },
      )
        .meta({ isBrandColors: true })
        .default({ primary: '', accent: '' }),
    }),
    contact: group('Contact details', {
      email: emailAddress('Email', { hint: 'Shown on the site. New enquiries are also emailed here.' }),
      phone: phoneNumber('Phone'),
      whatsapp: phoneNumber('WhatsApp number', {
        hint: 'Leave empty to show no WhatsApp links.',
        optional: true,
      })
        .meta({ isChat: true })
        .default(''),
      addressLines: list('Address', text('Address line', { max: 80, isOwnerDetail: true }), {
        min: 1,
        max: 5,
        itemTitle: 'address line',
      }),
      hours: text('Office hours as text', {
        variables: {
          days: 'working days',
          opens: 'opening time',
          closes: 'closing time',
        },
        max: 80,
      }),
      openDays: choices('Open on', weekdays).meta(shownInHours).default(workingDays),
      opens: clockTime('Opens at (India time)'),
      closes: clockTime('Closes at (India time)'),
      openNow: text('Text under the buttons during office hours', {
        variables: openingHoursVariables,
        hint: 'On the first screen. Leave empty to always show the text set under Hero.',
        max: 90,
        optional: true,
      }).default(''),
    }),
    weekdays: group(
      'Short names of the weekdays',
      Object.fromEntries(Object.entries(weekdays).map(([day, title]) => [day, text(title, { max: 12 })])) as Record<
        Weekday,
        ReturnType<typeof text>
      >,
    ),
    social: group('Social links', {
      linkedin: href('LinkedIn', { optional: true }).default(''),
      instagram: href('Instagram', { optional: true }).default(''),
      youtube: href('YouTube', { optional: true }).default(''),
      x: href('X', { optional: true }).default(''),
    }),
    seo: group('SEO and social sharing', {
      title: text('Title', { hint: 'Shown in Google and in the browser tab.', max: 60 }),
      description: text('Description', { hint: 'Shown below the title in Google.', max: 160 }),
      image: mediaSource('Share image', { optional: true }).meta({ shape: pictureShapes.share }).default(''),
    }).meta({ isListing: true }),
    names: group('Footer labels', {
      linkedin: text('LinkedIn', { max: 30 }),
      instagram: text('Instagram', { max: 30 }),
      youtube: text('YouTube', { max: 30 }),
      x: text('X', { max: 30 }),
      gstin: text('GSTIN label', { max: 20 }),
      cin: text('CIN label', { max: 20 }),
    }),
    theme: group('Theme switch labels', {
      legend: text('Label', { max: 30 }),
      system: text('System', { max: 20 }),
      light: text('Light', { max: 20 }),
      dark: text('Dark', { max: 20 }),
    }),
    labels: labelsSchema,
    'not-found': group('Page not found', { title: text('Title', { max: 60 }), body: longText('Text', { max: 240 }) }),
    thanks: group('Thank-you page', {
      title: text('Title', { max: 60 }),
      body: longText('Text', { max: 240 }),
      reference: text('Reference', {
        max: 80,
        variables: { reference: 'reference number' },
      }).default('Your reference: {reference}'),
    }),
    sitemap: group('Sitemap', { title: text('Title', { max: 60 }), intro: longText('Text', { max: 240 }) }),
    careers: group('Careers', { title: text('Title', { max: 60 }), intro: longText('Text', { max: 400 }) }),
  },
  lists: {
    navigation: {
      prefix: 'nav',
      title: 'Menu',
      itemTitle: 'menu link',
      summary: 'A link at the top of every page.',
      schema: group('Link', { label: text('Text', { max: 24 }), href: href('Leads to') }),
      min: 1,
      max: 8,
    },
    pages: {
      prefix: 'page',
      title: 'Pages',
      itemTitle: 'page',
      summary: 'A page of text, such as terms of use.',
      schema: pageSchema,
      min: 0,
      max: 40,
      hasDrafts: true,
    },
    openings: {
      prefix: 'opening',
      title: 'Openings',
      itemTitle: 'opening',
      summary: 'A job on the careers page.',
      schema: openingSchema,
      min: 0,
      max: 60,
    },
  },
};
