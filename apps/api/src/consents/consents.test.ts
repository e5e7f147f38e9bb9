import { fillRetention, getNoticeId, listEnquiryNotice, listNewsletterNotice } from '@threadline/schema/content/notice';
import { cta } from '@threadline/schema/content/sections/cta';
import { footer } from '@threadline/schema/content/sections/footer';
import { desc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { consents, notices } from '../platform/db/schema/privacy.ts';

const author = { id: 'u', name: 'Author' };

function createFixture() {
  const fixture = createEnquiryFixture();
  const { services, deps } = fixture;
  const dialog = cta.singles.dialog.parse(services.queries.item('cta', 'dialog')?.value);
  const newsletter = footer.singles.newsletter.parse(services.queries.item('footer', 'newsletter')?.value);
  return {
    ...fixture,
    dialog,
    newsletterId: getNoticeId(listNewsletterNotice(newsletter)),
    enquiryId: (months = 12) => getNoticeId(listEnquiryNotice(dialog, months)),
    saveRetention: (months: number) =>
      services.content.save([{ section: 'mail', key: 'retention', value: { months } }], author),
    lastConsent: () => deps.db.select().from(consents).orderBy(desc(consents.id)).limit(1).get(),
    notices: () => deps.db.select().from(notices).all(),
  };
}

test('the text of a notice is stored with the first consent to it, including its retention period', async () => {
  const { receive, saveRetention, notices, enquiryId } = createFixture();
  expect(notices()).toEqual([]);
  for (const [index, months] of [12, 6, 12].entries()) {
    saveRetention(months);
    await receive({ notice: enquiryId(months), email: `sender${index}@example.org` });
  }
  expect(notices().map(({ sentences }) => /(\d+ months) after/.exec(sentences[0] ?? '')?.[1])).toEqual([
    '12 months',
    '6 months',
  ]);
  expect(notices().map(({ version }) => version)).toEqual([1, 2]);
});

test('a consent from a cached page refers to the stored text that the page shows', async () => {
  const { receive, saveRetention, lastConsent, enquiryId } = createFixture();
  await receive({ notice: enquiryId() });
  saveRetention(6);
  await receive({ notice: enquiryId(), email: 'second@example.org' });
  expect(lastConsent()?.noticeId).toBe(enquiryId());
});

test('an id that belongs to no notice of the form is not stored', async () => {
  const { receive, lastConsent, notices, newsletterId } = createFixture();
  for (const [index, notice] of ['', '0'.repeat(16), newsletterId].entries()) {
    await receive({ notice, email: `sender${index}@example.org` });
    expect(lastConsent()?.noticeId).toBe(null);
  }
  expect(notices()).toEqual([]);
});

test.each([
  [1, 'kept 1 month'],
  [12, 'kept 12 months'],
])('%d months are written as "%s"', (months, words) => {
  expect(fillRetention('kept {retention}', months)).toBe(words);
});
