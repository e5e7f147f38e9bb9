import type { ServerDraft } from '@threadline/schema/wire/drafts';
import { expect, test } from 'vitest';
import { article, editor } from '../../test/content-fixture.ts';
import { createReviewFixture } from '../../test/review-fixture.ts';
import { dayMs } from '../platform/durations.ts';

const place = { section: 'insights', key: 'article-a-note' };
/** An article whose writer has chosen no day. The clock of the tests is at 21 November 2026. */
const undated = { ...article, publishedOn: '' };

const readDay = ({ content }: Awaited<ReturnType<typeof createReviewFixture>>, revision?: number) => {
  const items = content.queries.itemsAt(revision ?? content.queries.latestRevision());
  return (items.find(({ key }) => key === place.key)?.value as { publishedOn: string } | undefined)?.publishedOn;
};

test('an article gets the day on which it is published, in India, unless its writer has chosen one', async () => {
  const fixture = await createReviewFixture({ review: false });
  const { content, deps } = fixture;
  deps.clock.advance(Date.parse('2026-12-01T19:00:00Z') - deps.now().getTime());
  const { items } = content.save([{ ...place, value: undated }], editor);
  expect([readDay(fixture), items]).toMatchObject(['2026-12-02', [{ value: { publishedOn: '2026-12-02' } }]]);
  content.save([{ ...place, key: 'article-b', value: article }], editor);
  expect(content.queries.item('insights', 'article-b')?.value).toMatchObject({ publishedOn: article.publishedOn });
});

test('a scheduled draft gets the day of its time, and text that was typed meanwhile keeps it later', async () => {
  const fixture = await createReviewFixture({ review: false });
  const { deps, goLive, services } = fixture;
  const { drafts, draftSchedule } = services;
  const draft = { section: 'insights', key: 'article-draft-a' };
  const write = (value: unknown, version?: number): ServerDraft =>
    drafts.save({ ...draft, value, baseVersion: null, version }, editor);
  const { version } = write(undated);
  const at = new Date(deps.now().getTime() + 3 * dayMs).toISOString();
  draftSchedule.set({ ...draft, at, version, target: place.key }, editor);
  write({ ...undated, title: 'A better title' }, version);
  deps.clock.advance(3 * dayMs);
  draftSchedule.publishDue();
  const day = readDay(fixture);
  expect(day).toBe('2026-11-24');
  goLive(fixture.status().workingRevision);
  deps.clock.advance(3 * dayMs);
  const later = drafts.find(place);
  fixture.content.save(
    [{ ...place, value: later?.value, version: 1, draft: { key: place.key, version: later?.version ?? 0 } }],
    editor,
  );
  expect(fixture.content.queries.item(place.section, place.key)?.value).toMatchObject({
    title: 'A better title',
    publishedOn: day,
  });
});

test('in review mode an article gets the day of its approval, also where newer changes stay pending', async () => {
  const fixture = await createReviewFixture();
  const { content, deps, publishing, save, services } = fixture;
  const { revision } = content.save([{ ...place, value: undated }], editor);
  save('Newer words');
  content.save([{ ...place, value: { ...undated, title: 'Newer' }, version: 1 }], editor);
  expect(readDay(fixture)).toBe('');
  deps.clock.advance(dayMs);
  services.review.publish({ revision }, editor);
  expect([readDay(fixture, publishing.targetRevision().revision), readDay(fixture)]).toEqual([
    '2026-11-22',
    '2026-11-22',
  ]);
  expect(content.queries.item('insights', place.key)).toMatchObject({ version: 2, value: { title: 'Newer' } });
  deps.clock.advance(dayMs);
  services.review.publish({ revision: fixture.status().workingRevision }, editor);
  expect([readDay(fixture, publishing.targetRevision().revision), fixture.status().pendingChanges]).toEqual([
    '2026-11-22',
    0,
  ]);
});

test('an article that is left out of a publish stays without a day', async () => {
  const fixture = await createReviewFixture();
  const { call, content, publishing, save } = fixture;
  content.save([{ ...place, value: undated }], editor);
  const revision = save('Newer words');
  await call('POST', 'publish', { revision, items: [{ section: 'hero', key: 'title' }] });
  expect([readDay(fixture, publishing.targetRevision().revision), readDay(fixture)]).toEqual([undefined, '']);
  await call('PUT', 'review', { review: false });
  expect(readDay(fixture, publishing.targetRevision().revision)).toBe('2026-11-21');
});
