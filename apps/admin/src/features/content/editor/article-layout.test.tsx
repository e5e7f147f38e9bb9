import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { createPortal } from 'react-dom';
import { expect, test } from 'vitest';
import { Themed } from '../../../test-render.tsx';
import { ArticleLayout } from './article-layout.tsx';

/** Returns whether the key was taken from the field. */
function press(field: HTMLElement, key: string, init: KeyboardEventInit = {}): boolean {
  const event = createEvent.keyDown(field, { key, ...init });
  fireEvent(field, event);
  return event.defaultPrevented;
}

test('Tab and Enter lead from the title to the text, but not from a dialog, nor while a word is composed', () => {
  render(
    <Themed>
      <ArticleLayout
        text={
          <>
            <textarea aria-label="Title" />
            <div data-rich-text="">
              {/* biome-ignore lint/a11y/useSemanticElements: what the editor renders */}
              <div contentEditable role="textbox" aria-label="Text" tabIndex={0} />
              {createPortal(<input aria-label="Leads to" />, document.body)}
            </div>
          </>
        }
      >
        <input aria-label="Topic" />
      </ArticleLayout>
    </Themed>,
  );
  const [title, link, text] = ['Title', 'Leads to', 'Text'].map((name) => screen.getByRole('textbox', { name }));
  if (!title || !link || !text) throw new Error('A field is missing.');
  for (const key of ['Tab', 'Enter']) {
    title.focus();
    expect([press(title, key, { isComposing: true }), document.activeElement]).toEqual([false, title]);
    expect([press(title, key), document.activeElement]).toEqual([true, text]);
    link.focus();
    expect([press(link, key), document.activeElement]).toEqual([false, link]);
  }
});
