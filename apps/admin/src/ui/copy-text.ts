/**
 * Copies a text to the clipboard. Browsers have `navigator.clipboard` only on https and localhost; elsewhere a selection is
 * copied.
 *
 * @returns whether the text was copied
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused, for example in a frame, where copying a selection may still be allowed.
  }
  return copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  field.readOnly = true;
  // Inside an open dialog, because its focus trap would clear a selection outside.
  (focused?.closest('[role=dialog]') ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
