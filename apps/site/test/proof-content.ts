import type { Snapshot } from '@threadline/schema/content/snapshot';
import { beforeAll, inject } from 'vitest';
import { addEntries, fillPlaceholders } from './edit-snapshot.ts';
import { libraryImage } from './library-image.ts';
import { loadRenderer, type Renderer } from './load-renderer.ts';

/** The content of a fresh installation. */
export const fresh = inject('snapshot');
const consentOn = '2026-03-31';
export const logoUrl = libraryImage.variants[0]?.url ?? '';

export const entries = {
  'about.person-asha': {
    name: 'Asha Rao',
    role: 'Managing partner',
    note: 'Leads every audit.',
    portrait: logoUrl,
    linkedin: 'https://www.linkedin.com/in/example-asha-rao',
  },
  'about.person-vikram': { name: 'Vikram Mehta', role: 'Partner', note: '', portrait: '', linkedin: '' },
  'stats.case-mills': {
    title: 'Customers pay 26 days earlier',
    client: 'Example Mills, Surat',
    story: 'We moved the invoice to the loading bay.',
    measure: 'Days until payment',
    before: 71,
    after: 45,
    unit: 'days',
    basis: 'Receivables ledger.',
    measuredOn: '2026-02-28',
    amount: 18_400_000,
    amountLabel: 'no longer tied up',
    consentOn,
  },
  'stats.testimonial-founder': {
    quote: 'They counted before they spoke.',
    name: 'Ravi Shah',
    role: 'Founder',
    company: 'Example Mills',
    consentOn,
  },
  'stats.logo-mills': { name: 'Example Mills', logo: logoUrl, website: 'https://mills.example.in/', consentOn },
  'stats.logo-foods': { name: 'Example Foods', logo: '', website: '', consentOn },
};

/** Adds the library image that the entries show. */
export const withImage = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  images: { [libraryImage.publicId]: { ...libraryImage, alt: 'Two people at a table' } },
});
/** With people, a case, a testimonial and logos. */
export const filled = withImage(addEntries(fillPlaceholders(fresh), entries));

export const decode = (body: Uint8Array) => new TextDecoder().decode(body);

/** Loads the renderer before the tests of a file. */
export function usePages() {
  let renderer: Renderer;
  beforeAll(async () => {
    renderer = await loadRenderer();
  });
  return {
    read: async (route: string, snapshot: Snapshot) => decode((await renderer.render(route, snapshot)).body),
    routes: (snapshot: Snapshot) => renderer.routes(snapshot),
    renderTagged: (route: string, snapshot: Snapshot) => renderer.renderTagged(route, snapshot),
  };
}

type Node = Record<string, unknown>;
/** Returns the nodes of the JSON-LD of a page. */
export function readGraph(html: string): Node[] {
  return JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '')['@graph'];
}
export const findNode = (html: string, type: string) => readGraph(html).find((node) => node['@type'] === type);

/** Returns the text of a page, without styles, scripts and tags. */
export function readText(html: string): string {
  return html
    .replace(/<(script|style).*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}
