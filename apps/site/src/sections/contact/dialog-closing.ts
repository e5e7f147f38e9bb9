/** Spec §9: how long the success message stays before the dialog closes. */
const closeAfterMs = 1200;

/** How long a note covers the page; the page keeps its message as a status. */
const noteAfterMs = 30_000;

/** Closes the dialog after a delay. Returns a function that cancels it. */
export function closeAfterDelay(dialog: HTMLDialogElement): () => void {
  return dismissAfterDelay(dialog.querySelector('[role=status]'), closeAfterMs, () => dialog.close());
}

/**
 * Hides the dialog with the next frame and closes it after that frame. Closing makes the page behind interactive again, and
 * restyling all of it would delay the frame by 40 ms on a slow phone.
 */
export function hideAndClose(dialog: HTMLDialogElement): void {
  dialog.dataset.leaving = '';
  requestAnimationFrame(() =>
    setTimeout(() => {
      // It may have been opened again.
      if (isLeaving(dialog)) dialog.close();
    }),
  );
}

/** Returns whether the dialog is hidden and about to close. */
export function isLeaving(dialog: HTMLDialogElement): boolean {
  return 'leaving' in dialog.dataset;
}

/**
 * Calls `leave` after a delay, but not while the message has the pointer or the focus, and never after a touch: a finger
 * cannot rest on it. Returns a function that cancels it.
 */
function dismissAfterDelay(message: Element | null, afterMs: number, leave: () => void): () => void {
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
  // No pointerenter: the message may appear under a pointer that rests.
  for (const type of ['pointerdown', 'pointermove', 'pointerleave', 'focusin', 'focusout'])
    message?.addEventListener(type, follow);
  wait();
  return () => {
    holds.add('over');
    clearTimeout(timer);
  };
}

/** Closes the dialog on a press on the backdrop, unless the press began inside, for example while selecting text. */
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
 * Focuses the button that opened the dialog, or the menu button if it is in the closed menu. Does nothing if the visitor has
 * moved the focus elsewhere: the close event is asynchronous.
 *
 * @param before the focused element at the time of opening, to which the browser returns the focus
 * @returns whether the focus was moved
 */
export function returnFocus(opener: HTMLElement, before?: Element | null): boolean {
  const { activeElement: now } = document;
  if (now !== before && !now?.matches('body, dialog, dialog *')) return false;
  opener.focus();
  // The browser may have returned the focus already, without scrolling.
  opener.scrollIntoView({ block: 'nearest' });
  if (document.activeElement !== opener) document.querySelector<HTMLElement>('.menu-button')?.focus();
  return true;
}

interface Note {
  opener: HTMLElement;
  outcome: { isSent: boolean; message: string };
  /** Label of the button that removes the note. */
  dismiss: string;
  /** The dialog was closed before the outcome was known, or the focus has moved: the visitor may be anywhere. */
  isLate?: boolean;
}

/**
 * Shows the outcome beside the button that opened the dialog. If there is no room, or the visitor may be elsewhere, shows it
 * at the foot of the window instead: a success until it is dismissed or 30 s have passed, a failure until it is dismissed.
 */
export function showNote({ opener, outcome, dismiss, isLate }: Note): void {
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
  if (outcome.isSent) dismissAfterDelay(note, noteAfterMs, () => note.remove());
}
