import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDeps } from '../../test/create-test-deps.ts';
import { createServices } from '../app.ts';
import { seedContent } from '../content/seed.ts';
import { outboxMessages } from '../platform/db/schema/enquiries.ts';
import { addMessage } from '../platform/outbox/outbox.ts';

test('links of messages have the chosen colour, or its nearest readable shade', () => {
  const deps = createTestDeps();
  const { composeMail, content, queries } = createServices(deps);
  seedContent(content, join(import.meta.dirname, '../../../../content-seed'));
  const message = {
    id: 'm1',
    kind: 'account-changed',
    recipient: 'editor@example.org',
    payload: { text: 'New.' },
  } as const;
  addMessage(deps.db, message, deps.now().toISOString());
  const [row] = deps.db.select().from(outboxMessages).all();
  const readColors = () => row && composeMail(row).html.match(/<a [^>]*style="color:(#\w{6})"/)?.[1];
  const choose = (primary: string) => {
    const value = queries.item('site', 'brand')?.value as object;
    content.save([{ section: 'site', key: 'brand', value: { ...value, colors: { primary, accent: '' } } }], null);
  };
  expect(readColors()).toBe('#123f6b');
  choose('#7a1f5c');
  expect(readColors()).toBe('#7a1f5c');
  choose('#ff8800');
  expect(readColors()).toBe('#aa5800');
});
