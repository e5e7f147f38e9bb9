/** Spec §9: how long the success message stays before the dialog closes. */
const closeAfterMs = 1200;

/** How long a note stays over the page; what it says stays in the page. */
const noteAfterMs = 30_000;

/** Closes the dialog after a while. Returns what stops it. */
export function closeLater(dialog: HTMLDialogElement): () => void {
  return leaveUnread(dialog.querySelector('[role=status]'), closeAfterMs, () => dialog.close());
}

/**
 * Out of sight with the next frame, closed right after it: the page behind is no longer inert then, and restyling all of it
 * would hold up that frame by 40 ms on a slow phone.
 */
export function hideAndClose(dialog: HTMLDialogElement): void {
  dialog.dataset.leaving = '';
  requestAnimationFrame(() =>
    setTimeout(() => {
      // Unless it was opened again meanwhile.
      if (isLeaving(dialog)) dialog.close();
    }),
  );
}

/** Nobody sees it any more, though it is still open for a frame. */
export function isLeaving(dialog: HTMLDialogElement): boolean {
  return 'leaving' in dialog.dataset;
}

/**
 * After a while, but not while somebody is reading the message: not under a pointer or the focus, and never by itself once a
 * finger was on it, which cannot stay there. Returns what stops it.
 */
function leaveUnread(message: Element | null, afterMs: number, leave: () => void): () => void {
  const holds = new Set<string>();
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    clearTimeout(timer);
    if (holds.size === 0) timer = setTimeout(leave, afterMs);
  };
  const follow = (event: Event) => {
    const { type, pointerType = 'focus' } = event as PointerEvent;
    if (!/leave|out/.test(type)) holds.add(pointerType);
    else if (pointerType !== 'touch') holds.delete(pointerType);
    wait();
  };
  // Not on entering: the message appears, and may do so under a pointer that has not been moved.
  for (const type of ['pointerdown', 'pointermove', 'pointerleave', 'focusin', 'focusout'])
    message?.addEventListener(type, follow);
  wait();
  return () => {
    holds.add('over');
    clearTimeout(timer);
  };
}

/** A press on the backdrop closes; one that only ends there, say after marking text in a field, does not. */
export function closeOnBackdrop(dialog: HTMLDialogElement): void {
  let began: EventTarget | null = null;
  dialog.addEventListener('pointerdown', ({ target }) => {
    began = target;
  });
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog && began === dialog) hideAndClose(dialog);
  });
}

/**
 * To the button that opened the dialog; one of the menu is gone with the menu, which its own button opens again. A visitor who
 * is elsewhere by now stays there: the page is told of the closing a task later.
 *
 * @param before what had the focus at the opening; the browser gives it back, or leaves it in the dialog where that is gone
 * @returns whether the visitor was taken back
 */
export function returnFocus(opener: HTMLElement, before?: Element | null): boolean {
  const { activeElement: now } = document;
  if (now !== before && !now?.matches('body, dialog, dialog *')) return false;
  opener.focus();
  // It has the focus already when the dialog gave it back, which does not scroll.
  opener.scrollIntoView({ block: 'nearest' });
  if (document.activeElement !== opener) document.querySelector<HTMLElement>('.menu-button')?.focus();
  return true;
}

interface Note {
  opener: HTMLElement;
  outcome: { isSent: boolean; message: string };
  /** Words of the button that takes the note away. */
  dismiss: string;
  /** The visitor may be anywhere by now: the dialog was closed before there was an outcome, or somebody has gone on. */
  isLate?: boolean;
}

/**
 * What the dialog said stays beside the button that opened it, where the visitor goes on reading; or, where there is no room
 * or nobody knows where that is, at the foot of the window until it is dismissed, or has been there for long: it covers what is
 * read there. A status elsewhere has told it already, and goes on saying what was sent; what failed waits for the visitor.
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
  note.className += ` at-foot no-print ${outcome.isSent ? '' : 'refused'}`;
  note.append(button);
  document.body.append(note);
  if (outcome.isSent) leaveUnread(note, noteAfterMs, () => note.remove());
}
