import type { Editor } from '@tiptap/core';
import { useSyncExternalStore } from 'react';

/** Returns a value of the editor, and renders when it changes. `read` returns a primitive or an object of the state. */
export function useEditorValue<Value>(editor: Editor, read: (editor: Editor) => Value): Value {
  const subscribe = (onChange: () => void) => {
    for (const event of ['transaction', 'mount'] as const) editor.on(event, onChange);
    return () => {
      for (const event of ['transaction', 'mount'] as const) editor.off(event, onChange);
    };
  };
  return useSyncExternalStore(subscribe, () => read(editor));
}
