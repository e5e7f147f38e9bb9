import { Stack } from '@mantine/core';
import type { FormField } from '@threadline/schema/content/form-field';
import type { KeyboardEvent, ReactNode } from 'react';
import classes from './writer.module.css';

/** Returns true for an item with a formatted text, which opens in the full-screen writer. */
export function hasFormattedText({ properties = {} }: FormField): boolean {
  return Object.values(properties).some(({ input }) => input === 'rich-text');
}

/** Tab and Enter lead from the title to the text. The toolbar between both is before the text with Shift+Tab. */
function moveToText(event: KeyboardEvent<HTMLElement>): void {
  const { key, shiftKey, ctrlKey, metaKey, currentTarget, target, nativeEvent } = event;
  const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
  // The events of dialogs that the text has opened arrive here too, although they are elsewhere in the document.
  const isTitle = isField && currentTarget.contains(target) && !target.closest('[data-rich-text]');
  const isChosen = ['Tab', 'Enter'].includes(key) && !nativeEvent.isComposing;
  if (!isTitle || !isChosen || shiftKey || ctrlKey || metaKey) return;
  const editable = currentTarget.querySelector<HTMLElement>('[data-rich-text] [contenteditable="true"]');
  if (!editable) return;
  event.preventDefault();
  editable.focus();
}

/** Title and text in a column of comfortable width. The other fields are below, or beside them in the writer. */
export function ArticleLayout({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the title inside */}
      <div className={classes.column} onKeyDown={moveToText}>
        {text}
      </div>
      <section className={classes.details} aria-label="Details">
        <h2>Details</h2>
        <Stack gap={14}>{children}</Stack>
      </section>
    </>
  );
}
