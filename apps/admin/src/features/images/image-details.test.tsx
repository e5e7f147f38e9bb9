import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Image } from '@threadline/schema/content/image';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hasOpenEdits } from '../../store/open-edits.ts';
import { renderRouted, Themed } from '../../test-render.tsx';
import { ImageDetails } from './image-details.tsx';

const image: Image = {
  _id: 'i1',
  publicId: 'loom',
  originalName: 'loom.png',
  url: '/media/loom.webp',
  uploadedAt: '2026-11-21T10:00:00.000Z',
  uploadedBy: 'Editor One',
  tags: ['hero'],
  alt: 'A loom',
  decorative: false,
  focus: { x: 50, y: 50 },
  width: 800,
  height: 600,
  bytes: 1024,
  variants: [],
};

test('saving sends only the changed values, and an image marked as decorative loses its alt text', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body = '' } = {}) => {
    sent.push(JSON.parse(body));
    return Response.json({ success: true, image: { ...image, ...JSON.parse(body) } });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const ignore = () => undefined;
  renderRouted(() => (
    <Themed>
      <ImageDetails image={image} onClose={ignore} onSaved={ignore} onRemove={ignore} />
    </Themed>
  ));
  const user = userEvent.setup();
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect([save.disabled, hasOpenEdits()]).toEqual([true, false]);
  await user.type(screen.getByLabelText('Alt text'), ' in the hall');
  expect(hasOpenEdits()).toBe(true);
  await user.click(save);
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(hasOpenEdits()).toBe(false);
  await user.click(screen.getByRole('checkbox', { name: /^Decorative/ }));
  await user.click(save);
  await waitFor(() => expect(sent).toEqual([{ alt: 'A loom in the hall' }, { alt: '', decorative: true }]));
});

test('after its file was replaced, the image keeps its alt text with the question whether it still fits, and says where its focal point is', async () => {
  const before = { ...image, focus: { x: 75, y: 20 } };
  const replaced = { ...image, focus: { x: 50, y: 50 }, originalName: 'mill.png', previousName: 'loom.png' };
  vi.stubGlobal('fetch', async (input: string | Request) =>
    Response.json(
      /\/uses$/.test(input instanceof Request ? input.url : `${input}`)
        ? { success: true, uses: [], videos: [] }
        : { success: true, image: replaced },
    ),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const ignore = () => undefined;
  renderRouted(() => (
    <Themed>
      <ImageDetails image={before} onClose={ignore} onSaved={ignore} onRemove={ignore} />
    </Themed>
  ));
  const user = userEvent.setup();
  const question = 'Does this text still describe the new image?';
  const alt = await screen.findByLabelText<HTMLTextAreaElement>('Alt text');
  expect(screen.queryByText(question)).toBeNull();
  await user.upload(
    screen.getByLabelText(/^File that replaces/),
    new File(['picture'], 'mill.png', { type: 'image/png' }),
  );
  expect(await screen.findByText(question)).toBeTruthy();
  expect(screen.getByText('The part to keep in view is the middle again.')).toBeTruthy();
  expect(alt.value).toBe('A loom');
  await user.type(alt, ' in a mill');
  expect(screen.queryByText(question)).toBeNull();
});
