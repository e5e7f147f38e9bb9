import type { EnquiryForm } from '@threadline/schema/wire/enquiry-form';
import { expect, test } from 'vitest';
import { createEnquiryFixture } from '../../../test/enquiry-fixture.ts';
import { enquiries } from '../../platform/db/schema/enquiries.ts';

const people: Partial<EnquiryForm>[] = [
  {
    companyName: 'Kaveri Looms',
    contactName: 'Buyer One',
    email: 'buyer@kaveri.example',
    phone: '+91 98765 43210',
  },
  {
    companyName: 'Café Pragati',
    contactName: 'Founder Two',
    email: 'founder@pragati.example',
    message: 'Orders doubled',
    phone: '09123456789',
  },
  {
    companyName: 'करघा मिल',
    contactName: 'खरीदार',
    email: 'sender@mill.example',
    industry: 'Textiles',
    message: 'Call 90000 00000',
  },
];

test.each([
  ['kaveri', ['Kaveri Looms']],
  ['LOOMS buyer', ['Kaveri Looms']],
  ['loo', ['Kaveri Looms']],
  ['98765', ['Kaveri Looms']],
  ['98765 43210', ['Kaveri Looms']],
  ['098765 43210', ['Kaveri Looms']],
  ['+91 98765-43210', ['Kaveri Looms']],
  ['9876543210', ['Kaveri Looms']],
  ['91234 56789', ['Café Pragati']],
  ['+91 91234 56789', ['Café Pragati']],
  ['90000 00000', ['करघा मिल']],
  ['98765 43211', []],
  ['buyer@kaveri.example', ['Kaveri Looms']],
  ['cafe', ['Café Pragati']],
  ['doubl', ['Café Pragati']],
  ['खरीदार', ['करघा मिल']],
  ['textiles', ['करघा मिल']],
  ['kaveri pragati', []],
  ['new', []],
  ['status', []],
  // Longer than a reference, whose letters are random.
  ['" OR everything', []],
  ['example AND NOT', []],
  ['*', ['करघा मिल', 'Café Pragati', 'Kaveri Looms']],
  ['NEAR(', []],
  ["' ; drop table enquiries", []],
])('a search for %j [D6]', async (words, found) => {
  const fixture = createEnquiryFixture();
  for (const person of people) await fixture.receive({ message: '', ...person });
  for (const query of [`?q=${encodeURIComponent(words)}`, `?status=new&q=${encodeURIComponent(words)}`])
    expect(await fixture.list(query)).toMatchObject({ status: 200, companies: found });
  expect((await fixture.list(`?status=closed&q=${encodeURIComponent(words)}`)).companies).toEqual([]);
});

test.each(['compan', 'company looms', 'compass', 'compz', 'company 17', 'looms compass'])(
  'a search for %j among many rows is complete, in order and without duplicates, also for common words',
  async (words) => {
    const fixture = createEnquiryFixture();
    const { seq: _, ...first } = await fixture.receive({ companyName: 'First' });
    const names = Array.from(
      { length: 700 },
      (_, n) => `${n % 90 === 7 ? 'Compass' : 'Company'} ${n} ${n % 3 === 0 ? 'Looms' : 'Mills'}`,
    );
    const rows = names.map((companyName, n) => ({
      ...first,
      id: `i${n}`,
      reference: `R-${n}`,
      idempotencyKey: null,
      companyName,
    }));
    fixture.deps.db.insert(enquiries).values(rows).run();
    const expected = names
      .filter((name) =>
        words.split(' ').every((word) =>
          name
            .toLowerCase()
            .split(' ')
            .some((part) => part.startsWith(word)),
        ),
      )
      .reverse();
    const seen: string[] = [];
    let cursor = '';
    do {
      const { companies, next } = await fixture.list(`?q=${encodeURIComponent(words)}${cursor}`);
      seen.push(...companies);
      cursor = next ? `&cursor=${encodeURIComponent(next)}` : '';
    } while (cursor);
    expect(seen).toEqual(expected);
  },
);

test('a reference finds its enquiry, and a search follows a change of status', async () => {
  const fixture = createEnquiryFixture();
  const { id, reference } = await fixture.receive();
  await fixture.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { status: 'closed' } });
  expect((await fixture.list(`?q=${reference}`)).companies).toEqual(['Example Mills']);
  expect((await fixture.list(`?status=closed&q=${reference}`)).companies).toEqual(['Example Mills']);
  expect((await fixture.list(`?status=new&q=${reference}`)).companies).toEqual([]);
});
