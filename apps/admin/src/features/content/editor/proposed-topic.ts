import type { RichText } from '@threadline/schema/rich-text/rich-text';
import { getPlainText } from '@threadline/schema/rich-text/to-text';

/** A topic of the articles, with the words that only its articles have in their titles, summaries and headings. */
export interface Topic {
  name: string;
  words: ReadonlySet<string>;
}

/** An article as far as its topic depends on it. */
export interface TopicText {
  kicker?: string | undefined;
  title?: string | undefined;
  excerpt?: string | undefined;
  body?: RichText | undefined;
}

export interface ProposedTopic {
  name: string;
  /** Why it fits, as a sentence. */
  reason: string;
}

/** Words that say nothing about a topic. */
const common = new Set(
  `about after again against also another because before being between both cannot could does doing down during each
  even every first from have having here into itself just last like make makes made many more most much must need needs
  never next only other over same should since some such than that their them then there these they thing things this
  those three through time times under until very want well were what when where which while whole will with within
  without work works would year years your yours company companies business week weeks month months people good best
  know take takes tell tells come comes goes give gives part parts`
    .split(/\s+/)
    .map(toStem),
);

/** `Hiring`, `hired` and `hires` have the same stem. */
function toStem(word: string): string {
  return word.length < 4 ? word : word.replace(/(?:ing|ies|ed|es|er|s|e|y)$/, '');
}

function readWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

const isTelling = (word: string) => word.length > 3 && !common.has(toStem(word));

/** Returns the topics of the articles. A word that articles of several topics have is in none of them. */
export function listTopicWords(articles: readonly TopicText[]): Topic[] {
  const words = new Map<string, Set<string>>();
  for (const { kicker, title = '', excerpt = '', body } of articles) {
    if (!kicker) continue;
    const headings = (body?.content ?? []).filter(({ type }) => type === 'heading').map(getPlainText);
    const found = readWords([title, excerpt, ...headings].join(' '))
      .filter(isTelling)
      .map(toStem);
    words.set(kicker, new Set([...(words.get(kicker) ?? []), ...found]));
  }
  const isOwn = (word: string, name: string) => [...words].every(([other, set]) => other === name || !set.has(word));
  return [...words].map(([name, set]) => ({ name, words: new Set([...set].filter((word) => isOwn(word, name))) }));
}

/** Returns the words with which a text names a topic; undefined if one of the words in its name is missing. */
function findMentions(name: string, words: readonly string[]): string | undefined {
  const found = readWords(name).map((part) => words.find((word) => toStem(word) === toStem(part)));
  return found.length > 0 && !found.includes(undefined) ? found.join(' ') : undefined;
}

/** A word of the title counts as much as this many of the text. */
const titleWeight = 2;
/** At least three words. */
const minScore = 5;

/** Returns the topic that an article names or shares words with; undefined if none fits better than all others. */
export function proposeTopic(
  { title = '', body }: Pick<TopicText, 'title' | 'body'>,
  topics: readonly Topic[],
): ProposedTopic | undefined {
  const inTitle = readWords(title);
  const inText = body ? readWords(getPlainText(body)) : [];
  for (const [words, place] of [
    [inTitle, 'title'],
    [inText, 'text'],
  ] as const) {
    const named = topics.flatMap(({ name }) => {
      const mentions = findMentions(name, words);
      return mentions ? { name, reason: `the ${place} mentions “${mentions}”` } : [];
    });
    if (named.length === 1) return named[0];
  }
  const titleStems = new Set(inTitle.map(toStem));
  const stems = new Set([...titleStems, ...inText.map(toStem)]);
  const [best, second] = topics
    .map(({ name, words }) => {
      const shared = [...words].filter((word) => stems.has(word));
      const score = shared.reduce((sum, word) => sum + (titleStems.has(word) ? titleWeight : 1), 0);
      return { name, score, shared };
    })
    .toSorted((one, other) => other.score - one.score);
  if (!best || best.score < minScore) return undefined;
  if (best.score < 2 * (second?.score ?? 0)) return undefined;
  // The words as the article has them, those of the title first.
  const all = [...inTitle, ...inText];
  const written = best.shared
    .map((stem) => all.findIndex((word) => toStem(word) === stem))
    .toSorted((one, other) => one - other)
    .map((index) => all[index]);
  const [first, other] = written;
  return { name: best.name, reason: `other articles on it mention “${first}” and “${other}”` };
}
