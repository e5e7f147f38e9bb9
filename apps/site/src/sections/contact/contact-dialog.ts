import { createFormSender } from '../../scripts/form-sender.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import dialogStyles from './contact-dialog.css?inline';
import sentStyles from './dialog-sent.css?inline';
import { type EnquiryTexts, type EnquiryValues, enhanceEnquiryForm } from './enquiry-form.ts';
import { dismissAfterDelay, returnFocus, showNote } from './opener-note.ts';
import { clearIdempotencyKey, createRequest, type EnquiryOutcome, readOutcome } from './send-enquiry.ts';

/** Spec §9: how long the success message stays before the dialog closes. */
const closeAfterMs = 1200;

interface Opening {
  opener: HTMLElement;
  /** The focused element before the press: not every browser focuses a pressed button. */
  before: Element | null;
  /** The place on the page, as the API stores it. */
  place: EnquiryValues;
  /** Start of the draft, in ms since 1970. */
  openedAt: number;
}

const element = document.querySelector<HTMLDialogElement>('.contact-dialog');
const enquiryForm = document.forms.namedItem('enquiry');
if (element && enquiryForm) {
  adoptStyles(dialogStyles);
  adoptStyles(sentStyles);
  enquiryForm.className = '';
  element.firstElementChild?.append(enquiryForm);
  // Outside its section, which may not be laid out yet: there, it could not be shown or focused.
  document.body.append(element);
  const open = startDialog(element, enquiryForm);
  // In a task of its own: the styles, and the page becoming inert, each restyle the whole page.
  await globalThis.scheduler?.yield?.();
  listenToOpeners(open);
  element.dataset.ready = '';
}

/** Calls `open` for every press on an opener, including one from before this code was loaded. */
function listenToOpeners(open: (opener: HTMLElement) => void): void {
  document.addEventListener('click', (event) => {
    const opener = (event.target as Element).closest<HTMLElement>('[data-open-contact]');
    if (!opener || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    open(opener);
  });
  if (window.pendingOpener) open(window.pendingOpener);
  window.pendingOpener = undefined;
}

/**
 * Returns a function that opens the dialog for a pressed button. Spec §4: closed → open → sending → success (closes after
 * 1.2 s) or error (stays open). While the server cannot be reached, the enquiry waits, and is sent again.
 */
function startDialog(dialog: HTMLDialogElement, form: HTMLFormElement): (opener: HTMLElement) => void {
  const texts = JSON.parse(form.dataset.texts ?? '{}') as EnquiryTexts;
  const { status, submit, cancel, keep } = createActions(form, texts, stopTrying);
  const submitLabel = submit.textContent;
  let opening: Opening | undefined;
  let outcome: EnquiryOutcome | undefined;
  let isSending = false;
  /** Whether the visitor typed after the last submit: that text stays and can be sent as well. */
  let hasUnsentText = false;
  let cancelClosing = () => {};

  const fields = enhanceEnquiryForm(form, {
    errors: texts.errors,
    onInput: () => {
      hasUnsentText = true;
      delete dialog.dataset.sent;
    },
    onSend: send,
  });
  const pending: EnquiryOutcome = { isSent: false, isPending: true, message: texts.pending };
  const sender = createFormSender('enquiry', form.action, {
    onPending: () => report(pending),
    onEnd: async (reply) => {
      if (!reply) clearIdempotencyKey();
      report(await readOutcome(reply, texts));
    },
  });
  keep.addEventListener('change', () => sender.keep(keep.checked));
  closeOnBackdrop(dialog);
  cancel.addEventListener('click', () => hideAndClose(dialog));
  dialog.addEventListener('close', finish);
  // The page was loaded again, or opened once more.
  if (sender.getPending()) showOnPage(pending.message);
  showOutcome(sender.getPending() ? pending : undefined);

  function showOutcome(next: EnquiryOutcome | undefined): void {
    const { isSent = false, isPending = false } = next ?? {};
    const isDone = isSent && !hasUnsentText;
    outcome = next;
    cancelClosing();
    form.toggleAttribute('data-pending', isPending);
    keep.checked = sender.getPending()?.isKept ?? false;
    showStatus(next, isDone);
    showSubmit(isSending || isDone);
    cancel.textContent = isDone || isPending ? texts.close : texts.cancel;
    // All of the panel but its Close button, on which the pointer may rest already.
    const parts = [status, ...dialog.querySelectorAll('.dialog-rail, .knot')];
    if (isDone) cancelClosing = dismissAfterDelay(parts, closeAfterMs, () => dialog.close());
  }

  /** @param isDone the message takes the place of the form */
  function showStatus(shown: EnquiryOutcome | undefined, isDone: boolean): void {
    const lines = isDone ? shown?.summary : shown && [shown.message];
    dialog.toggleAttribute('data-sent', isDone);
    status.className = shown?.isSent ? 'form-summary success' : 'form-summary';
    status.replaceChildren(...(lines ?? []).filter(Boolean).map(createLine));
    status.tabIndex = isDone ? 0 : -1;
    // Needed on low screens, where the status has no row of its own.
    if (status.hasChildNodes()) status.scrollIntoView({ block: 'nearest' });
  }

  function showSubmit(isDisabled: boolean): void {
    submit.ariaDisabled = isDisabled ? 'true' : null;
    submit.textContent = isSending ? texts.sending : submitLabel;
  }

  function send(values: EnquiryValues): void {
    if (!opening || submit.ariaDisabled) return;
    const { place, openedAt } = opening;
    isSending = true;
    hasUnsentText = false;
    showOutcome(undefined);
    const filledMs = `${Math.max(Date.now() - openedAt, 0)}`;
    const { body, key } = createRequest({ ...values, ...place, filledMs });
    sender.send(body, key);
  }

  function report(result: EnquiryOutcome): void {
    // Unchanged text must not be announced after each attempt.
    if (outcome?.isPending && result.isPending) return;
    isSending = false;
    showOutcome(result);
    if (result.isSent && !hasUnsentText) {
      fields.clear();
      clearIdempotencyKey();
    }
    // The dialog closes soon, or is closed already: the page keeps the message as well.
    const isLate = !dialog.open || isLeaving(dialog);
    if (result.isSent || isLate) showOnPage(result.message);
    const opener = opening?.opener ?? document.querySelector<HTMLElement>('[data-open-contact]');
    if (isLate && opener) showNote({ opener, outcome: result, dismiss: texts.close });
  }

  function stopTrying(): void {
    sender.stop();
    clearIdempotencyKey();
    showOnPage('');
    showOutcome({ isSent: false, message: texts.failure });
    submit.focus();
  }

  function finish(): void {
    // The event is asynchronous: the dialog may be open again.
    if (dialog.open || !opening) return;
    const { opener, before } = opening;
    const closed = outcome;
    if (!closed?.isPending) showOutcome(undefined);
    if (closed?.isPending) showOnPage(closed.message);
    if (closed?.isSent || closed?.isPending) showNote({ opener, outcome: closed, dismiss: texts.close });
    // After the note, which would cover a button at the foot of the window.
    returnFocus(opener, before);
  }

  return (opener) => {
    const before = document.activeElement;
    const note = document.querySelector<HTMLElement>('[data-enquiry-note]')?.dataset.enquiryNote ?? '';
    const openedAt = fields.prepare(opener.dataset.message ?? '', note);
    opener.ariaBusy = null;
    opening = { opener, before, place: describePlace(opener), openedAt };
    showOutcome(outcome?.isPending ? outcome : undefined);
    delete dialog.dataset.leaving;
    if (dialog.open) return;
    dialog.showModal();
    form.querySelector('input')?.focus();
  };
}

/** Adds the status and the buttons to the row that stays in view, and returns them with the submit button. */
function createActions(form: HTMLFormElement, texts: EnquiryTexts, onStop: () => void) {
  const status = document.createElement('span');
  status.role = 'status';
  const keep = document.createElement('input');
  keep.type = 'checkbox';
  const label = document.createElement('label');
  label.append(keep, ` ${texts.keep}`);
  const stop = createButton(texts.stop, 'link-button', onStop);
  const pending = document.createElement('span');
  pending.className = 'pending';
  pending.append(label, stop);
  const cancel = createButton(texts.cancel, 'button');
  const submit = form.querySelector<HTMLButtonElement>('[type=submit]') ?? document.createElement('button');
  submit.before(status, ...form.querySelectorAll('.form-contact'), pending);
  submit.after(cancel);
  return { status, submit, cancel, keep };
}

function createLine(text: string): HTMLElement {
  const line = document.createElement('span');
  line.textContent = text;
  return line;
}

function createButton(label: string, className: string, onClick = () => {}): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = className;
  button.textContent = label;
  button.addEventListener('click', onClick);
  return button;
}

function showOnPage(message: string): void {
  const status = document.getElementById('contact-status');
  if (status) status.textContent = message;
}

/** Returns the section, slide and label of the pressed button, as the API stores them. */
function describePlace(opener: HTMLElement): EnquiryValues {
  const section = opener.closest('section');
  const part = section ?? opener.parentElement;
  const outside = section ? undefined : opener.closest('header, footer')?.localName;
  const label = opener.textContent.trim();
  return {
    origin: opener.dataset.openContact || label,
    originSection: part?.id || outside || (part?.classList[0] ?? ''),
    originSlide: opener.closest('.slide')?.getAttribute('aria-label')?.slice(0, 80) ?? '',
    originCta: label.slice(0, 120),
    page: location.pathname.slice(0, 300),
  };
}

/**
 * Hides the dialog with the next frame and closes it after that frame. Closing makes the page behind interactive again, and
 * restyling all of it would delay the frame by 40 ms on a slow phone.
 */
function hideAndClose(dialog: HTMLDialogElement): void {
  dialog.dataset.leaving = '';
  requestAnimationFrame(() =>
    setTimeout(() => {
      // It may have been opened again.
      if (isLeaving(dialog)) dialog.close();
    }),
  );
}

/** Returns whether the dialog is hidden and about to close. */
function isLeaving(dialog: HTMLDialogElement): boolean {
  return 'leaving' in dialog.dataset;
}

/** Closes the dialog on a press on the backdrop, unless the press began inside, for example while selecting text. */
function closeOnBackdrop(dialog: HTMLDialogElement): void {
  let began: EventTarget | null = null;
  dialog.addEventListener('pointerdown', ({ target }) => {
    began = target;
  });
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog && began === dialog) hideAndClose(dialog);
  });
}
