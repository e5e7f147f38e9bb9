import type { EnquiryOutcome } from './send-enquiry.ts';

/** How long a note covers the page; the page keeps its message as a status. */
const noteAfterMs = 30_000;

/**
 * Calls `dismiss` after a delay, but not while the message has the pointer or the focus, and never after a touch: a finger
 * cannot rest on it. Returns a function that cancels it.
 */
export function dismissAfterDelay(message: HTMLElement, afterMs: number, dismiss: () => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const holds = new Set<string>();
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    clearTimeout(timer);
    if (holds.size === 0 && !signal.aborted) timer = setTimeout(dismiss, afterMs);
  };
  const follow = (event: Event) => {
    const { type, pointerType = 'focus' } = event as PointerEvent;
    if (!/leave|out/.test(type)) holds.add(pointerType);
    else if (pointerType !== 'touch') holds.delete(pointerType);
    wait();
  };
  // No pointerenter: the message may appear under a pointer that rests.
  for (const type of ['pointerdown', 'pointermove', 'pointerleave', 'focusin', 'focusout'])
    message.addEventListener(type, follow, { signal });
  wait();
  return () => {
    controller.abort();
    clearTimeout(timer);
  };
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
  outcome: EnquiryOutcome;
  /** Label of the button that removes the note. */
  dismiss: string;
  /** The dialog was closed before the outcome was known, or the focus has moved: the visitor may be anywhere. */
  isLate: boolean;
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
