import { referencePattern } from '@threadline/schema/enquiry-form';
import type { ServedFile } from './live-release.ts';

export const thanksPath = '/thanks/';

/**
 * The thank-you page with the reference of the form that led to it. The page is a static file: a browser without JavaScript
 * learns its reference only here. Another server than this one shows the page without it.
 *
 * @returns undefined when there is nothing to fill in
 */
export function thanksWith(reference: string | undefined, { body }: ServedFile): string | undefined {
  if (reference === undefined || !referencePattern.test(reference)) return undefined;
  return new TextDecoder()
    .decode(body)
    .replace(
      /<p id="reference" hidden>([^<]*)<\/p>/,
      (_, words: string) => `<p id="reference">${words.replace('{reference}', reference)}</p>`,
    );
}
