/** Spec §9: how long the success message stays before the dialog closes. */
const closeAfterMs = 1200;

/** Closes the dialog after a while, but not under somebody's pointer who is still reading. Returns what stops it. */
export function closeLater(dialog: HTMLDialogElement): () => void {
  const message = dialog.querySelector('[role=status]');
  let timer: ReturnType<typeof setTimeout>;
  const start = () => {
    timer = setTimeout(() => dialog.close(), closeAfterMs);
  };
  const stop = () => clearTimeout(timer);
  message?.addEventListener('pointerenter', stop);
  message?.addEventListener('pointerleave', start);
  start();
  return () => {
    stop();
    message?.removeEventListener('pointerenter', stop);
    message?.removeEventListener('pointerleave', start);
  };
}

/** A press on the backdrop closes; one that only ends there, say after marking text in a field, does not. */
export function closeOnBackdrop(dialog: HTMLDialogElement): void {
  let began: EventTarget | null = null;
  dialog.addEventListener('pointerdown', ({ target }) => {
    began = target;
  });
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog && began === dialog) dialog.close();
  });
}

/** What the dialog said stays beside the button that opened it, where the visitor goes on reading. */
export function noteBeside(opener: HTMLElement, message: string): void {
  document.querySelector('.opener-note')?.remove();
  // The bar and the menu have no room beside their buttons; the message in the contact section is for them.
  if (!opener.closest('main')) return;
  const note = document.createElement('span');
  note.className = 'opener-note';
  note.textContent = message;
  opener.after(note);
}
