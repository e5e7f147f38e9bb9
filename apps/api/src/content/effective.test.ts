import { expect, test } from 'vitest';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { send } from '../../test/test-app.ts';
import { readRetentionMonths } from '../enquiries/retention.ts';

const sections = {
  acknowledgement: 'mail',
  retention: 'mail',
  pages: 'mail',
  contact: 'site',
  sla: 'mail',
};

/** Collects every text and setting that the API uses at the moment. */
async function inUse({ app, services, mails }: ReturnType<typeof createEnquiryFixture>) {
  const mail = mails().find(({ kind }) => kind === 'acknowledgement');
  if (!mail) throw new Error('There is no acknowledgement.');
  const { subject, text } = services.composeMail(mail);
  const page = await send(app, '/api/my-data', { method: 'GET' });
  return { subject, text, months: readRetentionMonths(services.queries), page: page.text };
}

test('a change in review is in no message, on no page, and is not used as a setting', async () => {
  const fixture = createEnquiryFixture();
  const { content, queries } = fixture.services;
  const editor = { id: 'u1', name: 'Editor One' };
  content.save([{ section: 'mail', key: 'retention', value: { months: 11 } }], editor);
  await fixture.receive();
  await fixture.call('/api/publishing/review', { method: 'PUT', body: { review: true } });
  const before = await inUse(fixture);
  const values = {
    acknowledgement: { subject: 'Unapproved subject', body: 'Unapproved {reference} text\n\n{myData}' },
    retention: { months: 2 },
    pages: { ...(queries.item('mail', 'pages')?.value as object), myDataText: 'Unapproved page' },
    contact: { ...(queries.item('site', 'contact')?.value as object), phone: '+919999900000' },
    sla: { ...(queries.item('mail', 'sla')?.value as object), hours: 99 },
  };
  const writes = Object.entries(values).map(([key, value]) => ({
    section: sections[key as keyof typeof sections],
    key,
    value,
  }));
  content.save(writes, editor);
  expect(await inUse(fixture)).toEqual(before);
  await fixture.call('/api/publishing/publish', { body: { revision: queries.latestRevision() } });
  const after = await inUse(fixture);
  expect(after).toMatchObject({ subject: 'Unapproved subject', months: 2 });
  expect(after.page).toContain('Unapproved page');
});
