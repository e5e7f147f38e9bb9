import type { EnquiryOutcome } from './send-enquiry.ts';

/** How long a note covers the page; the page keeps its message as a status. */
const noteAfterMs = 30_000;

/**
 * Calls `dismiss` after a delay, but not while a part of the message has the pointer or the focus, and never after a touch:
 * a finger cannot rest on it. Returns a function that cancels it.
 */
export function dismissAfterDelay(parts: Iterable<Element>, afterMs: number, dismiss: () => void): () => void {
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
  for (const part of parts) {
    for (const type of ['pointerdown', 'pointermove', 'pointerleave', 'focusin', 'focusout'])
      part.addEventListener(type, follow, { signal });
  }
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
 */
export function returnFocus(opener: HTMLElement, before?: Element | null): void {
  const { activeElement: now } = document;
  if (now !== before && !now?.matches('body, dialog, dialog *')) return;
  opener.focus();
  // The browser may have returned the focus already, without scrolling.
  opener.scrollIntoView({ block: 'nearest' });
  if (document.activeElement !== opener) document.querySelector<HTMLElement>('.menu-button')?.focus();
}

interface Note {
  opener: HTMLElement;
  outcome: EnquiryOutcome;
  /** Label of the button that removes the note. */
  dismiss: string;
}

/**
 * Shows the outcome at the foot of the window, where it moves nothing: a success until it is dismissed or 30 s have passed, a
 * failure until it is dismissed.
 */
export function showNote({ opener, outcome, dismiss }: Note): void {
  document.querySelector('.opener-note')?.remove();
  const note = document.createElement('span');
  note.className = `opener-note no-print ${outcome.isSent ? '' : 'refused'}`;
  note.textContent = outcome.message;
  const button = document.createElement('button');
  button.className = 'button';
  button.textContent = dismiss;
  button.addEventListener('click', () => {
    note.remove();
    returnFocus(opener);
  });
  note.append(button);
  document.body.append(note);
  if (outcome.isSent) dismissAfterDelay([note], noteAfterMs, () => note.remove());
}
