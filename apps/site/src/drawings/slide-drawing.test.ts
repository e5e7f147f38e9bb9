import type { HeroSlide } from '@threadline/schema/content/sections/hero';
import type { SiteContent } from '@threadline/schema/content/site-content';
import { expect, test } from 'vitest';
import { createSlideScene, getSheetText, toCompactScene, toSheetScene } from './slide-drawing.ts';

const project = { name: 'Line 2 of the plant in Pune', stage: 3, status: 'late', daysLate: 9, delayCostLakh: 6.8 };
const onTime = { ...project, name: 'Dealer app', status: 'track', daysLate: 0, delayCostLakh: 0 };

const content = {
  site: {
    labels: { statusLate: 'Late', statusRisk: 'At risk', statusTrack: 'On track', statusDone: 'Done' },
  },
  services: {
    'sample-dashboard': {
      columns: { project: 'Project', stage: 'Stage', status: 'Status', delayCost: 'Cost of delay' },
    },
    'dashboard-texts': { lateBy: '{n} days late' },
    'dashboard-data': { projects: [project, ...Array(7).fill(onTime)] },
  },
} as unknown as SiteContent;

const empty = { scorecard: { title: '', about: '', criteria: [] }, findings: [] };
type Media = HeroSlide['media'];

const createMedia = (media: Partial<Media>) => ({ type: 'image', ...empty, ...media }) as Media;
const drawSlide = (media: Partial<Media>) => createSlideScene({ media: createMedia(media) } as HeroSlide, content);
const drawMarkup = (media: Partial<Media>) => {
  const drawing = drawSlide(media);
  return `${drawing?.body}${toSheetScene(drawing)?.body}`;
};
const readTexts = (media: Partial<Media>) =>
  [...drawMarkup(media).matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);

const hiring = {
  src: '/art/hero-hiring',
  scorecard: { title: 'Plant head', about: 'Seat 4 of 10', criteria: ['Runs a shift'] },
};
const audit = {
  src: '/art/hero-audit',
  findings: [
    { text: 'Approvals wait', who: 'Sales, 5 Dec' },
    { text: 'Stock counted twice', who: '' },
  ],
};

test('the sheet of a drawing says what its slide says; lines stand for what is left out', () => {
  expect(readTexts(hiring)).toEqual(['Plant head', 'Seat 4 of 10', 'Runs a shift']);
  expect(readTexts(audit)).toEqual(['1', 'Approvals wait', 'Sales, 5 Dec', '2', 'Stock counted twice', '']);
  expect(readTexts({ src: '/art/hero-audit' })).toEqual([]);
  const lines = (media: Partial<Media>) => drawMarkup(media).match(/#8fa3ae/g)?.length ?? 0;
  expect([lines({ src: '/art/hero-audit' }), lines(audit)]).toEqual([3, 0]);
  expect([lines({ src: '/art/hero-hiring' }), lines(hiring)]).toEqual([5, 0]);
});

test('screen readers get the text of the sheet; other drawings have none', () => {
  expect(getSheetText(createMedia(hiring))).toBe('Plant head. Seat 4 of 10. Runs a shift');
  expect(getSheetText(createMedia(audit))).toBe('Approvals wait: Sales, 5 Dec. Stock counted twice');
  expect(getSheetText(createMedia({ ...hiring, src: '/art/hero-build' }))).toBe('');
});

test('words are text, whatever they contain', () => {
  expect(readTexts({ ...hiring, scorecard: { ...hiring.scorecard, title: '<b>&amp;' } })[0]).toBe('&lt;b>&amp;amp;');
});

test('the board shows the first six projects of the sample dashboard, and cuts names that have no room', () => {
  const words = readTexts({ src: '/art/hero-pms' });
  expect(words.slice(0, 7)).toEqual([
    ...['Project', 'Stage', 'Status', 'Cost of delay'],
    ...['Line 2 of the plant in…', '9 days late', '₹6.8\u00a0lakh'],
  ]);
  expect(words.slice(7)).toEqual(Array(5).fill(['Dealer app', 'On track', '–']).flat());
});

test('the compact form shows the figure without the sheet', () => {
  const drawing = drawSlide(hiring);
  expect(toCompactScene(drawing)?.body).not.toContain('<text');
  expect(toSheetScene(drawing)?.body).toContain('Plant head');
});

test('a photograph, a video and a drawing that is a file of its own are no scene', () => {
  expect(drawSlide({ src: '/media/office.webp' })).toBeUndefined();
  expect(drawSlide({ src: '/art/hero-audit', type: 'video' })).toBeUndefined();
  expect(drawSlide({ src: '/art/about-hub' })).toBeUndefined();
  expect(toCompactScene(drawSlide({ src: '/art/hero-build' }))).toBeUndefined();
});
