import { enquiryFormSchema } from '@threadline/schema/wire/enquiry-form';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createEnquiryFixture, minimalEnquiry } from '../../../test/enquiry-fixture.ts';
import { consents } from '../../platform/db/schema/privacy.ts';
import { scoreSpam } from './spam.ts';

const spam: [what: string, request: object][] = [
  ['a filled hidden field', { website: 'https://x.example' }],
  ['a form sent within a second', { filledMs: 900 }],
  ['HTML markup', { message: 'See <a href="https://x.example">this</a>' }],
  ['forum markup', { message: '[url=https://x.example]cheap[/url]' }],
  ['a hasty form with a link', { filledMs: 1500, message: 'See https://x.example' }],
  ['many links', { message: 'http://a.example http://b.example www.c.example' }],
  ['a link for a name', { contactName: 'https://x.example' }],
];

test.each(spam)('%s is classified as spam [C4]', (_, request) => {
  const { isSpam, reasons } = scoreSpam(enquiryFormSchema.parse({ ...minimalEnquiry, ...request }));
  expect(isSpam).toBe(true);
  expect(reasons[0]).toMatch(/^[A-Z].*\.$/);
});

test.each([
  ['the four fields of the specification', {}],
  ["a link to the sender's website", { message: 'We are at https://mills.example and grow.' }],
  ['a visitor whose browser fills in the fields', { filledMs: 1500 }],
  ['a slow visitor', { filledMs: 3000 }],
  ['a form without JavaScript', { filledMs: undefined }],
  ['a message in Hindi', { message: 'हमें मदद चाहिए' }],
])('%s is not classified as spam', (_, request) => {
  expect(scoreSpam(enquiryFormSchema.parse({ ...minimalEnquiry, ...request })).isSpam).toBe(false);
});

test('spam is stored and gets the normal response, and no message is sent', async () => {
  const { submit, rows, mails, services } = createEnquiryFixture();
  const { status, body } = await submit({ ...minimalEnquiry, website: 'x' });
  expect([status, body.success, body.reference]).toEqual([200, true, rows()[0]?.reference]);
  expect(rows()).toMatchObject([{ status: 'spam', spamReasons: ['A field that people cannot see was filled in.'] }]);
  expect(mails()).toEqual([]);
  expect(services.lists.counts()).toMatchObject({ byStatus: { spam: 1, new: 0 }, overdue: 0 });
});

test('the team is notified of an enquiry in the spam folder once an editor moves it out', async () => {
  const { receive, call, mails, services } = createEnquiryFixture();
  const { id } = await receive({ filledMs: 10 });
  expect((await call(`/api/enquiries/${id}`, { method: 'PATCH', body: { status: 'new' } })).status).toBe(200);
  expect(mails().map(({ kind }) => kind)).toEqual(['notification', 'acknowledgement']);
  for (const status of ['spam', 'new']) await call(`/api/enquiries/${id}`, { method: 'PATCH', body: { status } });
  expect(mails()).toHaveLength(2);
  expect(services.lists.counts().byStatus).toMatchObject({ spam: 0, new: 1 });
});

test.each(['closed', 'replied'])('spam that is moved to %s notifies the team only once it is open', async (status) => {
  const { receive, call, mails } = createEnquiryFixture();
  const { id } = await receive({ filledMs: 10, consentNewsletter: true });
  const move = (status: string) => call(`/api/enquiries/${id}`, { method: 'PATCH', body: { status } });
  expect((await move(status)).status).toBe(200);
  expect(mails()).toEqual([]);
  for (const status of ['new', 'read', 'spam', 'closed', 'read']) await move(status);
  expect(mails().map(({ kind }) => kind)).toEqual(['notification', 'acknowledgement', 'newsletter-confirmation']);
});

test('a false positive gets its newsletter confirmation later, once, if it is still requested', async () => {
  const { receive, call, mails, deps } = createEnquiryFixture();
  const move = (id: string, status: string) => call(`/api/enquiries/${id}`, { method: 'PATCH', body: { status } });
  const { id } = await receive({ filledMs: 10, consentNewsletter: true });
  expect(mails()).toEqual([]);
  await move(id, 'new');
  const question = { kind: 'newsletter-confirmation', recipient: minimalEnquiry.email };
  expect(mails()).toMatchObject([{ kind: 'notification' }, { kind: 'acknowledgement' }, question]);
  deps.clock.advance(3_600_000);
  for (const status of ['spam', 'new']) await move(id, status);
  expect(mails()).toHaveLength(3);

  const other = await receive({ filledMs: 10, consentNewsletter: true, email: 'other@example.org' });
  deps.db.update(consents).set({ withdrawnAt: deps.now().toISOString() }).where(eq(consents.enquiryId, other.id)).run();
  await move(other.id, 'new');
  expect(
    mails()
      .slice(3)
      .map(({ kind }) => kind),
  ).toEqual(['notification', 'acknowledgement']);
});
