import type { HeroSlide } from '@threadline/schema/sections/hero';
import type { SiteContent } from '@threadline/schema/site-content';
import { expect, test } from 'vitest';
import { slideScene, stripOf } from './slide-scene.ts';

const project = { name: 'Line 2', stage: 3, status: 'late', daysLate: 9, delayCostLakh: 6.8 };
const onTime = { ...project, name: 'Dealer app', status: 'track', daysLate: 0, delayCostLakh: 0 };

const content = {
  site: {
    labels: { statusLate: 'Late', statusRisk: 'At risk', statusTrack: 'On track', statusDone: 'Done' },
  },
  services: {
    'sample-dashboard': {
      columns: { project: 'Project', stage: 'Stage', status: 'Status', delayCost: 'Cost of delay' },
    },
    'dashboard-words': { lateBy: 'Late {n} days' },
    projects: [project, ...Array(7).fill(onTime)].map((value) => ({ value })),
  },
} as unknown as SiteContent;

const sceneOf = (src: string, words: string[] = [], type = 'image') =>
  slideScene({ media: { src, type }, words } as unknown as HeroSlide, content);
const wordsOf = (src: string, words?: string[]) =>
  [...(sceneOf(src, words)?.body ?? '').matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);

test('the sheet of a drawing says what its slide says; lines stand for what is left out', () => {
  expect(wordsOf('/art/hero-hiring', ['Plant head', 'Seat 4 of 10', 'Runs a shift'])).toEqual([
    'Plant head',
    'Seat 4 of 10',
    'Runs a shift',
  ]);
  expect(wordsOf('/art/hero-audit', ['Approvals wait', 'Sales, 5 Dec', 'Stock counted twice'])).toEqual([
    '1',
    'Approvals wait',
    'Sales, 5 Dec',
    '2',
    'Stock counted twice',
    '',
  ]);
  expect(wordsOf('/art/hero-audit')).toEqual([]);
});

test('words are text, whatever they contain, and are cut where the sheet ends', () => {
  expect(wordsOf('/art/hero-hiring', ['<b>&amp;'])).toEqual(['&lt;b>&amp;amp;']);
  expect(wordsOf('/art/hero-audit', ['Approvals wait for one phone and one person'])[1]).toBe(
    'Approvals wait for one phone…',
  );
});

test('the board shows the first six projects of the sample dashboard', () => {
  const words = wordsOf('/art/hero-pms');
  expect(words.slice(0, 7)).toEqual([
    ...['Project', 'Stage', 'Status', 'Cost of delay'],
    ...['Line 2', 'Late 9 days', '₹6.8\u00a0lakh'],
  ]);
  expect(words.slice(7)).toEqual(Array(5).fill(['Dealer app', 'On track', '–']).flat());
});

test('a photograph, a film and a drawing that is a file of its own are no scene', () => {
  expect(sceneOf('/media/office.webp')).toBeUndefined();
  expect(sceneOf('/art/hero-audit', [], 'video')).toBeUndefined();
  expect(sceneOf('/art/about-hub')).toBeUndefined();
  expect(stripOf(sceneOf('/art/hero-build'))).toBeUndefined();
});
