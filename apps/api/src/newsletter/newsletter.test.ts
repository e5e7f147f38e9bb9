import { getNoticeId, listNewsletterNotice } from '@threadline/schema/content/notice';
import { footer } from '@threadline/schema/content/sections/footer';
import { expect, test } from 'vitest';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { type Call, send } from '../../test/test-app.ts';
import { auditLog, contentItems } from '../platform/db/schema/core.ts';
import { subscribers } from '../platform/db/schema/enquiries.ts';
import { consents, notices } from '../platform/db/schema/privacy.ts';

function createFixture(env: Record<string, string> = {}) {
  const fixture = createEnquiryFixture(env);
  return {
    ...fixture,
    rows: () => fixture.deps.db.select().from(subscribers).all(),
    join: (body: unknown, options: Call = {}) => send(fixture.app, '/api/newsletter', { body, ...options }),
    open: (path: string, options: Call = {}) => send(fixture.app, path, options),
    token: fixture.newsletterToken,
  };
}

const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
const thanks = { success: true, message: 'Thank you. We will email you a link to confirm.' };
const press = { method: 'POST', body: '', ...form };

test('an address is stored, gets a confirmation request, and the response says thank you', async () => {
  const { join, rows, mails, deps } = createFixture();
  expect(await join({ email: 'Sender@Example.org' })).toMatchObject({ status: 200, body: thanks });
  const at = deps.now().toISOString();
  expect(rows()).toMatchObject([
    {
      email: 'Sender@Example.org',
      emailKey: 'sender@example.org',
      createdAt: at,
      confirmedAt: null,
      unsubscribedAt: null,
    },
  ]);
  expect(mails()).toMatchObject([
    { kind: 'newsletter-confirmation', recipient: 'Sender@Example.org', state: 'pending' },
  ]);
  expect(JSON.stringify(deps.db.select().from(auditLog).all())).not.toMatch(/sender/i);
});

test('the response is the same with and without a mail server, as JSON and as a page', async () => {
  for (const fixture of [createFixture(), createFixture({ SMTP_URL: 'smtp://127.0.0.1:2525' })]) {
    const { join } = fixture;
    expect((await join({ email: 'sender@example.org' })).body).toEqual(thanks);
    expect((await join('email=other%40example.org', form)).text).toContain(thanks.message);
  }
});

test('a known address gets the same response, and a message at most every ten minutes', async () => {
  const { join, mails, deps, rows } = createFixture();
  const first = await join({ email: 'sender@example.org' });
  const before = rows();
  deps.clock.advance(60_000);
  const second = await join({ email: 'SENDER@example.org' });
  expect([second.status, second.text]).toEqual([first.status, first.text]);
  expect([rows(), mails().length]).toEqual([before, 1]);
  deps.clock.advance(600_000);
  await join({ email: 'sender@example.org' });
  expect(mails()).toHaveLength(2);
});

test('a request that the form repeats after a lost response leads to one subscriber and one message', async () => {
  const { join, open, rows, mails, token, deps } = createFixture();
  const repeat = () => join({ email: 'sender@example.org' }, { headers: { 'idempotency-key': '1-2-3-4' } });
  // The pauses of the form.
  for (const pauseMs of [0, 2000, 5000, 15_000]) {
    deps.clock.advance(pauseMs);
    expect(await repeat()).toMatchObject({ status: 200, body: thanks });
  }
  expect([rows().length, mails().length]).toEqual([1, 1]);
  await open(`/api/newsletter/confirm?token=${token()}`, press);
  const confirmed = rows();
  deps.clock.advance(86_400_000);
  expect(await repeat()).toMatchObject({ status: 200, body: thanks });
  expect([rows(), mails().length]).toEqual([confirmed, 1]);
});

test('opening the link changes nothing, pressing the button confirms [C10]', async () => {
  const { join, open, rows, token, footprint } = createFixture();
  await join({ email: 'sender@example.org' });
  const before = footprint();
  const page = await open(`/api/newsletter/confirm?token=${token()}`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
  expect(page.text).toContain('<button>Yes, send it to me</button>');
  expect(footprint()).toEqual(before);
  expect((await open(`/api/newsletter/confirm?token=${token()}`, press)).status).toBe(200);
  expect(rows()[0]?.confirmedAt).not.toBeNull();
});

test('a subscriber gets no further confirmation request, and can subscribe again after unsubscribing', async () => {
  const { join, open, rows, mails, token, deps } = createFixture();
  await join({ email: 'sender@example.org' });
  await open(`/api/newsletter/confirm?token=${token()}`, press);
  deps.clock.advance(3_600_000);
  await join({ email: 'sender@example.org' });
  expect(mails()).toHaveLength(1);
  await open(`/api/newsletter/unsubscribe?token=${token()}`, press);
  // The first confirmation request was not sent, and is no longer needed.
  expect(mails()).toEqual([]);
  await join({ email: 'sender@example.org' });
  expect(mails()).toHaveLength(1);
  expect(rows()[0]?.unsubscribedAt).not.toBeNull();
  await open(`/api/newsletter/confirm?token=${token()}`, press);
  expect(rows()[0]?.unsubscribedAt).toBeNull();
});

test('the form requests consent, and the owner of the address gives it', async () => {
  const { join, open, token, deps, submit } = createFixture();
  const readConsents = () =>
    deps.db
      .select()
      .from(consents)
      .all()
      .filter(({ purpose }) => purpose === 'newsletter')
      .map(({ given, requested, confirmedAt }) => ({ given, requested, confirmedAt }));
  await join({ email: 'sender@example.org' });
  await submit({ companyName: 'Mills', email: 'sender@example.org', consentNewsletter: true });
  await submit({ companyName: 'Other Mills', email: 'other@example.org', consentNewsletter: false });
  const asked = { given: false, requested: true, confirmedAt: null };
  const never = { given: false, requested: false, confirmedAt: null };
  expect(readConsents()).toEqual([asked, asked, never]);
  deps.clock.advance(60_000);
  await open(`/api/newsletter/confirm?token=${token()}`, press);
  const given = { given: true, requested: true, confirmedAt: deps.now().toISOString() };
  expect(readConsents()).toEqual([given, given, never]);
  // The form is sent again with the address, but the owner has not confirmed again.
  deps.clock.advance(86_400_000);
  await join({ email: 'sender@example.org' });
  expect(readConsents()).toEqual([given, given, never, asked]);
});

test('a consent that is withdrawn before its confirmation is never given', async () => {
  const { join, open, token, deps } = createFixture();
  await join({ email: 'sender@example.org' });
  await open(`/api/newsletter/unsubscribe?token=${token()}`, press);
  deps.clock.advance(86_400_000);
  await join({ email: 'sender@example.org' });
  await open(`/api/newsletter/confirm?token=${token()}`, press);
  expect(
    deps.db
      .select()
      .from(consents)
      .all()
      .map(({ given, withdrawnAt }) => [given, withdrawnAt !== null]),
  ).toEqual([
    [false, true],
    [true, false],
  ]);
});

test('an old link has no effect after unsubscribing, and the consent has ended', async () => {
  const { join, open, rows, token, deps } = createFixture();
  await join({ email: 'sender@example.org' });
  await open(`/api/newsletter/confirm?token=${token()}`, press);
  deps.clock.advance(60_000);
  await open(`/api/newsletter/unsubscribe?token=${token()}`, press);
  expect(deps.db.select().from(consents).all()).toMatchObject([
    { purpose: 'newsletter', given: true, withdrawnAt: deps.now().toISOString() },
  ]);
  const left = rows();
  expect((await open(`/api/newsletter/confirm?token=${token()}`, press)).status).toBe(404);
  expect(rows()).toEqual(left);
});

test('an address that unsubscribes again after a new request gets no further request', async () => {
  const { join, open, rows, mails, token, deps } = createFixture();
  await join({ email: 'sender@example.org' });
  await open(`/api/newsletter/unsubscribe?token=${token()}`, press);
  deps.clock.advance(86_400_000);
  await join({ email: 'sender@example.org' });
  deps.clock.advance(60_000);
  await open(`/api/newsletter/unsubscribe?token=${token()}`, press);
  expect(mails().filter(({ state }) => state === 'pending')).toEqual([]);
  expect((await open(`/api/newsletter/confirm?token=${token()}`, press)).status).toBe(404);
  expect(rows()[0]?.unsubscribedAt).toBe(deps.now().toISOString());
  expect(
    deps.db
      .select()
      .from(consents)
      .all()
      .every(({ withdrawnAt }) => withdrawnAt !== null),
  ).toBe(true);
});

test('an address gets at most three confirmation requests a day', async () => {
  const { join, mails, deps } = createFixture();
  for (let time = 0; time < 5; time++) {
    await join({ email: 'sender@example.org' }, { address: `203.0.113.${time}` });
    deps.clock.advance(3_600_000);
  }
  expect(mails()).toHaveLength(3);
  deps.clock.advance(86_400_000);
  await join({ email: 'sender@example.org' });
  expect(mails()).toHaveLength(4);
});

test('one click in the mail program unsubscribes (RFC 8058), also when it is repeated [C10]', async () => {
  const { join, open, rows, token } = createFixture();
  await join({ email: 'sender@example.org' });
  const oneClick = { method: 'POST', body: 'List-Unsubscribe=One-Click', ...form };
  const path = `/api/newsletter/unsubscribe?token=${token()}`;
  expect((await open(path, oneClick)).status).toBe(200);
  const left = rows();
  expect(left[0]?.unsubscribedAt).not.toBeNull();
  expect((await open(path, oneClick)).status).toBe(200);
  expect(rows()).toEqual(left);
});

test.each(['confirm', 'unsubscribe'])('%s with an unknown link is 404 and changes nothing', async (what) => {
  const { join, open, footprint } = createFixture();
  await join({ email: 'sender@example.org' });
  const before = footprint();
  for (const token of ['', 'x', '%27%20or%201=1', 'a'.repeat(5000)]) {
    expect((await open(`/api/newsletter/${what}?token=${token}`)).status).toBe(404);
    expect((await open(`/api/newsletter/${what}?token=${token}`, press)).status).toBe(404);
  }
  expect(footprint()).toEqual(before);
});

test('a form of a browser without JavaScript gets a page', async () => {
  const { join, rows } = createFixture();
  const { status, headers, text } = await join('email=sender%40example.org', form);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
  expect(text).toContain(`<p>${thanks.message}</p>`);
  expect(rows()).toHaveLength(1);
});

test('the consent names the notice that was shown', async () => {
  const { join, deps } = createFixture();
  const newsletter = deps.db
    .select()
    .from(contentItems)
    .all()
    .find(({ key }) => key === 'newsletter')?.value;
  const notice = getNoticeId(listNewsletterNotice(footer.singles.newsletter.parse(newsletter)));
  await join({ email: 'sender@example.org', notice });
  expect(deps.db.select().from(notices).all()).toContainEqual(
    expect.objectContaining({ id: notice, version: 1, form: 'newsletter' }),
  );
  expect(deps.db.select().from(consents).all()).toMatchObject([
    { emailKey: 'sender@example.org', purpose: 'newsletter', given: false, requested: true, noticeId: notice },
  ]);
});

test.each([
  ['broken JSON', '{', {}, 400],
  ['text', 'sender@example.org', { headers: { 'content-type': 'text/plain' } }, 415],
  ['no address', {}, {}, 422],
  ['an empty address', { email: '' }, {}, 422],
  ['an invalid address', { email: 'sender' }, {}, 422],
  ['two addresses', { email: 'a@example.org\r\nBcc: b@example.org' }, {}, 422],
  ['a list of addresses', { email: ['sender@example.org'] }, {}, 422],
  ['a lone surrogate', '{"email":"a\\ud800@example.org"}', {}, 422],
  ['a further field', { email: 'sender@example.org', isConfirmed: true }, {}, 422],
  ['an address of 1 MB', { email: `${'x'.repeat(1_000_000)}@example.org` }, {}, 413],
  ['an empty form', '', form, 422],
  ['a form with an invalid address', 'email=sender', form, 422],
] as const)('%s is rejected', async (...[, body, options, status]) => {
  const fixture = createFixture();
  const before = fixture.footprint();
  const reply = await fixture.join(body, options);
  expect(reply.status).toBe(status);
  if (options !== form) expect(reply.body).toMatchObject({ success: false, message: expect.stringMatching(/^[A-Z]/) });
  expect(fixture.footprint()).toEqual(before);
});

test('the sixth address within ten minutes from one network is rejected', async () => {
  const fixture = createFixture();
  for (let round = 0; round < 5; round++) await fixture.join({ email: `sender${round}@example.org` });
  const before = fixture.footprint();
  const { status, headers } = await fixture.join({ email: 'sender@example.org' });
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(fixture.footprint()).toEqual(before);
  expect((await fixture.join({ email: 'sender@example.org' }, { address: '198.51.100.1' })).status).toBe(200);
});
