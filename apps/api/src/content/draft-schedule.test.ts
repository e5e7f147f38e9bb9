import { expect, test } from 'vitest';
import { article, catchProblem, createContentFixture, editor } from '../../test/content-fixture.ts';
import { dayMs } from '../platform/durations.ts';
import { createDraftSchedule } from './draft-schedule.ts';
import { createDraftReader, createDrafts } from './drafts.ts';

const draftPlace = { section: 'insights', key: 'article-draft-a' };
const target = 'article-a-note';
/** Nine in the morning in India, two days after the clock of the tests. */
const at = '2026-11-23T09:00:00+05:30';

function createFixture() {
  const fixture = createContentFixture();
  const { deps, content } = fixture;
  const drafts = createDrafts(deps);
  const createSchedule = () => createDraftSchedule(deps, content, () => undefined);
  const write = (value: unknown, version?: number) =>
    drafts.save({ ...draftPlace, value, baseVersion: null, version }, editor);
  return { ...fixture, drafts, schedule: createSchedule(), createSchedule, write };
}

test('a draft goes live at its time, once, also if the API was stopped then', () => {
  const { deps, content, drafts, schedule, createSchedule, write } = createFixture();
  const { version } = write(article);
  schedule.set({ ...draftPlace, at, version, target }, editor);
  expect(schedule.nextAt()).toBe('2026-11-23T03:30:00.000Z');
  expect(drafts.list()).toMatchObject([{ schedule: { at: schedule.nextAt(), by: 'Editor', version, problem: null } }]);
  schedule.publishDue();
  expect(content.queries.item('insights', target)).toBeUndefined();
  deps.clock.advance(3 * dayMs);
  createSchedule().publishDue();
  expect(content.queries.item('insights', target)).toMatchObject({ value: { title: 'A note' }, updatedBy: 'Editor' });
  expect([drafts.list(), schedule.nextAt()]).toEqual([[], null]);
  const revision = content.queries.latestRevision();
  schedule.publishDue();
  expect(content.queries.latestRevision()).toBe(revision);
});

test('a text that is typed after the schedule was set is not published by it, and stays as a draft of the article', () => {
  const { deps, content, drafts, schedule, write } = createFixture();
  const { version } = write(article);
  schedule.set({ ...draftPlace, at, version, target, unlisted: true }, editor);
  write({ ...article, title: 'Half a tho' }, version);
  deps.clock.advance(3 * dayMs);
  schedule.publishDue();
  const published = { value: { title: 'A note' }, metadata: { unlisted: true } };
  expect(content.queries.item('insights', target)).toMatchObject(published);
  expect(drafts.list()).toMatchObject([{ key: target, title: 'Half a tho', baseVersion: 1, schedule: null }]);
});

test('a text that could not be published now is refused when it is scheduled, and nothing changes', () => {
  const { content, drafts, schedule, write } = createFixture();
  const marks = [{ type: 'link', attrs: { href: '/nowhere/' } }];
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'More', marks }] };
  const { version } = write({ ...article, body: { type: 'doc', content: [paragraph] } });
  const [revision, before] = [content.queries.latestRevision(), drafts.list()];
  expect(catchProblem(() => schedule.set({ ...draftPlace, at, version, target }, editor))).toMatchObject({
    code: 'validation-failed',
    message: 'No page or section has this address. Choose one from the list.',
  });
  expect([content.queries.latestRevision(), drafts.list(), schedule.nextAt()]).toEqual([revision, before, null]);
  expect(content.queries.item('insights', target)).toBeUndefined();
});

test('a part of a series can link to a part that is scheduled for an earlier time, and not to one for a later time', () => {
  const { deps, content, drafts, schedule, write } = createFixture();
  schedule.set({ ...draftPlace, at, version: write(article).version, target }, editor);
  const marks = [{ type: 'link', attrs: { href: `/insights/${target.replace('article-', '')}/` } }];
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'Part one', marks }] };
  const value = { ...article, title: 'Part two', body: { type: 'doc', content: [paragraph] } };
  const place = { section: 'insights', key: 'article-draft-b' };
  const { version } = drafts.save({ ...place, value, baseVersion: null, version: undefined }, editor);
  const setAt = (time: string) => schedule.set({ ...place, at: time, version, target: 'article-part-two' }, editor);
  expect(catchProblem(() => setAt('2026-11-22T09:00:00+05:30')).message).toBe(
    'No page or section has this address. Choose one from the list.',
  );
  const revision = content.queries.latestRevision();
  setAt('2026-11-24T09:00:00+05:30');
  expect([content.queries.latestRevision(), content.queries.item('insights', target)]).toEqual([revision, undefined]);
  deps.clock.advance(4 * dayMs);
  schedule.publishDue();
  expect(content.queries.item('insights', 'article-part-two')).toMatchObject({ value: { title: 'Part two' } });
  expect(drafts.list()).toEqual([]);
});

test('a text that cannot be published at its time stays, with the reason', () => {
  const { deps, content, drafts, schedule, write } = createFixture();
  const { version } = write(article);
  schedule.set({ ...draftPlace, at, version, target }, editor);
  content.save([{ section: 'insights', key: target, value: article }], editor);
  deps.clock.advance(3 * dayMs);
  schedule.publishDue();
  expect(drafts.list()).toMatchObject([{ schedule: { problem: 'Another user has added an entry with this name.' } }]);
  expect(createDraftReader(deps.db).listFailed()).toEqual([{ ...draftPlace, title: 'A note' }]);
  expect(schedule.nextAt()).toBeNull();
});

test('publishing or discarding a draft, or cancelling its schedule, ends the schedule', () => {
  const { content, drafts, schedule, write } = createFixture();
  const set = (version: number) => schedule.set({ ...draftPlace, at, version, target }, editor);
  const { version } = write(article);
  set(version);
  schedule.cancel(draftPlace, editor);
  expect(catchProblem(() => schedule.cancel(draftPlace, editor)).code).toBe('not-found');
  set(version);
  drafts.discard({ ...draftPlace, version }, editor);
  expect(schedule.nextAt()).toBeNull();
  const again = write(article);
  set(again.version);
  const draft = { key: draftPlace.key, version: again.version };
  content.save([{ section: 'insights', key: target, value: article, draft }], editor);
  expect(schedule.nextAt()).toBeNull();
});

test('an unfinished text, a changed draft and a time out of range are refused', () => {
  const { schedule, write } = createFixture();
  const { version } = write({ ...article, title: '' });
  const refuse = (options: object) =>
    catchProblem(() => schedule.set({ ...draftPlace, at, version, target, ...options }, editor));
  expect(refuse({}).options.errors).toMatchObject([{ pointer: '/value/title' }]);
  const finished = write(article, version);
  expect(refuse({}).code).toBe('conflict');
  for (const time of ['2026-11-20T09:00:00+05:30', '2028-01-01T09:00:00+05:30'])
    expect(refuse({ version: finished.version, at: time }).options.errors).toMatchObject([{ pointer: '/at' }]);
  expect(schedule.nextAt()).toBeNull();
});
