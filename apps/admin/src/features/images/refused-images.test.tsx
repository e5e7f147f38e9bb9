import { screen } from '@testing-library/react';
import type { Image, ImageUse } from '@threadline/schema/content/image';
import { expect, test } from 'vitest';
import { renderRouted, Themed } from '../../test-render.tsx';
import { TrashErrors } from './refused-images.tsx';
import type { useImageTrash } from './use-image-trash.ts';

const place = { section: 'insights', key: 'article-a', pointer: '/picture/src', working: false, live: false };

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
