import { expect, test } from 'vitest';
import { createLeadScene } from '../../../test/lead-scene.ts';
import { plansOf } from '../../../test/query-plan.ts';

const byNumber = 'SEARCH enquiries USING INTEGER PRIMARY KEY';
/** Rows whose numbers are handed over as one list. */
const byList = [`${byNumber} (rowid=?)`, 'LIST SUBQUERY 1', 'SCAN json_each VIRTUAL TABLE INDEX 1:'];
const bySearchIndex = ['SCAN enquiry_search VIRTUAL TABLE INDEX 192:M10><', `${byNumber} (rowid=?)`];
const byDue = 'SEARCH enquiries USING INDEX enquiries_due (due_at<?)';
/** The index holds nothing else, and reading stops when there are enough. */
const onlyWaiting = 'SCAN enquiries USING INDEX enquiries_due';
const byStatus = 'SEARCH enquiries USING INDEX enquiries_status (status=? AND rowid>? AND rowid<?)';
const byDay = (edge: string) => `SEARCH enquiries USING COVERING INDEX enquiries_created (created_at${edge})`;
const from = 'from=2026-01-01T00:00:00.000Z';
const until = 'until=2028-01-01T00:00:00.000Z';

// Each index hands out its rows in the order of the list: nothing but a page is sorted, and reading stops when it is full.
test.each([
  ['', [`${byNumber} (rowid>? AND rowid<?)`]],
  ['?status=new', [byStatus]],
  ['?section=hero', bySearchIndex],
  ['?assignee=none', bySearchIndex],
  ['?q=mills', bySearchIndex],
  ['?assignee=u&status=new&q=mills', bySearchIndex],
  ['?assignee=none&section=hero&q=mills', byList],
  [`?${from}`, [byDay('>?'), `${byNumber} (rowid>? AND rowid<?)`]],
  [`?${from}&${until}&status=new`, [byDay('>?'), byDay('<?'), byStatus]],
  [`?${from}&section=hero`, [byDay('>?'), ...bySearchIndex]],
  ['/counts', [onlyWaiting]],
  ['?unanswered=1', [onlyWaiting, ...byList, 'USE TEMP B-TREE FOR ORDER BY']],
])('the inbox %j is read by indexes, in their order', async (path, expected) => {
  const scene = createLeadScene();
  await scene.receive({ originSection: 'hero', companyName: 'Mills' });
  expect(await plansOf(scene, `/api/enquiries${path}`)).toEqual(expected);
});

test('what is late is found by the index that holds only what waits; no more than the page itself is sorted', async () => {
  const scene = createLeadScene();
  await scene.receive();
  await scene.receive({ email: 'second@example.org' });
  scene.deps.clock.advance(30 * 24 * 3_600_000);
  expect(await plansOf(scene, '/api/enquiries?overdue=1')).toEqual([byDue, ...byList, 'USE TEMP B-TREE FOR ORDER BY']);
});

test('the places are read in their order from an index: a hundred of them, however many there are', async () => {
  const scene = createLeadScene();
  const insert = scene.deps.db.$client.prepare('insert into enquiry_origins values (?, ?, ?, ?)');
  for (let n = 0; n < 3000; n++) insert.run(`section ${n}`, '', '', n);
  const { body } = await scene.call('/api/enquiries/origins');
  expect(body.origins).toHaveLength(100);
  expect(body.origins[0]).toMatchObject({ section: 'section 2999', total: 2999 });
  expect(await plansOf(scene, '/api/enquiries/origins', 'enquiry_origins')).toEqual([
    'SCAN enquiry_origins USING COVERING INDEX enquiry_origins_total',
  ]);
});
