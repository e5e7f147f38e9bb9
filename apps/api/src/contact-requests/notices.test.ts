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
  expect(kept.map(({ sentences }) => /after (\d+ months)/.exec(sentences[0] ?? '')?.[1])).toEqual([
    '12 months',
    '6 months',
  ]);
});

test.each([
  [1, 'kept 1 month'],
  [12, 'kept 12 months'],
])('the months are said as words: %d', (months, words) => {
  expect(fillRetention('kept {retention}', months)).toBe(words);
});
