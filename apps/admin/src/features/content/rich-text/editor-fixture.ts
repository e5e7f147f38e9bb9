import type { JSONContent } from '@tiptap/core';
import { onTestFinished } from 'vitest';
import { createEditor } from './create-editor.ts';

/** Opens the editor of the writer with these blocks in the page of a test, and removes it after the test. */
export function openTestEditor(...content: JSONContent[]) {
  const editor = createEditor({
    content: { type: 'doc', content },
    variables: {},
    ask: () => undefined,
    notify: () => undefined,
    steps: undefined,
  });
  const place = document.createElement('div');
  document.body.append(place);
  editor.mount(place);
  onTestFinished(() => {
    editor.destroy();
    place.remove();
  });
  return editor;
}
