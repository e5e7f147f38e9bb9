import type { RichText } from '@threadline/schema/rich-text/rich-text';
import { getPlainText } from '@threadline/schema/rich-text/to-text';

/** A topic of the articles, with terms that only its articles have in their titles, summaries and headings. */
export interface Topic {
  name: string;
  terms: ReadonlySet<string>;
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
function toStem(term: string): string {
  return term.length < 4 ? term : term.replace(/(?:ing|ies|ed|es|er|s|e|y)$/, '');
}

function readTerms(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

const isTelling = (term: string) => term.length > 3 && !common.has(toStem(term));

/** Returns the topics of the articles. A term that articles of several topics have is in none of them. */
export function listTopicTerms(articles: readonly TopicText[]): Topic[] {
  const terms = new Map<string, Set<string>>();
  for (const { kicker, title = '', excerpt = '', body } of articles) {
    if (!kicker) continue;
    const headings = (body?.content ?? []).filter(({ type }) => type === 'heading').map(getPlainText);
    const found = readTerms([title, excerpt, ...headings].join(' '))
      .filter(isTelling)
      .map(toStem);
    terms.set(kicker, new Set([...(terms.get(kicker) ?? []), ...found]));
  }
  const isOwn = (term: string, name: string) => [...terms].every(([other, set]) => other === name || !set.has(term));
  return [...terms].map(([name, set]) => ({ name, terms: new Set([...set].filter((term) => isOwn(term, name))) }));
}

/** Returns how a text names a topic; undefined if one of the terms in its name is missing. */
function findMentions(name: string, terms: readonly string[]): string | undefined {
  const found = readTerms(name).map((part) => terms.find((term) => toStem(term) === toStem(part)));
  return found.length > 0 && !found.includes(undefined) ? found.join(' ') : undefined;
}

/** A term of the title counts as much as this many of the text. */
const titleWeight = 2;
/** At least three terms. */
const minScore = 5;

/** Returns the topic that an article names or shares terms with; undefined if none fits better than all others. */
export function proposeTopic(
  { title = '', body }: Pick<TopicText, 'title' | 'body'>,
  topics: readonly Topic[],
): ProposedTopic | undefined {
  const inTitle = readTerms(title);
  const inText = body ? readTerms(getPlainText(body)) : [];
  for (const [terms, place] of [
    [inTitle, 'title'],
    [inText, 'text'],
  ] as const) {
    const named = topics.flatMap(({ name }) => {
      const mentions = findMentions(name, terms);
      return mentions ? { name, reason: `the ${place} mentions “${mentions}”` } : [];
    });
    if (named.length === 1) return named[0];
  }
  const titleStems = new Set(inTitle.map(toStem));
  const stems = new Set([...titleStems, ...inText.map(toStem)]);
  const [best, second] = topics
    .map(({ name, terms }) => {
      const shared = [...terms].filter((term) => stems.has(term));
      const score = shared.reduce((sum, term) => sum + (titleStems.has(term) ? titleWeight : 1), 0);
      return { name, score, shared };
    })
    .toSorted((one, other) => other.score - one.score);
  if (!best || best.score < minScore) return undefined;
  if (best.score < 2 * (second?.score ?? 0)) return undefined;
  // As the article has them, those of the title first.
  const all = [...inTitle, ...inText];
  const written = best.shared
    .map((stem) => all.findIndex((term) => toStem(term) === stem))
    .toSorted((one, other) => one - other)
    .map((index) => all[index]);
  const [first, other] = written;
  return { name: best.name, reason: `other articles on it mention “${first}” and “${other}”` };
}
