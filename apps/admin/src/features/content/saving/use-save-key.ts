import { type RefObject, useEffect, useRef } from 'react';

interface Editor {
  form: RefObject<HTMLElement | null>;
  save: () => void;
}

/** The editors on the screen; the one that was touched last stands last. */
const editors: Editor[] = [];

function touch(editor: Editor): void {
  forget(editor);
  editors.push(editor);
}

function forget(editor: Editor): void {
  const index = editors.indexOf(editor);
  if (index >= 0) editors.splice(index, 1);
}

function onKeyDown(event: KeyboardEvent): void {
  const { key, metaKey, ctrlKey, shiftKey, altKey } = event;
  if (key.toLowerCase() !== 's' || !(metaKey || ctrlKey) || shiftKey || altKey) return;
  event.preventDefault();
  if (document.querySelector('[role=dialog][aria-modal=true]')) return; // that one asks first
  const focused = editors.find(({ form }) => form.current?.contains(document.activeElement));
  (focused ?? editors.at(-1))?.save();
}

/** ⌘S or Ctrl+S saves the editor with the focus; when the focus is elsewhere, the one that was touched last. */
export function useSaveKey(form: RefObject<HTMLElement | null>, save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const editor: Editor = { form, save: () => latest.current() };
    const onTouch = () => touch(editor);
    const element = form.current;
    touch(editor);
    element?.addEventListener('focusin', onTouch);
    if (editors.length === 1) window.addEventListener('keydown', onKeyDown);
    return () => {
      element?.removeEventListener('focusin', onTouch);
      forget(editor);
      if (editors.length === 0) window.removeEventListener('keydown', onKeyDown);
    };
  }, [form]);
}
