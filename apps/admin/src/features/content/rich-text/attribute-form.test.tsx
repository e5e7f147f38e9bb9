import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { nodes } from '@threadline/schema/rich-text/nodes';
import { expect, test } from 'vitest';
import { InApp } from '../../../test-render.tsx';
import { SchemaForm } from '../editor/schema-form.tsx';
import { AttributeForm } from './attribute-form.tsx';

function renderForm(block: 'table' | 'callout'): unknown[] {
  const saved: unknown[] = [];
  render(
    <InApp>
      <AttributeForm
        title={nodes[block].label}
        shape={nodes[block].attrs}
        value={{}}
        forms={{ links: [], Fields: SchemaForm }}
        saveLabel="Apply"
        onSave={(value) => saved.push(value)}
        onCancel={() => undefined}
      />
    </InApp>,
  );
  return saved;
}

test('Enter saves a long text of one line, which is shown in a text area', async () => {
  const saved = renderForm('table');
  const caption = screen.getByRole('textbox', { name: 'Caption' });
  expect(caption.tagName).toBe('TEXTAREA');
  await userEvent.type(caption, 'Who does what{Enter}');
  expect(saved).toEqual([{ caption: 'Who does what' }]);
});

test('a dialog focuses the select of its form, not the frame of the select', () => {
  renderForm('callout');
  expect(screen.getByRole('combobox', { name: 'Kind' }).hasAttribute('data-autofocus')).toBe(true);
});
