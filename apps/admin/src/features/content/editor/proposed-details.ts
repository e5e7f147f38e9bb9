import { findArt } from '@threadline/schema/primitives/art';
import { isRichText } from '@threadline/schema/rich-text/rich-text';
import { getPlainText } from '@threadline/schema/rich-text/to-text';
import type { FormText } from '../model/form-model.ts';

/** The details of a new article that are proposed from its text and from the other articles. */
interface Details {
  kicker: string;
  excerpt: string;
  author: string;
  picture: { src: string; alt: string; decorative: boolean };
}

/** Proposals that do not depend on the text. */
export interface ArticleDefaults {
  /** The topics of the articles. */
  topics: readonly string[];
  /** The drawing for a text without an image. */
  cover: string;
  /** The team member with the name of the signed-in user; empty if there is none. */
  author: string;
}

const maxSummaryLength = 260;
const names = ['kicker', 'excerpt', 'author', 'picture'] as const;
const blank: Details = { kicker: '', excerpt: '', author: '', picture: { src: '', alt: '', decorative: false } };

type ArticleValue = Partial<Details> & { title?: string; body?: unknown };

/** Returns the proposed topic, summary, author and cover. All are blank while the article has no text. */
export function proposeDetails(article: ArticleValue, { topics, cover, author }: ArticleDefaults): Details {
  const { title = '', body } = article;
  const blocks = isRichText(body) ? body.content : [];
  const paragraph = blocks.find((block) => block.type === 'paragraph' && getPlainText(block).trim() !== '');
  const image = blocks.find(({ type }) => type === 'image');
  if (title.trim() === '' && !paragraph && !image) return blank;
  return {
    kicker: findNamedTopic(article, topics)?.name ?? '',
    excerpt: paragraph ? shorten(getPlainText(paragraph).trim()) : '',
    author,
    picture:
      image?.type === 'image'
        ? { src: image.attrs.src, alt: image.attrs.alt, decorative: image.attrs.decorative }
        : { ...blank.picture, src: cover },
  };
}

/** Returns the only topic that the title names, otherwise the only one that the text names. Undefined for none or several. */
export function findNamedTopic({ title = '', body }: ArticleValue, topics: readonly string[]) {
  for (const [place, text] of [
    ['title', title],
    ['text', isRichText(body) ? getPlainText(body) : ''],
  ] as const) {
    const terms = new Set(readTerms(text));
    const isNamed = (needed: string[]) => needed.length > 0 && needed.every((term) => terms.has(term));
    const [name, other] = topics.filter((topic) => isNamed(readTerms(topic)));
    if (name && !other) return { name, place };
  }
  return undefined;
}

/** Returns the single terms of a text without their endings, so that `Hiring`, `hired` and `hires` are equal. */
function readTerms(text: string): string[] {
  const terms = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return terms.map((term) => (term.length < 4 ? term : term.replace(/(?:ing|ies|ed|es|er|s|e|y)$/, '')));
}

/** Shortens a text to the summary: after a sentence if that keeps more than half of the length, otherwise after a word. */
function shorten(text: string): string {
  if (text.length <= maxSummaryLength) return text;
  const start = text.slice(0, maxSummaryLength);
  const sentences = start.slice(0, start.search(/[.!?।][^.!?।]*$/) + 1);
  if (sentences.length > maxSummaryLength / 2) return sentences;
  return `${start.slice(0, Math.max(start.lastIndexOf(' ', maxSummaryLength - 2), 1)).replace(/[,;:–-]$/, '')}…`;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Copies the alt text of an image of the text to the cover, if that image was just chosen as the cover without alt text. */
function copyAlt({ picture: before }: ArticleValue, article: ArticleValue): ArticleValue {
  const { picture, body } = article;
  if (!picture || picture.src === before?.src || picture.alt !== '' || picture.decorative) return article;
  const blocks = isRichText(body) ? body.content : [];
  const alt = blocks.flatMap((block) =>
    block.type === 'image' && block.attrs.src === picture.src ? block.attrs.alt : [],
  )[0];
  return alt ? { ...article, picture: { ...picture, alt } } : article;
}

/**
 * Returns the form after a change. Details that still have their proposed value, or are empty, get the new proposal; details
 * that the user has written stay.
 */
export function followText(before: FormText, changed: FormText, defaults: ArticleDefaults): FormText {
  const previous = before.value as ArticleValue;
  const next = copyAlt(previous, changed.value as ArticleValue);
  const after = next === changed.value ? changed : { ...changed, value: next };
  const [old, proposed] = [proposeDetails(previous, defaults), proposeDetails(next, defaults)];
  // An article may have no author, so one that was removed is not proposed again.
  const isOpen = (name: (typeof names)[number]) =>
    isSame(next[name], old[name]) || (name !== 'author' && isSame(next[name], blank[name]));
  const followed = names.filter((name) => isSame(previous[name], next[name]) && isOpen(name));
  const changes = followed.filter((name) => !isSame(next[name], proposed[name]));
  if (changes.length === 0) return after;
  return { ...after, value: { ...next, ...Object.fromEntries(changes.map((name) => [name, proposed[name]])) } };
}

/** Returns a note for each field that has its proposed value, by JSON Pointer. */
export function describeProposals(value: ArticleValue, defaults: ArticleDefaults): Record<string, string> {
  const proposed = proposeDetails(value, defaults);
  const isProposed = (name: (typeof names)[number]) =>
    isSame(value[name], proposed[name]) && !isSame(value[name], blank[name]);
  return {
    ...(isProposed('kicker') && {
      '/kicker': `Suggested: the ${findNamedTopic(value, defaults.topics)?.place} mentions it.`,
    }),
    ...(isProposed('excerpt') && { '/excerpt': 'Suggested: the first paragraph, until you edit it.' }),
    ...(isProposed('author') && { '/author': 'Suggested, until you choose another.' }),
    ...(isProposed('picture') && {
      '/picture/src': findArt(proposed.picture.src)
        ? 'Suggested, until the text has an image.'
        : 'Suggested: the first image of the text.',
    }),
  };
}
