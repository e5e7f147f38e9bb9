import { listImagesWithoutOwnAlt } from '@threadline/schema/alt-text';
import { type ImageUse, publicIdOf } from '@threadline/schema/image';
import { itemName } from '@threadline/schema/item-name';
import { toPointer } from '@threadline/schema/site-content';
import type { ContentQueries } from '../content/queries.ts';

interface Place {
  publicId: string;
  pointer: string;
}

/** Every place in a value that names an image of the library. */
function imagePlaces(value: unknown, path: PropertyKey[] = []): Place[] {
  if (typeof value === 'string') {
    const publicId = publicIdOf(value);
    return publicId ? [{ publicId, pointer: toPointer(path) }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => imagePlaces(part, [...path, name]));
}

/** publicIds of what the working copy shows, each time with words of its own: they need none in the library. */
export function listImagesWithOwnAlt(queries: ContentQueries, uses: ReadonlyMap<string, ImageUse[]>): string[] {
  const wordless = listImagesWithoutOwnAlt(queries.workingCopy());
  const isShown = ([, places]: [string, ImageUse[]]) => places.some(({ working }) => working);
  return [...uses].filter(isShown).flatMap(([publicId]) => (wordless.has(publicId) ? [] : [publicId]));
}

type Revisions = [working: number, live: number, ...coming: number[]];

/** Where images are shown: in the working copy, and by what is live. */
export function createImageUses(queries: ContentQueries) {
  let known: { revisions: string; uses: Map<string, ImageUse[]> } | undefined;

  const placesAt = (revision: number) =>
    queries.itemsAt(revision).flatMap((item) => {
      const { section, key } = item;
      return imagePlaces(item.value).map((place) => ({ section, key, name: itemName(item), ...place }));
    });

  function collect([working, live, ...others]: Revisions): Map<string, ImageUse[]> {
    const found = new Map<string, ImageUse & Place>();
    const note = (revision: number, where: 'working' | 'live' | undefined) => {
      for (const place of placesAt(revision)) {
        const name = [place.section, place.key, place.publicId, place.pointer].join(' ');
        found.set(name, { working: false, live: false, ...place, ...found.get(name), ...(where && { [where]: true }) });
      }
    };
    note(working, 'working');
    note(live, 'live');
    // What is scheduled needs its images as well; it is neither of the two.
    for (const revision of others) note(revision, undefined);
    const uses = new Map<string, ImageUse[]>();
    for (const { publicId, ...use } of found.values()) uses.set(publicId, [...(uses.get(publicId) ?? []), use]);
    return uses;
  }

  /** By publicId. Made once per revision: it looks at the whole content. */
  return (): ReadonlyMap<string, ImageUse[]> => {
    const wanted: Revisions = [queries.latestRevision(), queries.liveRevision(), ...queries.comingRevisions()];
    const revisions = wanted.join();
    if (known?.revisions !== revisions) known = { revisions, uses: collect(wanted) };
    return known.uses;
  };
}
