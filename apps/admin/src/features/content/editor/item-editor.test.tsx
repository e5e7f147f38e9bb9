import { cleanup, render, renderHook, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { findDefinition, type ItemDefinition } from '@threadline/schema/content/content-model';
import { getField } from '@threadline/schema/content/form-field';
import { artNames } from '@threadline/schema/primitives/art';
import { expect, onTestFinished, test, vi } from 'vitest';
import { InApp, Themed } from '../../../test-render.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { ToastProvider } from '../../../ui/toast.tsx';
import '../../../ui/confirm-dialog.tsx';
import { dropOpenEdits, hasOpenEdits } from '../../../store/open-edits.ts';
import { usePreviewOverrides } from '../../preview/host/preview-overrides.ts';
import { blankValue, type FieldErrors, type FormText } from '../model/form-model.ts';
import { ItemEditor } from './item-editor.tsx';

const headline = findDefinition('hero', 'title');

interface Options {
  definition?: ItemDefinition;
  refused?: FieldErrors;
  isNew?: boolean;
  saved?: FormText;
  /** Text that is pending. */
  sent?: FormText;
  needsAlt?: boolean;
}

function setUp({
  definition = headline,
  saved = { value: 'Build it', title: '' },
  sent,
  refused,
  isNew = false,
  needsAlt = false,
}: Options = {}) {
  if (!definition) throw new Error('hero.title is gone.');
  const seen = { saved: [] as FormText[], cancelled: 0, dropped: 0 };
  const view = render(
    <InApp>
      <ToastProvider>
        <ItemEditor
          previewed={{ section: 'hero', key: 'title' }}
          definition={definition}
          saved={isNew ? undefined : saved}
          initialText={sent}
          pending={sent}
          serverErrors={refused}
          needsAlt={needsAlt}
          onDrop={() => {
            seen.dropped += 1;
          }}
          choices={{ links: [] }}
          onUnsavedText={() => undefined}
          onSave={async (text) => seen.saved.push(text) > 0}
          onCancel={() => {
            seen.cancelled += 1;
          }}
        />
      </ToastProvider>
    </InApp>,
  );
  return { seen, user: userEvent.setup(), field: screen.getAllByRole('textbox')[0] as HTMLElement, ...view };
}

test('the first field has the focus', () => {
  const { field } = setUp();
  expect(document.activeElement).toBe(field);
});

test('the preview outlines the focused field with its label, without the hint', async () => {
  const { user, field } = setUp();
  const shown = renderHook(() => usePreviewOverrides((all) => all)).result;
  await user.click(screen.getByRole('textbox', { name: 'Name in the list' }));
  expect(shown.current.focus).toBeUndefined();
  await user.click(field);
  const place = { section: 'hero', key: 'title', pointer: '' };
  expect(shown.current.focus).toEqual({ ...place, label: 'Headline' });
});

test('only a different text counts as unsaved', async () => {
  const { user, field, unmount } = setUp();
  expect(hasOpenEdits()).toBe(false);
  await user.type(field, '!');
  expect(hasOpenEdits()).toBe(true);
  expect(screen.getByText('1 change, not saved yet')).toBeTruthy();
  await user.type(field, '{Backspace}');
  expect(hasOpenEdits()).toBe(false);
  await user.type(field, '?');
  unmount();
  expect(hasOpenEdits()).toBe(false);
});

test('Save returns the value and the optional title', async () => {
  const { user, field, seen } = setUp();
  await user.type(field, ' now');
  await user.type(screen.getByRole('textbox', { name: 'Name in the list' }), 'Main headline');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(seen.saved).toEqual([{ value: 'Build it now', title: 'Main headline' }]);
});

test('Save closes an unchanged form and says that there was nothing to save', async () => {
  const { user, seen } = setUp();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(seen).toMatchObject({ saved: [], cancelled: 1 });
  expect(screen.getByText('No changes to save.')).toBeTruthy();
});

test('the name in the admin is the last field, folded and marked as not public; an existing name is visible', () => {
  setUp();
  const name = screen.getByRole('textbox', {
    name: 'Name in the list',
    description: 'Optional. Your own label for this entry. Only your team sees it.',
  });
  expect(screen.getAllByRole('textbox').at(-1)).toBe(name);
  expect(name.closest('details')?.open).toBe(false);
  cleanup();
  setUp({ saved: { value: 'Build it', title: 'Main headline' } });
  expect(screen.getByRole('textbox', { name: 'Name in the list' }).closest('details')?.open).toBe(true);
});

test('Ctrl+S and ⌘S save', async () => {
  const { user, field, seen } = setUp();
  await user.type(field, '!');
  await user.keyboard('{Control>}s{/Control}');
  await user.keyboard('{Meta>}s{/Meta}');
  expect(seen.saved).toHaveLength(2);
});

test('nothing is saved while a field is invalid, and the summary links to it', async () => {
  const { user, field, seen } = setUp();
  await user.clear(field);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(seen.saved).toEqual([]);
  expect(screen.getByRole('alert').textContent).toContain('1 field needs a change.');
  expect(screen.getByText('This field cannot be empty.')).toBeTruthy();
  expect(document.activeElement).toBe(field);
});

test('each field of a summary has a line of its own', () => {
  const fields = ['Short name', 'Main button, Leads to'].map((label) => ({ name: label, label }));
  render(<ErrorSummary fields={fields} onFocus={() => {}} />, { wrapper: Themed });
  expect(screen.getByText('2 fields need a change.')).toBeTruthy();
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines).toEqual(['Short name', 'Main button, Leads to']);
});

test('a missing alt text is reported together with the other errors', async () => {
  const publicId = '0a'.repeat(16);
  const image = { _id: 'i1', publicId, originalName: 'desk.png', alt: '', decorative: false, focus: { x: 50, y: 50 } };
  vi.stubGlobal('fetch', async () => Response.json({ success: true, images: [image] }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const block = findDefinition('about', 'block-first');
  const value = block && { ...(blankValue(getField(block.schema)) as object) };
  const saved = {
    value: { ...value, picture: { src: `/media/${publicId}-480.webp`, alt: '', decorative: false } },
    title: '',
  };
  const { user, seen } = setUp({ definition: block, saved, needsAlt: true });
  await screen.findByText(/^“desk.png” has no alt text/);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const lines = within(screen.getByRole('alert'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(lines).toContain('Image, Alt text');
  expect(lines.length).toBeGreaterThan(1);
  expect(seen.saved).toEqual([]);
});

test('after a rejection by the server the first invalid field has the focus, and its error is visible', () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  onTestFinished(() => scrolled.mockRestore());
  const slide = findDefinition('hero', 'slide-first');
  const value = slide && blankValue(getField(slide.schema));
  const refused = { '/secondaryCTA/href': 'No such page.', '/primaryCTA/href': 'No such page.' };
  setUp({ definition: slide, saved: { value, title: '' }, refused });
  const field = document.activeElement as HTMLElement;
  expect(field.dataset.pointer).toBe('/primaryCTA/href');
  expect(scrolled.mock.contexts.at(-1)).toBe(field);
  expect(scrolled.mock.lastCall).toEqual([{ block: 'center' }]);
});

test('Esc closes an unchanged form at once and asks about a changed one', async () => {
  const { user, field, seen } = setUp();
  await user.keyboard('{Escape}');
  expect(seen.cancelled).toBe(1);
  await user.type(field, '!');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(seen.cancelled).toBe(1);
});

/** Returns the inputs of a list of texts by their values. */
const controlsByText = () =>
  Object.fromEntries(
    screen
      .getAllByRole<HTMLInputElement>('textbox', { name: /^Included point \d/ })
      .map((control) => [control.value, control]),
  );

test('Undo restores the entries of a list with their own controls', async () => {
  const lines = findDefinition('services', 'service-first');
  const field = lines && getField(lines.schema);
  if (!lines || !field) throw new Error('The services are gone.');
  const value = { ...(blankValue(field) as object), includes: ['one', 'two', 'three'] };
  const { user } = setUp({ definition: lines, saved: { value, title: '' } });
  const before = controlsByText();
  await user.click(screen.getByRole('button', { name: 'Move included point 1 down' }));
  for (const [text, control] of Object.entries(controlsByText())) expect(control, text).toBe(before[text]);
  await user.keyboard('{Control>}z{/Control}');
  for (const [text, control] of Object.entries(controlsByText())) expect(control, text).toBe(before[text]);
  await user.click(screen.getByRole('button', { name: 'Remove included point 1' }));
  await user.keyboard('{Control>}z{/Control}');
  const { two, three } = controlsByText();
  expect(two).toBe(before.two);
  expect(three).toBe(before.three);
  expect(screen.queryByText('Included point 1 removed.')).toBeNull();
});

test('all errors of a new entry are shown at once, and that of the image names the example in the preview', async () => {
  const service = findDefinition('services', 'service-first');
  if (!service) throw new Error('The services are gone.');
  const blank = { value: blankValue(getField(service.schema)), title: '' };
  const { user } = setUp({ definition: service, sent: blank, isNew: true });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const summary = screen.getByRole('alert');
  const labels = within(summary)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  expect(labels).toEqual(['Title', 'Short description', 'Included point 1', 'Image']);
  expect(screen.getByText('Choose an image. The preview shows an example.')).toBeTruthy();
});

test('another picture empties the description of the old one, and Undo brings both back in one step', async () => {
  const service = findDefinition('services', 'service-first');
  if (!service) throw new Error('The services are gone.');
  const picture = { src: '/art/hero-build', alt: 'A stair', decorative: false };
  const value = { ...(blankValue(getField(service.schema)) as object), picture };
  const { user } = setUp({ definition: service, saved: { value, title: '' } });
  const alt = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Alt text' }).value;
  await user.click(screen.getByRole('button', { name: 'Paste a link (URL): Image' }));
  expect(alt()).toBe('');
  await user.keyboard('{Control>}z{/Control}');
  expect(alt()).toBe('A stair');
  expect(screen.getByText(artNames['hero-build'])).toBeTruthy();
});

test('a pending text closes without a question until it is changed; then discarding drops both', async () => {
  const { user, field, seen } = setUp({ sent: { value: 'Build it now', title: '' } });
  expect(hasOpenEdits()).toBe(false);
  await user.type(field, '!');
  expect(hasOpenEdits()).toBe(true);
  dropOpenEdits();
  expect(seen.dropped).toBe(1);
});

test('Undo and Redo in the form say which field they have changed, until the next edit', async () => {
  const { user, field } = setUp();
  const status = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  await user.type(field, '!');
  await user.keyboard('{Control>}z{/Control}');
  expect(status()).toContain('Undone: Headline.');
  await user.keyboard('{Control>}y{/Control}');
  expect(status()).toContain('Redone: Headline. 1 change, not saved yet');
  await user.type(field, '!');
  expect(status()).toContain('1 change, not saved yet');
});
