import type { GrowthBand, GrowthQuestion, GrowthResultTexts } from '@threadline/schema/content/sections/growth-check';
import { fill } from '../../text/format.ts';

/** The content of the result. */
export interface GrowthContent {
  questions: (Omit<GrowthQuestion, 'question'> & { id: string; serviceTitle: string })[];
  bands: GrowthBand[];
  /** Answers from 0 points on. */
  scale: string[];
  texts: { heading: string; scoreLabel: string; weakestLabel: string; send: string };
  resultTexts: Omit<GrowthResultTexts, 'shortScale'>;
}

export interface AreaScore extends Omit<GrowthQuestion, 'question'> {
  /** 0 to 3, or undefined while the question has no answer. */
  points: number | undefined;
}

export interface GrowthResult {
  score: number;
  answered: number;
  /** Only once every question has its answer: before, a low score would not mean a weak company. */
  band: GrowthBand | undefined;
  weakest: AreaScore[];
}

const weakestCount = 2;

/** Returns score, band and weakest areas of the answers so far. Equal areas keep the order of the questions. */
export function calculateResult(areas: readonly AreaScore[], bands: readonly GrowthBand[]): GrowthResult {
  const answered = areas.filter(({ points }) => points !== undefined);
  const score = answered.reduce((sum, { points = 0 }) => sum + points, 0);
  const isComplete = areas.length > 0 && answered.length === areas.length;
  return {
    score,
    answered: answered.length,
    band: isComplete ? bands.find(({ min, max }) => min <= score && score <= max) : undefined,
    weakest: isComplete
      ? answered.toSorted((one, other) => (one.points ?? 0) - (other.points ?? 0)).slice(0, weakestCount)
      : [],
  };
}

interface Message {
  areas: readonly AreaScore[];
  result: GrowthResult;
  heading: string;
  highest: number;
  scale: readonly string[];
  resultTexts: Pick<GrowthResultTexts, 'message' | 'answer'>;
}

/** Returns the result as the first lines of an enquiry, so that the visitor need not repeat the answers. */
export function formatMessage({ areas, result, heading, highest, scale, resultTexts }: Message): string {
  const { score, band } = result;
  const first = fill(resultTexts.message, { heading, score, max: highest, band: band?.title ?? '' });
  const lines = areas.map(({ area, points = 0 }) => fill(resultTexts.answer, { area, answer: scale[points] ?? '' }));
  return [first, ...lines].join('\n');
}
