import { getNoticeId, listEnquiryNotice } from '@threadline/schema/content/notice';
import { cta } from '@threadline/schema/content/sections/cta';
import { phoneError } from '@threadline/schema/primitives/phone';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEnquiryFixture as createFixture, minimalEnquiry } from '../../../test/enquiry-fixture.ts';
import type { Call } from '../../../test/test-app.ts';
import { listConsents } from '../../consents/consents.ts';
import { auditLog } from '../../platform/db/schema/core.ts';
import { enquiries } from '../../platform/db/schema/enquiries.ts';
import { consents, notices } from '../../platform/db/schema/privacy.ts';
import { createReference } from './service.ts';

const successMessage = 'Your request has been sent. We will get back to you shortly.';
const referencePattern = /^ENQ-[0-9A-HJKMNP-TV-Z]{6}$/;

test('the four fields of the specification are sufficient', async () => {
  const { submit, rows, deps } = createFixture();
  const { status, body } = await submit(minimalEnquiry);
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      message: successMessage,
      reference: expect.stringMatching(referencePattern),
      dueAt: expect.any(String),
    },
  ]);
  expect(rows()).toMatchObject([
    {
      ...minimalEnquiry,
      reference: body.reference,
      dueAt: body.dueAt,
      contactName: '',
      phone: '',
      createdAt: deps.now().toISOString(),
    },
  ]);
  const entry = deps.db.select().from(auditLog).all().at(-1);
  expect(entry).toMatchObject({ action: 'intake.received', subject: body.reference, byId: null });
});

test('windows learn of a stored enquiry at once, and of none that was refused or is stored already', async () => {
  const { submit, services, rows } = createFixture();
  const counts: number[] = [];
  services.publishing.events.on('enquiries', () => counts.push(rows().length));
  await submit({ ...minimalEnquiry, email: 'no address' });
  expect(counts).toEqual([]);
  await submit(minimalEnquiry);
  expect(counts).toEqual([1]);
  await submit(minimalEnquiry);
  expect(counts).toEqual([1]);
});

test('all fields are stored as typed', async () => {
  const { submit, rows } = createFixture();
  const all = {
    companyName: ' ₹ & <b>Söhne</b>\u200f',
    companySize: '200+',
    email: 'Sender+x@Example.org',
    contactName: "O'Brien; drop table users",
    phone: '+91 98765 43210',
    industry: '=cmd|calc',
    message: 'Zeile 1\r\nBcc: all@example.org\n😀',
    origin: 'hero',
    originSection: 'services',
    originSlide: 'slide-build',
    originCta: 'Book a call',
    page: '/',
  };
  expect((await submit(all)).status).toBe(200);
  expect(rows()).toMatchObject([all]);
});

test.each([
  ['   ', 'Industry: Textiles\nContact: Sender\nPhone: 98765 43210'],
  ['Hello', 'Hello'],
])('the message %j is stored as %j', async (message, stored) => {
  const { submit, rows } = createFixture();
  await submit({ ...minimalEnquiry, message, industry: 'Textiles', contactName: 'Sender', phone: '98765 43210' });
  expect(rows()).toMatchObject([{ message: stored, industry: 'Textiles' }]);
});

test('a form of a browser without JavaScript is stored and leads to the thank-you page [C12]', async () => {
  const { submitForm, rows } = createFixture();
  const fields = new URLSearchParams({
    ...minimalEnquiry,
    message: 'दो\r\nlines & more',
    contactName: '',
    phone: '',
    industry: '',
    page: '/',
    originSection: 'contact',
  });
  const { status, headers } = await submitForm(fields.toString());
  expect([status, headers.get('location')]).toEqual([303, `/thanks/?reference=${rows()[0]?.reference}`]);
  expect(rows()).toMatchObject([
    { ...minimalEnquiry, page: '/', originSection: 'contact', message: 'दो\r\nlines & more' },
  ]);
});

test.each([
  ['a field sent twice', 'companyName=A&companyName=B&email=a@example.org', 422],
  ['__proto__', 'companyName=A&email=a@example.org&__proto__=x', 422],
  ['nothing', '', 422],
  ['100 KB', `companyName=A&email=a@example.org&message=${'x'.repeat(100_000)}`, 413],
])('a form with %s is rejected', async (_, body, status) => {
  const fixture = createFixture();
  const before = fixture.footprint();
  expect((await fixture.submitForm(body)).status).toBe(status);
  expect(fixture.footprint()).toEqual(before);
});

const plain = { 'content-type': 'text/plain' };
const badRequests: [what: string, Call, status: number, sentence: string][] = [
  ['broken JSON', { body: '{"companyName":' }, 400, 'The request could not be read.'],
  ['no body', { body: '' }, 400, 'The request could not be read.'],
  ['another content type', { body: 'x', headers: plain }, 415, 'Send the body as application/json.'],
  [
    'a multipart form',
    { body: 'x', headers: { 'content-type': 'multipart/form-data' } },
    415,
    'Send the body as application/json.',
  ],
  ['a list', { body: [] }, 422, 'This must be a group of fields.'],
  ['no company', { body: { ...minimalEnquiry, companyName: undefined } }, 422, 'Company name is required'],
  ['a blank company', { body: { ...minimalEnquiry, companyName: ' \n' } }, 422, 'Company name is required'],
  ['a company that is a number', { body: { ...minimalEnquiry, companyName: 7 } }, 422, 'Company name is required'],
  ['no address', { body: { ...minimalEnquiry, email: '' } }, 422, 'Email is required'],
  ['an invalid address', { body: { ...minimalEnquiry, email: 'sender@example' } }, 422, 'Email is invalid'],
  [
    'two addresses',
    { body: { ...minimalEnquiry, email: 'a@example.org\r\nBcc: b@example.org' } },
    422,
    'Email is invalid',
  ],
  ['a list', { body: { ...minimalEnquiry, email: 'a@example.org,b@example.org' } }, 422, 'Email is invalid'],
  ['a name beside the address', { body: { ...minimalEnquiry, email: 'A <a@example.org>' } }, 422, 'Email is invalid'],
  [
    'an unknown size',
    { body: { ...minimalEnquiry, companySize: '12' } },
    422,
    'Choose one of 1-10, 11-50, 51-200, 200+.',
  ],
  ['a message that is a list', { body: { ...minimalEnquiry, message: ['x'] } }, 422, 'This must be text.'],
  ['a long message', { body: { ...minimalEnquiry, message: 'x'.repeat(5001) } }, 422, 'Use at most 5000 characters.'],
  [
    'a lone surrogate',
    { body: JSON.stringify({ ...minimalEnquiry, message: '\ud800' }) },
    422,
    'This text contains characters that cannot be stored.',
  ],
  [
    'an unknown field',
    { body: { ...minimalEnquiry, createdAt: '2020-01-01' } },
    422,
    'This field does not exist here.',
  ],
  [
    '__proto__',
    { body: `{"__proto__":{},${JSON.stringify(minimalEnquiry).slice(1)}` },
    422,
    'This field does not exist here.',
  ],
  [
    'a text of 1 MB',
    { body: { ...minimalEnquiry, message: 'x'.repeat(1_000_000) } },
    413,
    'Send at most 64 KB at once.',
  ],
  [
    'a key with spaces',
    { body: minimalEnquiry, headers: { 'idempotency-key': 'a b' } },
    400,
    'Idempotency-Key must be 1 to 100 letters, digits or signs, without spaces.',
  ],
  [
    'a key of 101 characters',
    { body: minimalEnquiry, headers: { 'idempotency-key': 'k'.repeat(101) } },
    400,
    'Idempotency-Key must be 1 to 100 letters, digits or signs, without spaces.',
  ],
];

test.each(badRequests)(
  'a request with %s is rejected [M3, M4, M13, C7]',
  async (...[, { body, ...call }, status, sentence]) => {
    const fixture = createFixture();
    const before = fixture.footprint();
    const json = { 'content-type': 'application/json' };
    const reply = await fixture.submit(body, { ...call, headers: { ...json, ...call.headers } });
    expect([reply.status, reply.body.success, reply.body.message]).toEqual([status, false, sentence]);
    expect(fixture.footprint()).toEqual(before);
  },
);

const lengths = { companyName: 200, contactName: 120, industry: 120, origin: 80, originCta: 120, page: 300 };
test.each(Object.entries(lengths))('%s has at most %d characters', async (field, most) => {
  const fixture = createFixture();
  const before = fixture.footprint();
  const { status, body } = await fixture.submit({ ...minimalEnquiry, [field]: 'x'.repeat(most + 1) });
  expect([status, body.errors]).toMatchObject([422, [{ pointer: `/${field}` }]]);
  expect(fixture.footprint()).toEqual(before);
  expect((await fixture.submit({ ...minimalEnquiry, [field]: 'x'.repeat(most) })).status).toBe(200);
});

test.each(['98765 43210', '098765-43210', '+91 (98765) 43210', '919876543210'])(
  'the phone number %s is stored as typed and in E.164',
  async (phone) => {
    const { submit, rows } = createFixture();
    expect((await submit({ ...minimalEnquiry, phone })).status).toBe(200);
    expect(rows()).toMatchObject([{ phone, phoneE164: '+919876543210' }]);
  },
);

test.each(['12345', 'call me', '9'.repeat(41)])('the phone number %s is rejected with the reason', async (phone) => {
  const fixture = createFixture();
  const before = fixture.footprint();
  const { status, body } = await fixture.submit({ ...minimalEnquiry, phone });
  const detail = phone.length > 40 ? 'Use at most 40 characters.' : phoneError;
  expect([status, body.message, body.errors]).toEqual([422, detail, [{ pointer: '/phone', detail }]]);
  expect(fixture.footprint()).toEqual(before);
});

test('any input is stored unchanged or rejected, and never causes a server error [M5]', async () => {
  const fixture = createFixture();
  let runs = 0;
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue());
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record({ companyName: value, email: fc.constant('a@example.org'), message: value }),
  );
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const before = fixture.footprint();
      runs += 1;
      // A different network for each request, because rejected bodies are limited as well.
      const address = `203.0.113.${runs % 256}`;
      const headers = { 'content-type': 'application/json' };
      const { status } = await fixture.submit(JSON.stringify(sent), { headers, address });
      expect([200, 422]).toContain(status);
      if (status === 422) expect(fixture.footprint()).toEqual(before);
      if (status === 200) {
        const { message } = sent as { message: string };
        const { companyName } = sent as { companyName: string };
        expect(fixture.rows()).toMatchObject([{ companyName, message: message.trim() === '' ? '' : message }]);
      }
      fixture.deps.db.delete(enquiries).run();
      fixture.deps.clock.advance(86_400_001);
    }),
    { numRuns: 100 },
  );
});

test('each consent of an enquiry refers to the notice that was shown; without a notice there is no consent to a reply', async () => {
  const { receive, deps, services } = createFixture();
  const dialog = cta.singles.dialog.parse(services.queries.item('cta', 'dialog')?.value);
  const notice = getNoticeId(listEnquiryNotice(dialog, 12));
  const first = await receive({ notice, consentWhatsapp: true });
  const second = await receive({ notice: 'invented', email: 'b@example.org' });
  expect(deps.db.select().from(notices).all()).toMatchObject([
    { id: notice, version: 1, form: 'enquiry', sentences: listEnquiryNotice(dialog, 12) },
  ]);
  const stored = deps.db.select().from(consents).all();
  const readConsents = ({ id }: { id: string }) =>
    stored
      .filter(({ enquiryId }) => enquiryId === id)
      .map(({ purpose, given, noticeId }) => [purpose, given, noticeId]);
  expect(readConsents(first)).toEqual([
    ['reply', true, notice],
    ['whatsapp', true, notice],
    ['newsletter', false, notice],
  ]);
  expect(readConsents(second)[0]).toEqual(['reply', false, null]);
  const [reply] = listConsents(deps.db, eq(consents.enquiryId, first.id));
  expect(reply).toMatchObject({
    noticeVersion: 1,
    noticeText: expect.stringMatching(/^We collect .* 12 months after/),
  });
});

test('a database that cannot be written is reported, and no reference is returned [R14, C1]', async () => {
  const { submit, deps, rows } = createFixture();
  deps.db.$client.pragma('query_only = 1');
  const { status, body, headers } = await submit(minimalEnquiry);
  expect([status, body.success, body.code, body.reference]).toEqual([503, false, 'unavailable', undefined]);
  expect(headers.get('retry-after')).not.toBeNull();
  expect(rows()).toEqual([]);
});

test('references can be read aloud and are not consecutive', () => {
  const references = Array.from({ length: 500 }, createReference);
  for (const reference of references) expect(reference).toMatch(referencePattern);
  expect(new Set(references).size).toBe(500);
  expect(references.toSorted()).not.toEqual(references);
});
