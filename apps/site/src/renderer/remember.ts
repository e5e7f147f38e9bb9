import type { SiteContent } from '@threadline/schema/content/site-content';
import { isUnchanged, type Reads, trackReads } from './reads.ts';

/** The live content, and that of an open preview. */
const maxResults = 2;

/**
 * Returns a function that computes its result once for all contents that have the same values where it reads them: an edit
 * elsewhere does not repeat the work. Callers must not modify the result.
 */
export function rememberByReads<Result>(compute: (content: SiteContent) => Result): (content: SiteContent) => Result {
  let known: { reads: Reads; result: Result }[] = [];
  return (content) => {
    // Through the content that was passed, which may record these reads for the page that asks.
    const found = known.find(({ reads }) => isUnchanged(reads, { content }));
    if (found) return found.result;
    const reads: Reads = new Map();
    const result = compute(trackReads({ content }, reads).content);
    known = [{ reads, result }, ...known].slice(0, maxResults);
    return result;
  };
}
