import { enquiryNotice, fillRetention, getNoticeId } from '@threadline/schema/notice';
import { cta } from '@threadline/schema/sections/cta';
import { desc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createLeadScene } from '../../test/lead-scene.ts';
import { consents, notices } from '../platform/db/schema/privacy.ts';

const author = { id: 'u', name: 'Author' };

function createFixture() {
  const fixture = createLeadScene();
  const { services, deps } = fixture;
  const dialog = cta.singles.dialog.parse(services.queries.item('cta', 'dialog')?.value);
  return {
    ...fixture,
    dialog,
    saveRetention: (months: number) =>
      services.content.save([{ section: 'mail', key: 'retention', value: { months } }], author),
    saveDialog: (value: unknown) => services.content.save([{ section: 'cta', key: 'dialog', value }], author),
    lastConsent: () => deps.db.select().from(consents).orderBy(desc(consents.id)).limit(1).get(),
    enquiryNotices: () =>
      deps.db
        .select()
        .from(notices)
        .all()
        .filter(({ form }) => form === 'enquiry'),
  };
}

test('each wording that is saved is stored once, with the retention time that it names', () => {
  const { saveRetention, enquiryNotices } = createFixture();
  for (const months of [6, 12, 6]) saveRetention(months);
  expect(enquiryNotices().map(({ sentences }) => /(\d+ months) after/.exec(sentences[0] ?? '')?.[1])).toEqual([
    '12 months',
    '6 months',
  ]);
  expect(enquiryNotices().map(({ version }) => version)).toEqual([1, 2]);
});

test('a consent points at the notice that the visitor was shown, also from a cached page', async () => {
  const { receive, dialog, saveDialog, lastConsent } = createFixture();
  const shown = getNoticeId(enquiryNotice(dialog, 12));
  saveDialog({ ...dialog, notice: 'We answer you, and delete your details after {retention}.' });
  await receive({ notice: shown });
  expect(lastConsent()?.noticeId).toBe(shown);
});

test('a name that no notice has is not stored', async () => {
  const { receive, lastConsent, enquiryNotices } = createFixture();
  const before = enquiryNotices();
  await receive({ notice: '0'.repeat(16) });
  expect(lastConsent()?.noticeId).toBe(null);
  expect(enquiryNotices()).toEqual(before);
});

test.each([
  [1, 'kept 1 month'],
  [12, 'kept 12 months'],
])('the months are said as words: %d', (months, words) => {
  expect(fillRetention('kept {retention}', months)).toBe(words);
});
