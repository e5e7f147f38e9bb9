import { phoneError } from '@threadline/schema/primitives/phone';
import { expect, onTestFinished, test } from 'vitest';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { send } from '../../test/test-app.ts';
import { subscribers } from '../platform/db/schema/enquiries.ts';
import { consents } from '../platform/db/schema/privacy.ts';

test('a link to personal data is sent by mail, and the reply does not reveal whether there is any', async () => {
  const fixture = createEnquiryFixture();
  await fixture.receive();
  const known = await fixture.postForm('/api/my-data', 'email=sender%40example.org');
  const unknown = await fixture.postForm('/api/my-data', 'email=nobody%40example.org');
  expect([known.status, known.text]).toEqual([200, unknown.text]);
  expect(fixture.mails().filter(({ kind }) => kind === 'my-data')).toHaveLength(1);
  const view = await send(fixture.app, `/api/my-data/view?token=${fixture.myDataToken()}`);
  expect(view.status).toBe(200);
  expect(view.text).toContain('Example Mills');
  expect(view.headers.get('cache-control')).toBe('no-store');
  // The address of the page holds the secret of the link.
  expect(view.headers.get('referrer-policy')).toBe('no-referrer');
  const file = await fixture.postForm(`/api/my-data/download?token=${fixture.myDataToken()}`);
  expect(file.body.enquiries).toMatchObject([{ message: 'We grow.' }]);
});

test('the link lets a person correct one enquiry without changing the others', async () => {
  const fixture = createEnquiryFixture();
  const first = await fixture.receive({ contactName: 'Sender', phone: '98765 43210' });
  const second = await fixture.receive({ companyName: 'Second Mills', message: 'Another matter.' });
  await fixture.postForm('/api/my-data', 'email=sender%40example.org');
  const query = `?token=${fixture.myDataToken()}`;
  const change = `reference=${first.reference}&companyName=Better+Mills&contactName=Sender&phone=`;
  const reply = await fixture.postForm(`/api/my-data/correct${query}`, change);
  expect([reply.status, reply.text.includes('Your details are corrected.')]).toEqual([200, true]);
  expect(fixture.rows()).toMatchObject([
    { companyName: 'Better Mills', contactName: 'Sender', phone: '', phoneE164: '' },
    { companyName: 'Second Mills' },
  ]);
  const other = await fixture.receive({ email: 'other@example.org' });
  const before = fixture.footprint();
  for (const [path, body, status] of [
    ['?token=x', change, 404],
    [query, `reference=${other.reference}&companyName=Mine`, 404],
    [query, `reference=${second.reference}&email=other%40example.org`, 422],
  ] as const)
    expect((await fixture.postForm(`/api/my-data/correct${path}`, body)).status).toBe(status);
  expect(fixture.footprint()).toEqual(before);
  const view = await send(fixture.app, `/api/my-data/view${query}`);
  for (const words of [
    '<dt>Company</dt><dd>Better Mills</dd>',
    'Reply by WhatsApp: not given',
    '<summary>Delete everything',
  ])
    expect(view.text).toContain(words);
});

test('an invalid phone number is refused with a page that names it, and changes nothing', async () => {
  const fixture = createEnquiryFixture();
  const { reference } = await fixture.receive({ phone: '98765 43210' });
  await fixture.postForm('/api/my-data', 'email=sender%40example.org');
  const correct = (phone: string) =>
    fixture.postForm(`/api/my-data/correct?token=${fixture.myDataToken()}`, `reference=${reference}&phone=${phone}`);
  const before = fixture.footprint();
  for (const phone of ['12345', 'call+me']) {
    const { status, headers, text } = await correct(phone);
    expect([status, headers.get('content-type')]).toEqual([422, 'text/html; charset=UTF-8']);
    expect(text).toContain(phoneError);
  }
  expect(fixture.footprint()).toEqual(before);
  expect((await correct('098450-12345')).status).toBe(200);
  expect(fixture.rows()).toMatchObject([{ phone: '098450-12345', phoneE164: '+919845012345' }]);
});

test('the link withdraws consent and deletes everything, and then it is invalid', async () => {
  const fixture = createEnquiryFixture();
  await fixture.receive({ consentNewsletter: true, consentWhatsapp: true });
  await fixture.postForm('/api/my-data', 'email=sender%40example.org');
  const query = `?token=${fixture.myDataToken()}`;
  expect((await fixture.postForm(`/api/my-data/withdraw${query}`)).text).toContain('Your consent is withdrawn.');
  const readConsents = fixture.deps.db.select().from(consents).all();
  expect(readConsents.filter(({ given }) => given).every(({ withdrawnAt }) => withdrawnAt !== null)).toBe(true);
  expect(fixture.deps.db.select().from(subscribers).get()?.unsubscribedAt).not.toBeNull();
  expect((await fixture.postForm(`/api/my-data/erase${query}`)).status).toBe(200);
  expect(fixture.countRows()).toEqual([0, 0, 0, 0, 0]);
  expect((await send(fixture.app, `/api/my-data/view${query}`)).status).toBe(404);
});

test('a link is valid for an hour, at most three are sent per hour, and a guessed one is refused', async () => {
  const fixture = createEnquiryFixture();
  await fixture.receive();
  for (let round = 0; round < 5; round++) await fixture.postForm('/api/my-data', 'email=sender%40example.org');
  expect(fixture.mails().filter(({ kind }) => kind === 'my-data')).toHaveLength(3);
  expect((await fixture.postForm('/api/my-data', 'email=sender%40example.org')).status).toBe(429);
  const token = fixture.myDataToken();
  for (const guess of ['', 'x', "' or 1=1", 'a'.repeat(4000)])
    expect((await send(fixture.app, `/api/my-data/view?token=${encodeURIComponent(guess)}`)).status).toBe(404);
  fixture.deps.clock.advance(3_600_001);
  expect((await send(fixture.app, `/api/my-data/view?token=${token}`)).status).toBe(404);
  for (const path of ['download', 'erase'])
    expect((await fixture.postForm(`/api/my-data/${path}?token=${token}`)).status).toBe(404);
  expect(fixture.rows()).toHaveLength(1);
});

test('the personal data page escapes what visitors typed', async () => {
  const fixture = createEnquiryFixture();
  await fixture.receive({ companyName: '<script>alert(1)</script>' });
  await fixture.postForm('/api/my-data', 'email=sender%40example.org');
  const { text } = await send(fixture.app, `/api/my-data/view?token=${fixture.myDataToken()}`);
  expect(text).toContain('&lt;script&gt;');
  expect(text).not.toContain('<script>');
});

test('the download contains notes about the person and the text of sent replies', async () => {
  const mailServer = await startMailServer();
  onTestFinished(mailServer.stop);
  const fixture = createEnquiryFixture({ SMTP_URL: mailServer.url });
  const { id } = await fixture.receive();
  const other = await fixture.receive({ email: 'other@example.org' });
  const reply = (to: string, text: string) =>
    fixture.call(`/api/enquiries/${to}/reply`, { body: { subject: 'Mills', text } });
  await fixture.call(`/api/enquiries/${id}/notes`, { body: { text: 'Sounded friendly.' } });
  await fixture.call(`/api/enquiries/${other.id}/notes`, { body: { text: 'Not theirs.' } });
  await reply(id, 'We can help.');
  await reply(other.id, 'Not theirs.');
  await fixture.services.jobs.runDue();
  mailServer.unknown.set('sender@example.org', 550);
  await reply(id, 'Never left.');
  await fixture.services.jobs.runDue();
  mailServer.unknown.clear();
  await fixture.postForm('/api/my-data', 'email=sender%40example.org');
  const { body, text } = await fixture.postForm(`/api/my-data/download?token=${fixture.myDataToken()}`);
  expect(body.enquiries).toMatchObject([{ notes: [{ text: 'Sounded friendly.' }] }]);
  expect(Object.keys(body.enquiries[0].notes[0])).toEqual(['at', 'text']);
  const { createdAt } = body.messages[0];
  expect(body.messages.filter(({ kind }: { kind: string }) => kind === 'reply')).toEqual([
    { kind: 'reply', createdAt, sentAt: expect.any(String), subject: 'Mills', text: 'We can help.' },
    { kind: 'reply', createdAt, sentAt: null },
  ]);
  expect(text).not.toMatch(/Not theirs|Never left|Author/);
});

test('the personal data page describes the state of the newsletter subscription', async () => {
  const fixture = createEnquiryFixture();
  await fixture.receive({ consentNewsletter: true });
  await fixture.postForm('/api/my-data', 'email=sender%40example.org');
  const newsletter = async () => {
    const { text } = await send(fixture.app, `/api/my-data/view?token=${fixture.myDataToken()}`);
    return /<h2>Newsletter<\/h2>\s*<p>([^<]*)/.exec(text)?.[1];
  };
  expect(await newsletter()).toBe(
    'sender@example.org: requested on 2026-11-21, not confirmed. Nothing is sent until you press the link in our message.',
  );
  await fixture.postForm(`/api/newsletter/confirm?token=${fixture.newsletterToken()}`);
  expect(await newsletter()).toBe('sender@example.org: subscribed since 2026-11-21.');
  fixture.deps.db.update(subscribers).set({ unsubscribedAt: '2026-11-22T10:00:00.000Z' }).run();
  expect(await newsletter()).toBe('sender@example.org: unsubscribed on 2026-11-22. Nothing is sent.');
});
