/** Spec §9: how long the success message stays before the dialog closes. */
const closeAfterMs = 1200;

/**
 * Closes the dialog after a while, but not while somebody is reading its message: not under a pointer or the focus, and never
 * by itself once a finger was on it, which cannot stay there. Returns what stops it.
 */
export function closeLater(dialog: HTMLDialogElement): () => void {
  const message = dialog.querySelector('[role=status]');
  const holds = new Set<string>();
  const listening = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    clearTimeout(timer);
    if (holds.size === 0) timer = setTimeout(() => dialog.close(), closeAfterMs);
  };
  const hold = (event: Event) => {
    holds.add('pointerType' in event ? String(event.pointerType) : 'focus');
    wait();
  };
  const release = (event: Event) => {
    // A finger that was lifted has left as well, but was there to read.
    holds.delete(event.type === 'blur' ? 'focus' : 'mouse');
    wait();
  };
  // Not on entering: the message appears, and may do so under a pointer that has not been moved.
  for (const type of ['pointerdown', 'pointermove', 'focus'])
    message?.addEventListener(type, hold, { signal: listening.signal });
  for (const type of ['pointerleave', 'blur']) message?.addEventListener(type, release, { signal: listening.signal });
  wait();
  return () => {
    clearTimeout(timer);
    listening.abort();
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

/** To the button that opened the dialog; one of the menu is gone with the menu, which its own button opens again. */
export function returnFocus(opener: HTMLElement): void {
  opener.focus();
  // It has the focus already when the dialog gave it back, which does not scroll.
  opener.scrollIntoView({ block: 'nearest' });
  if (document.activeElement !== opener) document.querySelector<HTMLElement>('.menu-button')?.focus();
}

interface Note {
  opener: HTMLElement;
  outcome: { isSent: boolean; message: string };
  /** Words of the button that takes the note away. */
  dismiss: string;
  /** The dialog was closed before there was an outcome: the visitor may be anywhere by now. */
  isLate?: boolean;
}

/**
 * What the dialog said stays beside the button that opened it, where the visitor goes on reading; or, where there is no room
 * or nobody knows where that is, at the foot of the window until it is dismissed. A status elsewhere has told it already.
 */
export function leaveNote({ opener, outcome, dismiss, isLate }: Note): void {
  document.querySelector('.opener-note')?.remove();
  const note = document.createElement('span');
  note.className = 'opener-note';
  note.textContent = outcome.message;
  if (opener.closest('main') && !isLate) {
    opener.after(note);
    note.scrollIntoView({ block: 'nearest' });
    return;
  }
  const button = document.createElement('button');
  button.className = 'button';
  button.textContent = dismiss;
  button.addEventListener('click', () => {
    note.remove();
    returnFocus(opener);
  });
  note.classList.add('strip', 'no-print', outcome.isSent ? 'success' : 'refused');
  note.append(button);
  document.body.append(note);
}
