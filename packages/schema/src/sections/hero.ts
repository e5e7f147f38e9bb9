import type { z } from 'zod';
import { openingHoursHint } from '../in-braces.ts';
import {
  callToAction,
  choice,
  group,
  href,
  listOf,
  longText,
  mediaSource,
  pictureDescription,
  type TextFit,
  text,
  toggle,
} from '../primitives.ts';

/** The headline of a slide, as `apps/site/src/sections/hero/hero.css` sets it. */
const headlineFit: TextFit = {
  maxLines: 5,
  phone: { fontSize: 42.24, width: 320 },
  desktop: { fontSize: 72, width: 696 },
  letterSpacing: -0.025,
};

/** The form shows these only while the kind is a film. */
function ofFilms<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ when: { type: 'video' } });
}

/** Characters that have room on the sheets of the drawings. */
const sheetRoom = { title: 30, about: 42, criterion: 29, finding: 29, who: 16 } as const;

const scorecardSchema = group('Scorecard in the drawing', {
  title: text('Title', { max: sheetRoom.title, optional: true }),
  about: text('Line below it', { max: sheetRoom.about, optional: true }),
  criteria: listOf('Criteria', text('Criterion', { max: sheetRoom.criterion }), { max: 4, itemTitle: 'criterion' }),
});

const findingSchema = group('Finding', {
  text: text('What is found', { max: sheetRoom.finding }),
  who: text('Who mends it, and when', { max: sheetRoom.who, optional: true }),
});

/** What stands on the sheets of two drawings; the others have none, and their words are not asked for. */
const sheets = {
  scorecard: scorecardSchema
    .meta({ when: { src: '/art/hero-hiring' } })
    .default({ title: '', about: '', criteria: [] }),
  findings: listOf('Findings in the drawing', findingSchema, { max: 3, itemTitle: 'finding' })
    .meta({ when: { src: '/art/hero-audit' } })
    .default([]),
};

/** Spec §3: media (type video or image, src, poster, alt) and its options. */
const heroMediaSchema = group('Picture or film', {
  type: choice('Kind', { image: 'Picture', video: 'Film' }),
  src: mediaSource('Picture or film'),
  poster: ofFilms(
    // Only pictures do without it, and are not asked for it.
    mediaSource('Still picture of the film', { hint: 'Shown before a film starts.', optional: true }).meta({
      optional: false,
    }),
  ).default(''),
  ...pictureDescription,
  playsInline: ofFilms(toggle('Plays inside the page on phones', true)),
  muted: ofFilms(toggle('Without sound', true)),
  loop: ofFilms(toggle('Starts again at its end', true)),
  ken_burns: toggle('Slow zoom', true, { hint: 'Off for visitors who prefer less motion.' }),
  ...sheets,
}).refine(({ type, poster }) => type === 'image' || poster !== '', {
  path: ['poster'],
  error: 'A film needs a still picture: it is all that many visitors see.',
});

/** Spec §3 hero slide. An empty headline or subheadline shows the section's own title or subtitle. */
export const heroSlideSchema = group('Slide', {
  label: text('Short name', { hint: 'Under the slides, to jump to this one.', max: 28 }),
  kicker: text('Small line above the headline', { max: 60 }),
  headline: text('Headline', {
    hint: 'Left empty, the slide shows the title under Texts.',
    max: 72,
    optional: true,
    fit: headlineFit,
  }).default(''),
  subheadline: longText('Sentence below the headline', {
    hint: 'Left empty, the slide shows the subtitle under Texts.',
    max: 180,
    optional: true,
  }).default(''),
  primaryCTA: callToAction('Main button'),
  secondaryCTA: callToAction('Second button'),
  media: heroMediaSchema,
});
export type HeroSlide = z.infer<typeof heroSlideSchema>;

const badgeSchema = group('Badge', {
  label: text('Claim', { max: 60 }),
  proof: text('Words of the link to its proof', { max: 40 }),
  href: href('Leads to'),
});

export const hero = {
  title: 'Hero',
  hint: 'The first screen of the landing page: its slides, the badges and the line of words that moves below them.',
  singles: {
    title: text('Title', { hint: 'The headline of the first slide.', max: 72, fit: headlineFit }),
    subtitle: longText('Subtitle', { hint: 'The sentence under the title.', max: 180 }),
    label: text('Name of the slides', { hint: 'Read out by screen readers.', max: 60 }),
    availability: text('Line under the buttons', { hint: openingHoursHint, max: 90 }),
  },
  lists: {
    slides: { prefix: 'slide', title: 'Slides', itemTitle: 'slide', schema: heroSlideSchema, min: 1, max: 8 },
    badges: { prefix: 'badge', title: 'Badges', itemTitle: 'badge', schema: badgeSchema, min: 0, max: 6 },
    ticker: {
      prefix: 'ticker',
      title: 'Moving line of words',
      itemTitle: 'part of the moving line',
      schema: text('Part of the moving line', { max: 60 }),
      min: 0,
      max: 24,
      hint: 'All of them run past below the slides, one after the other.',
    },
  },
};
