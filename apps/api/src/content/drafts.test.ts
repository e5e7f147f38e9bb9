import { fromParts } from '@threadline/schema/rich-text/from-parts';
import { maxDrafts } from '@threadline/schema/wire/drafts';
import { expect, test } from 'vitest';
import { article, catchProblem, createContentFixture, editor } from '../../test/content-fixture.ts';
import { createImageUses } from '../media/uses.ts';
import { auditLog } from '../platform/db/schema/core.ts';
import { readSnapshot } from '../publishing/snapshot.ts';
import { createDiscardedDrafts } from './discarded-drafts.ts';
import { createDraftReader, createDrafts, type DraftWrite } from './drafts.ts';

const place = { section: 'insights', key: 'article-note' };
const colleague = { id: 'u2', name: 'Colleague' };

function createFixture() {
  const fixture = createContentFixture();
  const drafts = createDrafts(fixture.deps);
  const save = (write: Partial<DraftWrite> = {}, by = editor) =>
    drafts.save({ ...place, value: article, baseVersion: null, version: undefined, ...write }, by);
  return { ...fixture, drafts, save };
}

test('an unfinished text is stored as it was sent, with its author, and changes nothing that visitors see', () => {
  const { deps, content, drafts, save } = createFixture();
  const value = {
    ...article,
    title: '',
    excerpt: 'x'.repeat(400),
    body: { type: 'doc', content: [{ type: 'paragraph' }] },
  };
  const { version } = save({ value });
  expect(drafts.find(place)).toMatchObject({ value, version, baseVersion: null, base: null, updatedBy: 'Editor' });
  const { body, ...summary } = value;
  expect(drafts.list()).toEqual([expect.objectContaining({ ...place, version, title: 'Untitled article', summary })]);
  expect(content.queries.latestRevision()).toBe(0);
  expect(readSnapshot(deps, content.queries, 1).items).toEqual([]);
});

test('the second of two editors gets the text of the first, and neither is overwritten', () => {
  const { drafts, save } = createFixture();
  const { version } = save();
  const newer = save({ version, value: { ...article, title: 'By the colleague' } }, colleague);
  const { code, options } = catchProblem(() => save({ version, value: { ...article, title: 'By the editor' } }));
  expect([code, options.detail]).toEqual(['conflict', 'Colleague has saved this draft since you opened it.']);
  expect(options.current).toEqual(newer);
  expect(drafts.find(place)).toEqual(newer);
  expect(catchProblem(() => save()).code).toBe('conflict');
});

test('a version is never used again, so that a forgotten window cannot overwrite a later draft', () => {
  const { drafts, save } = createFixture();
  const { version } = save();
  drafts.discard({ ...place, version }, editor);
  expect(catchProblem(() => save({ version })).options.detail).toMatch(/published or discarded/);
  expect(save().version).toBeGreaterThan(version);
});

test('publishing a draft removes it in the same write, and a newer text of another editor stays', () => {
  const { content, drafts, save } = createFixture();
  const first = save({ key: 'article-draft-a' });
  content.save([{ ...place, value: article, draft: { key: 'article-draft-a', version: first.version } }], editor);
  expect(drafts.list()).toEqual([]);
  const change = save({ baseVersion: 1, value: { ...article, title: 'Changed' } });
  const newer = save(
    { baseVersion: 1, version: change.version, value: { ...article, title: 'Changed again' } },
    colleague,
  );
  const draft = { key: place.key, version: change.version };
  content.save([{ ...place, value: { ...article, title: 'Changed' }, version: 1, draft }], editor);
  const base = { value: { ...article, title: 'Changed' } };
  expect(drafts.find(place)).toMatchObject({ version: newer.version, baseVersion: 2, base });
});

test('a refused publish keeps the draft', () => {
  const { content, drafts, save } = createFixture();
  const value = { ...article, related: ['/insights/nowhere/'] };
  const { version } = save({ value });
  expect(catchProblem(() => content.save([{ ...place, value, draft: { key: place.key, version } }], editor)).code).toBe(
    'validation-failed',
  );
  expect(drafts.find(place)?.version).toBe(version);
});

test('a value that the editor could not open again is refused, and so is an item without drafts', () => {
  const { drafts, save } = createFixture();
  const script = { type: 'doc', content: [{ type: 'script', content: [] }] };
  for (const value of ['text', null, { ...article, body: script }, { ...article, title: 7 }, { ...article, extra: '' }])
    expect(catchProblem(() => save({ value })).code).toBe('validation-failed');
  expect(catchProblem(() => save({ section: 'hero', key: 'title', value: 'A title' })).code).toBe('not-found');
  expect(catchProblem(() => drafts.discard({ ...place, version: undefined }, editor)).code).toBe('not-found');
  expect(drafts.list()).toEqual([]);
});

test('a discarded draft is in the audit log, typing is not', () => {
  const { deps, drafts, save } = createFixture();
  const { version } = save({ version: save().version });
  drafts.discard({ ...place, version }, editor);
  expect(deps.db.select().from(auditLog).all()).toMatchObject([
    { action: 'draft.discarded', subject: 'Article: A note', byName: 'Editor' },
  ]);
});

test('an image that only a draft shows counts as used, also after the draft is discarded', () => {
  const { deps, content, drafts, save } = createFixture();
  const uses = createImageUses(content.queries, createDraftReader(deps.db));
  expect(uses().size).toBe(0);
  const publicId = 'ab'.repeat(16);
  const { version } = save({ value: { ...article, picture: { src: `/media/${publicId}-480.webp`, alt: '' } } });
  expect(uses().get(publicId)).toMatchObject([
    { key: place.key, working: false, live: false, pointer: '/picture/src' },
  ]);
  drafts.discard({ ...place, version }, editor);
  expect(uses().get(publicId)).toMatchObject([
    { name: 'Article: A note (discarded draft)', working: false, live: false, discarded: true },
  ]);
  const discarded = createDiscardedDrafts(deps, drafts);
  discarded.restore(discarded.list()[0]?.id ?? 0, editor);
  expect(uses().get(publicId)).toMatchObject([{ name: 'Article: A note (draft)' }]);
});

test('only the newest discarded drafts are stored', () => {
  const { deps, drafts, save } = createFixture();
  for (let index = 0; index <= maxDrafts; index += 1) {
    save({ key: `article-draft-${index}` });
    drafts.discard({ ...place, key: `article-draft-${index}`, version: undefined }, editor);
  }
  const keys = createDiscardedDrafts(deps, drafts)
    .list()
    .map(({ key }) => key);
  expect([keys.length, keys[0], keys.at(-1)]).toEqual([maxDrafts, `article-draft-${maxDrafts}`, 'article-draft-1']);
});

test('the number of drafts is limited', () => {
  const { save } = createFixture();
  const value = { ...article, body: fromParts([{ text: 'Short.' }]) };
  for (let index = 0; index < maxDrafts; index += 1) save({ key: `article-draft-${index}`, value });
  expect(catchProblem(() => save()).options.detail).toMatch(/at most 300 drafts/);
});
