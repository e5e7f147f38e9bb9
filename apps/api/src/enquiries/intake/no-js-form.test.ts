import { getNoticeId, listEnquiryNotice } from '@threadline/schema/content/notice';
import { cta } from '@threadline/schema/content/sections/cta';
import { expect, test } from 'vitest';
import { createEnquiryFixture, minimalEnquiry } from '../../../test/enquiry-fixture.ts';
import type { Call } from '../../../test/test-app.ts';
import { consents } from '../../platform/db/schema/privacy.ts';

const signs = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" } as Record<string, string>;
const asText = (source: string) => source.replace(/&([^;]+);/g, (_, name: string) => signs[name] ?? '?');

/** Returns the fields that a browser would send for the rendered form, and their target. */
function readForm(page: string) {
  const form = /<form method="post" action="([^"]*)">([\s\S]*)<\/form>/.exec(page);
  const fields = new URLSearchParams();
  const controls = (form?.[2] ?? '').matchAll(/<(textarea|select)([^>]*)>([\s\S]*?)<\/\1>|<input([^>]*)>/g);
  for (const [, tag, start = '', content = '', attributes = start] of controls) {
    const attribute = (name: string) => asText(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
    const isBox = attribute('type') === 'checkbox';
    if (isBox && !/ checked/.test(attributes)) continue;
    const inside =
      tag === 'textarea' ? content.replace(/^\n/, '') : (/<option selected>([^<]*)</.exec(content)?.[1] ?? '');
    fields.set(attribute('name'), isBox ? 'on' : tag ? asText(inside) : attribute('value'));
  }
  return { action: asText(form?.[1] ?? ''), fields };
}

const typed = {
  companyName: `"><script>alert(1)</script> & 'Söhne'`,
  contactName: '</textarea><img src=x onerror=alert(1)>',
  email: 'sender@',
  phone: '+91 98765 43210',
  companySize: '11-50',
  industry: '" autofocus onfocus="alert(1)',
  message: '\nFirst line is empty.\nदो & <b>three</b></textarea><script>alert(2)</script>',
  origin: 'Hero "one"',
  originSection: 'contact',
  originSlide: '',
  originCta: '<i>Talk</i>',
  page: '/',
  consentWhatsapp: 'on',
};
const post = (fixture: ReturnType<typeof createEnquiryFixture>, fields: object, options: Call = {}) =>
  fixture.submitForm(new URLSearchParams(fields as Record<string, string>).toString(), options);

test('an invalid form is rendered again with everything that was typed, and explains how to fix it', async () => {
  const fixture = createEnquiryFixture();
  const before = fixture.footprint();
  const { status, text, headers } = await post(fixture, { ...typed, companyName: '  ' });
  expect([status, headers.get('content-type')]).toEqual([422, 'text/html; charset=UTF-8']);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(text).toContain('<h1>Tell us about your company</h1>');
  expect(text).toContain('2 things to fix before this can be sent.');
  expect(text).toContain('<a href="#companyName">Enter the name of your company.</a>');
  expect(text).toContain('<a href="#email">Check the email address. It should look like name@company.in.</a>');
  expect(text.match(/aria-invalid="true" aria-describedby="(?:companyName|email)-error"/g)).toHaveLength(2);
  const { fields, action } = readForm(text);
  expect(action).toBe('/api/request/send-request');
  expect(Object.fromEntries(fields)).toMatchObject({ ...typed, companyName: '  ' });
  expect(fixture.footprint()).toEqual(before);
});

test("an invalid phone number is rendered again with the site's error text", async () => {
  const { status, text } = await post(createEnquiryFixture(), {
    ...typed,
    email: 'sender@example.org',
    phone: '12345',
  });
  expect(status).toBe(422);
  expect(text).toContain('<a href="#phone">Complete the phone number.</a>');
  expect(text).toContain('aria-invalid="true" aria-describedby="phone-error"');
  expect(readForm(text).fields.get('phone')).toBe('12345');
});

test('typed text creates no element, attribute or script [C9, X3]', async () => {
  const { text, headers } = await post(createEnquiryFixture(), typed);
  expect(text).not.toMatch(/<(?:script|img|b|i)\b/);
  expect(text.match(/<\/textarea>/g)).toHaveLength(1);
  expect(text.match(/\son\w+="/g)).toBeNull();
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
  );
});

test('a corrected form is one enquiry, with its origin, its checkboxes and the notice of the original page', async () => {
  const fixture = createEnquiryFixture();
  const { fields } = readForm((await post(fixture, typed)).text);
  fields.set('email', 'sender@example.org');
  for (let time = 0; time < 2; time++) expect((await fixture.submitForm(fields.toString())).status).toBe(303);
  const { consentWhatsapp: _, ...values } = typed;
  expect(fixture.rows()).toMatchObject([{ ...values, email: 'sender@example.org', status: 'new' }]);
  const dialog = cta.singles.dialog.parse(fixture.services.queries.item('cta', 'dialog')?.value);
  const notice = getNoticeId(listEnquiryNotice(dialog, 12));
  expect(fixture.deps.db.select().from(consents).all()).toMatchObject([
    { purpose: 'reply', given: true, noticeId: notice },
    { purpose: 'whatsapp', given: true, noticeId: notice },
    { purpose: 'newsletter', given: false, noticeId: notice },
  ]);
});

test('no checkbox is preselected, and no filling time is sent', async () => {
  const { text } = await post(createEnquiryFixture(), { email: 'x', filledMs: '120000' });
  expect(text).not.toMatch(/ checked/);
  expect(text).not.toContain('filledMs');
});

test('the honeypot still counts', async () => {
  const fixture = createEnquiryFixture();
  const { fields } = readForm((await post(fixture, { ...typed, website: 'https://spam.example' })).text);
  fields.set('email', 'sender@example.org');
  await fixture.submitForm(fields.toString());
  expect(fixture.rows()).toMatchObject([{ status: 'spam' }]);
});

test.each([
  ['a field that does not exist', { isSpam: 'no' }, 'This field does not exist here.'],
  ['a place that is too long', { originCta: 'x'.repeat(121) }, 'Use at most 120 characters.'],
])('%s is an error that the visitor cannot fix: the form can be sent again', async (_, more, sentence) => {
  const fixture = createEnquiryFixture();
  const { text, status } = await post(fixture, { ...minimalEnquiry, ...more });
  expect(status).toBe(422);
  expect(text).toContain(`<p>${sentence}</p>`);
  expect((await fixture.submitForm(readForm(text).fields.toString())).status).toBe(303);
  expect(fixture.rows()).toMatchObject([minimalEnquiry]);
});

test('after too many requests the form keeps the typed text', async () => {
  const fixture = createEnquiryFixture();
  for (let n = 0; n < 5; n++) await post(fixture, { ...minimalEnquiry, message: `${n}` });
  const { status, headers, text } = await post(fixture, { ...minimalEnquiry, message: 'The sixth' });
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(readForm(text).fields.get('message')).toBe('The sixth');
});

test('the form uses the published texts, not those in review', async () => {
  const fixture = createEnquiryFixture();
  const { content, queries } = fixture.services;
  const dialog = cta.singles.dialog.parse(queries.item('cta', 'dialog')?.value);
  fixture.deps.db.$client.exec(`update publishing set live_revision = ${queries.latestRevision()}`);
  content.save([{ section: 'cta', key: 'dialog', value: { ...dialog, title: 'Not yet' } }], null);
  expect((await post(fixture, typed)).text).toContain('<h1>Tell us about your company</h1>');
});

test('for a site on another host the API shows the thank-you text and the reference, also after a correction', async () => {
  const site = 'https://www.example.org';
  const fixture = createEnquiryFixture({ SITE_URL: site, APP_URL: 'https://app.example.org' });
  const headers = { origin: site };
  const first = await post(fixture, { ...minimalEnquiry, email: 'x' }, { headers });
  expect(first.text).toContain(`<a href="${site}/">`);
  const { action, fields } = readForm(first.text);
  fields.set('email', 'sender@example.org');
  // The page requests no referrer, so browsers send this origin.
  const second = await fixture.call(action, {
    body: fields.toString(),
    headers: { origin: 'null', 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(second.status).toBe(200);
  expect(second.text).toContain(`Your reference: ${fixture.rows()[0]?.reference}`);
  expect(second.text).toContain(`<a href="${site}/">`);
  expect(second.text).not.toMatch(/sender@example\.org|Example Mills/);
});
