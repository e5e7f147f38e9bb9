import { enquiryNotice, fillRetention, noticeIdOf } from '@threadline/schema/notice';
import { cta } from '@threadline/schema/sections/cta';
import { expect, test } from 'vitest';
import { createLeadScene } from '../../test/lead-scene.ts';
import { notices } from '../db/privacy-schema.ts';

test('the notice names the months of the retention, and a receipt holds the time that was shown', async () => {
  const { receive, deps, services } = createLeadScene();
  const dialog = cta.singles.dialog.parse(services.queries.item('cta', 'dialog')?.value);
  const before = noticeIdOf(enquiryNotice(dialog, 12));
  services.content.save([{ section: 'mail', key: 'retention', value: { months: 6 } }], { id: 'u', name: 'Author' });
  await receive({ notice: before });
  await receive({ notice: noticeIdOf(enquiryNotice(dialog, 6)), email: 'second@example.org' });
  await receive({ notice: noticeIdOf(enquiryNotice(dialog, 9)), email: 'third@example.org' });
  const kept = deps.db.select().from(notices).all();
  expect(kept.map(({ sentences }) => /(\d+ months) after/.exec(sentences[0] ?? '')?.[1])).toEqual([
    '12 months',
    '6 months',
  ]);
});

/** How often SQLite is asked about the texts of the past while the enquiries come in. */
async function looksIntoHistory(scene: ReturnType<typeof createLeadScene>, receive: () => Promise<unknown>) {
  const { $client } = scene.deps.db;
  const prepare = $client.prepare.bind($client);
  const looks: string[] = [];
  $client.prepare = ((source: string) => {
    if (source.includes('content_history')) looks.push(source);
    return prepare(source);
  }) as typeof $client.prepare;
  await receive();
  $client.prepare = prepare;
  return looks;
}

test('names that no notice ever had cost two looks into an index each, however often the texts were changed', async () => {
  const scene = createLeadScene();
  const { services, receive } = scene;
  const dialog = cta.singles.dialog.parse(services.queries.item('cta', 'dialog')?.value);
  const author = { id: 'u', name: 'Author' };
  for (let n = 1; n <= 30; n++) {
    services.content.save([{ section: 'mail', key: 'retention', value: { months: n } }], author);
    services.content.save([{ section: 'cta', key: 'dialog', value: { ...dialog, title: `Title ${n}` } }], author);
  }
  const unknown = (n: number) => receive({ notice: `${n}`.padStart(16, '0'), email: `sender${n}@example.org` });
  const first = await looksIntoHistory(scene, () => unknown(0));
  expect(first).toHaveLength(4);
  const looks = await looksIntoHistory(scene, async () => {
    for (let n = 1; n <= 20; n++) await unknown(n);
  });
  expect(looks).toHaveLength(40);
  expect(looks.every((source) => source.includes('max('))).toBe(true);
  const plan = scene.deps.db.$client
    .prepare<string[], { detail: string }>(`explain query plan ${looks[0]}`)
    .all('cta', 'dialog');
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH content_history USING COVERING INDEX content_history_item (section=? AND key=?)',
  ]);
});

test('a wording that is new since the last look is found', async () => {
  const { receive, deps, services } = createLeadScene();
  const dialog = cta.singles.dialog.parse(services.queries.item('cta', 'dialog')?.value);
  const changed = { ...dialog, notice: 'We answer you, and delete your details after {retention}.' };
  const notice = noticeIdOf(enquiryNotice(changed, 12));
  await receive({ notice });
  expect(deps.db.select().from(notices).all()).toEqual([]);
  services.content.save([{ section: 'cta', key: 'dialog', value: changed }], { id: 'u', name: 'Author' });
  await receive({ notice, email: 'second@example.org' });
  expect(deps.db.select().from(notices).all()).toMatchObject([{ id: notice, version: 1 }]);
});

test.each([
  [1, 'kept 1 month'],
  [12, 'kept 12 months'],
])('the months are said as words: %d', (months, words) => {
  expect(fillRetention('kept {retention}', months)).toBe(words);
});
