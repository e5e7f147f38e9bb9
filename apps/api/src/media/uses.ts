import { listImagesWithoutOwnAlt } from '@threadline/schema/content/alt-text';
import { findDefinition } from '@threadline/schema/content/content-model';
import { getField, getLabelAt } from '@threadline/schema/content/form-field';
import { getPublicId, type ImageUse } from '@threadline/schema/content/image';
import { getQualifiedTitle } from '@threadline/schema/content/item-name';
import { toPointer } from '@threadline/schema/primitives/json-pointer';
import type { DraftReader } from '../content/drafts.ts';
import type { ContentQueries } from '../content/queries.ts';

type StoredText = ReturnType<DraftReader['listDiscarded' | 'listScheduled' | 'listStored']>[number];

interface Place {
  publicId: string;
  pointer: string;
}

function getFieldLabel(section: string, key: string, pointer: string): string {
  const definition = findDefinition(section, key);
  return definition ? getLabelAt(getField(definition.schema), pointer) : '';
}

/** Returns every place in a value that refers to an image of the library. */
function findPlaces(value: unknown, path: PropertyKey[] = []): Place[] {
  if (typeof value === 'string') {
    const publicId = getPublicId(value);
    return publicId ? [{ publicId, pointer: toPointer(path) }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => findPlaces(part, [...path, name]));
}

/** Returns the publicIds of used images whose every use in the working copy has its own alt text. */
export function listImagesWithOwnAlt(queries: ContentQueries, uses: ReadonlyMap<string, ImageUse[]>): string[] {
  const withoutAlt = listImagesWithoutOwnAlt(queries.workingCopy());
  const isShown = ([, places]: [string, ImageUse[]]) => places.some(({ working }) => working);
  return [...uses].filter(isShown).flatMap(([publicId]) => (withoutAlt.has(publicId) ? [] : [publicId]));
}

type Revisions = [working: number, live: number, ...scheduled: number[]];

/** Creates the lookup of the places that show an image: in the working copy, in the live content, and in drafts. */
export function createImageUses(queries: ContentQueries, drafts: DraftReader) {
  let known: { state: string; uses: Map<string, ImageUse[]> } | undefined;

  const listPlaces = (revision: number) =>
    queries.itemsAt(revision).flatMap((item) => {
      const { section, key } = item;
      return findPlaces(item.value).map((place) => ({ section, key, name: getQualifiedTitle(item), ...place }));
    });

  function collect([working, live, ...others]: Revisions): Map<string, ImageUse[]> {
    const found = new Map<string, Omit<ImageUse, 'field'> & Place>();
    const add = (revision: number, where: 'working' | 'live' | undefined) => {
      for (const place of listPlaces(revision)) {
        const name = [place.section, place.key, place.publicId, place.pointer].join(' ');
        found.set(name, { working: false, live: false, ...place, ...found.get(name), ...(where && { [where]: true }) });
      }
    };
    add(working, 'working');
    add(live, 'live');
    // Scheduled revisions need their images as well.
    for (const revision of others) add(revision, undefined);
    const addDraft = (draft: StoredText, kind: 'draft' | 'discarded draft') => {
      const { section, key, value } = draft;
      const use = { section, key, name: `${getQualifiedTitle(draft)} (${kind})`, working: false, live: false };
      for (const place of findPlaces(value))
        found.set([kind, section, key, place.publicId, place.pointer].join(' '), {
          ...use,
          ...place,
          ...(kind === 'discarded draft' && { discarded: true }),
        });
    };
    for (const draft of [...drafts.listStored(), ...drafts.listScheduled()]) addDraft(draft, 'draft');
    for (const draft of drafts.listDiscarded()) addDraft(draft, 'discarded draft');
    const uses = new Map<string, ImageUse[]>();
    for (const { publicId, ...place } of found.values()) {
      const use = { ...place, field: getFieldLabel(place.section, place.key, place.pointer) };
      uses.set(publicId, [...(uses.get(publicId) ?? []), use]);
    }
    return uses;
  }

  /** Returns the uses by publicId. They are computed once per state, because this reads the whole content. */
  return (): ReadonlyMap<string, ImageUse[]> => {
    const wanted: Revisions = [queries.latestRevision(), queries.liveRevision(), ...queries.listUpcomingRevisions()];
    const state = [...wanted, drafts.stamp()].join();
    if (known?.state !== state) known = { state, uses: collect(wanted) };
    return known.uses;
  };
}
