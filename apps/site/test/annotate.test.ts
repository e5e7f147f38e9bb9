import { listTaggedParts, stripTags } from '@threadline/schema/content/preview-tags';
import { beforeAll, expect, inject, test } from 'vitest';
import { fillPlaceholders } from './edit-snapshot.ts';
import { loadRenderer, type Renderer } from './load-renderer.ts';

let renderer: Renderer;
const snapshot = fillPlaceholders(inject('snapshot'));
const decode = (body: Uint8Array) => new TextDecoder().decode(body);

beforeAll(async () => {
  renderer = await loadRenderer();
});

/** Astro's checksum over the markup of an island includes the tags; previews do not hydrate, so nothing reads it. */
const islandChecksum = /(<astro-island uid=")[^"]*/g;

test('without its tags the preview of every route is the published file, byte for byte', async () => {
  for (const route of renderer.routes(snapshot)) {
    const published = decode((await renderer.render(route, snapshot)).body).replace(islandChecksum, '$1');
    const { body } = await renderer.renderTagged(route, snapshot);
    const shown = stripTags(decode(body)).replace(islandChecksum, '$1');
    expect({ route, differsAt: firstDifference(shown, published) }).toEqual({ route });
  }
});

test('the tag after a text names its field', async () => {
  const { body, fields } = await renderer.renderTagged('/', snapshot);
  const html = decode(body);
  const headline = /<h1 class="headline">([^<]*)<\/h1>/.exec(html)?.[1] ?? '';
  // The first slide has no headline of its own and shows the title of the hero.
  expect(listTaggedParts(headline).map(({ field }) => fields[field])).toEqual([
    { section: 'hero', key: 'title', pointer: '' },
  ]);
  const kicker = /<p class="kicker">([^<]*)<\/p>/.exec(html)?.[1] ?? '';
  expect(listTaggedParts(kicker).map(({ field }) => fields[field])).toEqual([
    { section: 'hero', key: expect.stringMatching(/^slide-/), pointer: '/kicker' },
  ]);
});

test('addresses, numbers, dates and choices carry no tag', async () => {
  for (const route of renderer.routes(snapshot)) {
    const { body } = await renderer.renderTagged(route, snapshot);
    const html = decode(body);
    for (const [attribute] of html.matchAll(/\s(?:href|src|srcset|id|datetime|action|data-count)="[^"]*"/g)) {
      expect(listTaggedParts(attribute), attribute).toEqual([]);
    }
  }
});

/** Returns the texts from the first difference: whole pages would fill the screen. */
function firstDifference(one: string, other: string): [string, string] | undefined {
  if (one === other) return undefined;
  const at = [...one].findIndex((character, index) => character !== other[index]);
  return [one.slice(at - 60, at + 60), other.slice(at - 60, at + 60)];
}
