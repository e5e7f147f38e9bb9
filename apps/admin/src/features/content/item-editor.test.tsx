import { cleanup, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { findDefinition } from '@threadline/schema/content-model';
import { expect, test } from 'vitest';
import { ConfirmProvider } from '../../ui/confirm.tsx';
import '../../ui/confirm-dialog.tsx';
import { Themed } from '../../test-render.tsx';
import { dropOpenEdits, hasOpenEdits } from '../../unsaved.ts';
import type { Draft } from './form-model.ts';
import { ItemEditor } from './item-editor.tsx';
import { useDrafts } from './preview/draft-store.ts';

const definition = findDefinition('hero', 'title');

interface Words {
  saved?: Draft;
  /** Words that wait for the server. */
  sent?: Draft;
}

function setUp({ saved = { value: 'Build it', title: '' }, sent }: Words = {}) {
  if (!definition) throw new Error('hero.title is gone.');
  const seen = { saved: [] as Draft[], cancelled: 0, dropped: 0 };
  const view = render(
    <Themed>
      <ConfirmProvider>
        <ItemEditor
          previewed={{ section: 'hero', key: 'title' }}
          definition={definition}
          saved={saved}
          draft={sent}
          sent={sent}
          onDrop={() => {
            seen.dropped += 1;
          }}
          choices={{ links: [] }}
          onSave={(draft) => seen.saved.push(draft)}
          onCancel={() => {
            seen.cancelled += 1;
          }}
        />
      </ConfirmProvider>
    </Themed>,
  );
  return { seen, user: userEvent.setup(), field: screen.getByRole('textbox', { name: 'Title' }), ...view };
}

test('the caret is in the first field', () => {
  const { field } = setUp();
  expect(document.activeElement).toBe(field);
});

test('the preview frames what the page shows, by the label without its hint', async () => {
  const { user, field } = setUp();
  const shown = renderHook(() => useDrafts()).result;
  await user.click(screen.getByRole('textbox', { name: 'Name in the admin' }));
  expect(shown.current.focus).toBeUndefined();
  await user.click(field);
  const place = { section: 'hero', key: 'title', pointer: '' };
  expect(shown.current.focus).toEqual({ ...place, label: 'Title' });
});

test('only a text that really differs counts as unsaved', async () => {
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

test('Save hands out the value and the optional title', async () => {
  const { user, field, seen } = setUp();
  await user.type(field, ' now');
  await user.type(screen.getByRole('textbox', { name: 'Name in the admin' }), 'Main headline');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(seen.saved).toEqual([{ value: 'Build it now', title: 'Main headline' }]);
});

test('the name in the admin is the last field, folded and said not to be for visitors; a name that is there is in sight', () => {
  setUp();
  const name = screen.getByRole('textbox', {
    name: 'Name in the admin',
    description: 'Optional. Visitors do not see it.',
  });
  expect(screen.getAllByRole('textbox').at(-1)).toBe(name);
  expect(name.closest('details')?.open).toBe(false);
  cleanup();
  setUp({ saved: { value: 'Build it', title: 'Main headline' } });
  expect(screen.getByRole('textbox', { name: 'Name in the admin' }).closest('details')?.open).toBe(true);
});

test('Ctrl+S and ⌘S save', async () => {
  const { user, field, seen } = setUp();
  await user.type(field, '!');
  await user.keyboard('{Control>}s{/Control}');
  await user.keyboard('{Meta>}s{/Meta}');
  expect(seen.saved).toHaveLength(2);
});

test('nothing is handed out while a field is wrong; the summary leads to it', async () => {
  const { user, field, seen } = setUp();
  await user.clear(field);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(seen.saved).toEqual([]);
  expect(screen.getByRole('alert').textContent).toContain('1 field needs a change.');
  expect(screen.getByText('Write something here.')).toBeTruthy();
  expect(document.activeElement).toBe(field);
});

test('Esc closes an untouched form at once and asks about a changed one', async () => {
  const { user, field, seen } = setUp();
  await user.keyboard('{Escape}');
  expect(seen.cancelled).toBe(1);
  await user.type(field, '!');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(seen.cancelled).toBe(1);
});

test('words that wait for the server are left without a question, until they are changed; then dropping drops them all', async () => {
  const { user, field, seen } = setUp({ sent: { value: 'Build it now', title: '' } });
  expect(hasOpenEdits()).toBe(false);
  await user.type(field, '!');
  expect(hasOpenEdits()).toBe(true);
  dropOpenEdits();
  expect(seen.dropped).toBe(1);
});
