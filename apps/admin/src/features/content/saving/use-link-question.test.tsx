import { act, render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draftsKey } from '../../../api/query-keys.ts';
import { InApp, onlineClient } from '../../../test-render.tsx';
import type { LinkRemoval } from './link-removal.ts';
import { useLinkQuestion } from './use-link-question.tsx';

const createLink = (key: string): LinkRemoval => ({
  save: { kind: 'save', section: 'hero', key, value: {}, metadata: {}, version: 1 },
  title: key,
  outcomes: ['“Main button” leads to Services.'],
});

test('the question marks an item whose draft keeps the link', async () => {
  const client = onlineClient();
  client.setQueryData(draftsKey, [{ section: 'hero', key: 'slide-a' }]);
  let ask: ReturnType<typeof useLinkQuestion> | undefined;
  function Asker() {
    ask = useLinkQuestion();
    return null;
  }
  render(
    <InApp client={client}>
      <Asker />
    </InApp>,
  );
  const removal = { kind: 'remove', section: 'services', key: 'service-a', version: 1 } as const;
  await act(async () => void ask?.(removal, {}, [createLink('slide-a'), createLink('slide-b')]));
  const marks = within(await screen.findByRole('dialog'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.includes('unpublished draft'));
  expect(marks).toEqual([true, false]);
});
