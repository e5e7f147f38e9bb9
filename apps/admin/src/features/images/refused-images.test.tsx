import { screen } from '@testing-library/react';
import type { Image, ImageUse } from '@threadline/schema/content/image';
import { expect, test } from 'vitest';
import { renderRouted, Themed } from '../../test-render.tsx';
import { ImageUseList } from './image-uses.tsx';
import { TrashErrors } from './refused-images.tsx';
import type { useImageTrash } from './use-image-trash.ts';

const place = {
  section: 'insights',
  key: 'article-a',
  pointer: '/picture/src',
  field: 'Cover',
  working: false,
  live: false,
};

test.each([
  [
    { ...place, name: 'Article: A note (discarded draft)', discarded: true },
    'used in a discarded draft',
    /Restore the draft/,
  ],
  [{ ...place, name: 'Article: A note (draft)' }, 'used in a draft', /Choose another image there/],
  [{ ...place, name: 'Article: A note', working: true }, 'used on the site', /Choose another image there/],
] as const)(
  'an image that cannot be deleted is reported with its use and the next step: %j',
  async (use, state, step) => {
    const inUse = { image: { originalName: 'desk.png' } as Image, uses: [use as ImageUse], videos: [] };
    const trash = { inUse, error: null, clearInUse: () => undefined } as unknown as ReturnType<typeof useImageTrash>;
    renderRouted(() => (
      <Themed>
        <TrashErrors trash={trash} />
      </Themed>
    ));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(`desk.png is ${state}.`);
    expect(alert.textContent).toMatch(step);
  },
);

test('an entry that shows the image in several fields is listed once, with the fields', async () => {
  const use = { ...place, name: 'Article: A note', working: true };
  renderRouted(() => (
    <Themed>
      <ImageUseList
        uses={[use, { ...use, pointer: '/body/content/3/attrs/src', field: 'Text, part 4' }, { ...use, key: 'other' }]}
      />
    </Themed>
  ));
  const entries = await screen.findAllByRole('listitem');
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    'Article: A noteCover · Text, part 4not published yet',
    'Article: A notenot published yet',
  ]);
});
