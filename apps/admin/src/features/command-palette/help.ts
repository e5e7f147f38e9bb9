import { helpQuery } from '../../navigation.ts';
import { fold } from '../content/model/search.ts';
import { expandQuery } from '../content/model/synonyms.ts';
import { helpEntries } from './help-entries.ts';
import type { HelpEntry } from './help-entry.ts';

/** The terms of a question that say nothing about its subject. */
const fillerTerms = new Set(
  'a an and are at by can could do does for get help how i in is it me my of on one our please something the to want we what where why with you your'.split(
    ' ',
  ),
);

/** Returns true for a question, which help should answer before anything else. */
export function isQuestion(query: string): boolean {
  return /^(?:how|where|what|why|can|help)\b/i.test(query.trim());
}

/** Returns whether a query asks for the list of all help. */
export function isHelpList(query: string): boolean {
  return query.trim().toLowerCase() === helpQuery;
}

/** Returns the terms of a query that say something about its subject. */
export function listSubjectTerms(query: string): string[] {
  return fold(query)
    .text.split(/[^\p{L}\p{N}-]+/u)
    .filter((word) => word.length > 1 && !fillerTerms.has(word));
}

/**
 * Returns the help that a query asks for, the best first. In a long question one word may be missing. Synonyms count only
 * where no help has the typed terms.
 */
export function findHelp(query: string, { limit = 4 } = {}): HelpEntry[] {
  if (isHelpList(query)) return [...helpEntries];
  const words = listSubjectTerms(query);
  const wanted = words.map((word) => [word, ...(word.length > 2 ? expandQuery(word) : [])]);
  if (wanted.length === 0) return [];
  const needed = wanted.length > 2 ? wanted.length - 1 : wanted.length;
  const ranked = helpEntries
    .map((entry) => {
      const [title, text] = [entry.title, `${entry.title} ${entry.words}`].map((each) => ` ${fold(each).text}`);
      const found = wanted.filter((terms) => terms.some((term) => text?.includes(` ${term}`)));
      // The word itself is worth more than a synonym, and most of all in the title.
      const count = (part: string | undefined) => wanted.filter(([word]) => part?.includes(` ${word}`)).length;
      const [inText, inTitle] = [count(text), count(title)];
      return { entry, found: found.length, inText, rank: found.length + inText + inTitle };
    })
    .filter(({ found }) => found >= needed)
    .sort((one, other) => other.rank - one.rank);
  const literal = ranked.filter(({ inText }) => inText >= needed);
  return (literal.length > 0 ? literal : ranked).slice(0, limit).map(({ entry }) => entry);
}
