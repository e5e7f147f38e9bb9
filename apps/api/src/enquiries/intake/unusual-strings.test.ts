import { expect, test } from 'vitest';
import { createEnquiryFixture, minimalEnquiry } from '../../../test/enquiry-fixture.ts';
import { unusualStrings } from '../../../test/unusual-strings.ts';

test('any text of an enquiry is stored unchanged or rejected, and is displayed as text everywhere [C6, X3, M5]', async () => {
  const { call, rows, submit } = createEnquiryFixture();
  for (const [index, text] of unusualStrings.entries()) {
    const given = {
      ...minimalEnquiry,
      companyName: `Mills ${index}`,
      email: `sender-${index}@example.org`,
      message: text,
    };
    const before = rows().length;
    const { status } = await submit(given, { address: `198.51.${index}.1` });
    const added = rows().slice(before);
    const stored = text.trim() === '' ? '' : text;
    const expected = status === 200 ? [{ companyName: given.companyName, message: stored }] : [];
    expect([JSON.stringify(text), status, added]).toMatchObject([
      JSON.stringify(text),
      expect.toBeOneOf([200, 422]),
      expected,
    ]);
    // As a search in the inbox it finds something or nothing.
    const found = await call(`/api/enquiries?q=${encodeURIComponent(text.toWellFormed())}`);
    expect([JSON.stringify(text), found.status]).toEqual([JSON.stringify(text), 200]);
  }
  expect(rows().length).toBeGreaterThan(unusualStrings.length - 5);
  const { text: csv } = await call('/api/enquiries/export.csv');
  expect(csv).not.toMatch(/(?:^|,)"?[=+@]/m);
});

test('any text of the page is stored unchanged or rejected, and the history keeps both [C6, M5]', async () => {
  const { call } = createEnquiryFixture();
  const path = '/api/content/about/heading';
  let last: unknown;
  for (const value of unusualStrings) {
    const { status, body } = await call(path, { method: 'PUT', body: { value } });
    if (status === 200) last = value;
    expect([JSON.stringify(value), status]).toEqual([JSON.stringify(value), expect.toBeOneOf([200, 422])]);
    expect(status === 200 ? body.item.value : value).toBe(value);
  }
  const { body } = await call('/api/content');
  expect(body.content.about.heading.value).toBe(last);
});
