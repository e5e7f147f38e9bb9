import type { z } from 'zod';
import { findArt } from '../../primitives/art.ts';
import {
  callToAction,
  choice,
  group,
  href,
  list,
  longText,
  mediaPath,
  mediaSource,
  pictureDescription,
  type TextFit,
  text,
  toggle,
} from '../../primitives/fields.ts';
import { openingHoursVariables } from '../../primitives/text-variables.ts';
import { findVideo, isUploadedVideo } from '../../primitives/video-link.ts';

/** The headline of a slide, with the metrics of `apps/site/src/sections/hero/hero.css`. */
const headlineFit: TextFit = {
  maxLines: 5,
  phone: { fontSize: 42.24, width: 320 },
  desktop: { fontSize: 72, width: 696 },
  letterSpacing: -0.025,
};

/** Limits a field to videos: the form hides it for pictures. */
function forVideos<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ when: { type: 'video' } });
}

/** The number of characters that fit on the sheets of the drawings. */
const sheetRoom = { title: 30, about: 42, criterion: 29, finding: 29, who: 16 } as const;

const scorecardSchema = group('Scorecard in the illustration', {
  title: text('Title', { max: sheetRoom.title, optional: true }),
  about: text('Line below it', { max: sheetRoom.about, optional: true }),
  criteria: list('Criteria', text('Criterion', { max: sheetRoom.criterion }), { max: 4, itemTitle: 'criterion' }),
});

const findingSchema = group('Finding', {
  text: text('Finding', { max: sheetRoom.finding }),
  who: text('Owner and deadline', { max: sheetRoom.who, optional: true }),
});

/** Texts on the sheets of two drawings; the form hides them for all other drawings. */
const sheets = {
  scorecard: scorecardSchema
    .meta({ when: { type: 'image', src: '/art/hero-hiring' } })
    .default({ title: '', about: '', criteria: [] }),
  findings: list('Findings in the illustration', findingSchema, { max: 3, itemTitle: 'finding' })
    .meta({ when: { type: 'image', src: '/art/hero-audit' } })
    .default([]),
};

/** Spec §3: media (type video or image, src, poster, alt) and its options. */
const heroMediaSchema = group('Image or video', {
  type: choice('Media type', { image: 'Image', video: 'Video' }),
  // Required; `findSourceError` names what is missing.
  src: mediaSource('Image or video', { takesVideos: true, optional: true }).meta({
    optional: false,
    forVideo: {
      title: 'Video',
      description: 'MP4, MOV or WebM.',
    },
  }),
  poster: forVideos(
    // Required for videos only; the form hides it for pictures.
    mediaSource('Poster image', { hint: 'Shown before the video starts.', optional: true }).meta({
      optional: false,
    }),
  ).default(''),
  alt: pictureDescription.alt.meta({
    forVideo: {
      title: 'Description of the video',
      description:
        'Describes the video for blind visitors and search engines. Leave empty to use the description of the video itself.',
    },
  }),
  decorative: pictureDescription.decorative,
  playsInline: forVideos(toggle('Play inside the page on phones', true)),
  muted: forVideos(toggle('Muted', true)),
  loop: forVideos(toggle('Loop', true)),
  ken_burns: toggle('Slow zoom', true, {
    hint: 'Visitors who prefer less motion see no zoom.',
  }),
  ...sheets,
})
  .refine(({ type, poster }) => type === 'image' || poster !== '', {
    path: ['poster'],
    error: 'A video needs a poster image: many visitors see only that.',
  })
  .superRefine((media, context) => {
    const message = findSourceError(media);
    if (message) context.addIssue({ code: 'custom', path: ['src'], message });
  });

function findSourceError({ type, src }: { type: 'image' | 'video'; src: string }): string | undefined {
  if (type === 'image') {
    if (src === '') return 'Choose an image.';
    return isUploadedVideo(src) ? 'This is a video. Choose an image, or the media type Video.' : undefined;
  }
  if (src === '' || findArt(src) || mediaPath.test(src)) return 'Choose a video.';
  return findVideo(src) && 'YouTube and Vimeo links work in articles. Here, upload a file.';
}

/** Spec §3 hero slide. An empty headline or subheadline shows the section's `title` or `subtitle`. */
export const heroSlideSchema = group('Slide', {
  label: text('Short name', { hint: 'Shown on the button below the slides that leads to this slide.', max: 28 }),
  kicker: text('Line above the headline', { max: 60 }),
  headline: text('Headline', {
    hint: 'Leave empty to use the main headline, the first entry of this list.',
    max: 72,
    optional: true,
    fit: headlineFit,
  }).default(''),
  subheadline: longText('Sub-headline', {
    hint: 'Leave empty to use the main sub-headline, the second entry of this list.',
    max: 180,
    optional: true,
  }).default(''),
  primaryCTA: callToAction('Main button'),
  secondaryCTA: callToAction('Second button'),
  media: heroMediaSchema,
});
export type HeroSlide = z.infer<typeof heroSlideSchema>;

const badgeSchema = group('Badge', {
  label: text('Promise', { max: 60 }),
  proof: text('Text of the link to the proof', { max: 40 }),
  href: href('Leads to'),
});

export const hero = {
  title: 'Hero',
  hint: 'Hero is the first screen of the home page: slides, badges and the ticker.',
  singles: {
    title: text('Headline', {
      hint: 'Shown on the first slide, and on each slide without its own headline.',
      max: 72,
      fit: headlineFit,
    }),
    subtitle: longText('Sub-headline', { hint: 'The sentence under the headline.', max: 180 }),
    label: text('Name of the slides', { hint: 'Read out by screen readers.', max: 60 }),
    availability: text('Text under the buttons', { variables: openingHoursVariables, max: 90 }),
  },
  lists: {
    slides: {
      prefix: 'slide',
      title: 'Slides',
      itemTitle: 'slide',
      summary: 'A picture or video of the first screen, with a headline and buttons.',
      schema: heroSlideSchema,
      min: 1,
      max: 8,
      above: ['title', 'subtitle'],
    },
    badges: {
      prefix: 'badge',
      title: 'Badges',
      itemTitle: 'badge',
      summary: 'A short promise below the slides, with a link to its proof.',
      schema: badgeSchema,
      min: 0,
      max: 6,
    },
    ticker: {
      prefix: 'ticker',
      title: 'Ticker',
      itemTitle: 'ticker text',
      summary: 'A short text in the moving line below the slides.',
      schema: text('Ticker text', { max: 60 }),
      min: 0,
      max: 24,
      hint: 'The ticker below the slides shows all texts one after the other.',
    },
  },
};
