import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ContentItem } from '@threadline/schema/content/content-item';
import { findDefinition } from '@threadline/schema/content/content-model';
import { expect, test, vi } from 'vitest';
import { dropOpenEdits, hasOpenEdits } from '../../../store/open-edits.ts';
import { Themed } from '../../../test-render.tsx';
import { ConflictView } from './conflict-view.tsx';

test('an edited merge is kept, and leaving asks for a confirmation', async () => {
  const definition = findDefinition('hero', 'title');
  if (!definition) throw new Error('hero.title is gone.');
  const theirs = {
    section: 'hero',
    key: 'title',
    value: 'Build theirs',
    metadata: {},
    version: 2,
    updatedBy: 'Editor Two',
  };
  const onUnsavedText = vi.fn();
  const onSave = vi.fn();
  render(
    <Themed>
      <ConflictView
        definition={definition}
        base={{ value: 'Build it', title: '' }}
        mine={{ value: 'Build mine', title: '' }}
        theirs={{ ...theirs, updatedAt: new Date().toISOString() } as ContentItem}
        choices={{ links: [] }}
        onSave={onSave}
        onTakeTheirs={vi.fn()}
        onEdit={vi.fn()}
        onUnsavedText={onUnsavedText}
      />
    </Themed>,
  );
  expect(hasOpenEdits()).toBe(false);
  const user = userEvent.setup();
  const field = screen.getByRole('textbox');
  screen.getByRole('button', { name: 'Save my version' });
  await user.type(field, '!');
  expect(onUnsavedText).toHaveBeenLastCalledWith({ value: 'Build mine!', title: '' });
  expect(hasOpenEdits()).toBe(true);
  dropOpenEdits();
  expect(onUnsavedText).toHaveBeenLastCalledWith(undefined);
  await user.type(field, '?');
  await user.click(screen.getByRole('button', { name: 'Save the merged text' }));
  expect(onSave).toHaveBeenCalledWith({ value: 'Build mine!?', title: '' });
  expect(hasOpenEdits()).toBe(false);
});
