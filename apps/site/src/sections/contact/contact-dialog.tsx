import { type PropsWithChildren, useEffect, useEffectEvent, useRef, useState } from 'react';
import { adoptStyles } from '../../islands/adopt-styles.ts';
import styles from './contact-dialog.css?inline';
import { closeAfterDelay, closeOnBackdrop, hideAndClose, isLeaving, returnFocus, showNote } from './dialog-closing.ts';
import { readDraft, saveDraft } from './enquiry-draft.ts';
import type { FieldErrorTexts } from './enquiry-errors.ts';
import { EnquiryForm, type ShownOutcome } from './enquiry-form.tsx';
import { clearIdempotencyKey } from './idempotency-key.ts';
import { type EnquiryTexts, type EnquiryValues, sendEnquiry } from './send-enquiry.ts';

const openerSelector = '[data-open-contact]';

interface ContactDialogProps {
  texts: EnquiryTexts;
  errorTexts: FieldErrorTexts;
  required: string;
  sizes: readonly string[];
  close: string;
}

interface Opening {
  /** The place on the page, as the API stores it. */
  place: EnquiryValues;
  /** Start of the draft, in ms since 1970. */
  openedAt: number;
  message: string;
  /** The focused element before the press: not every browser focuses a pressed button. */
  before: Element | null;
}

/** Spec §4: closed → open → sending → success (closes after 1.2 s) or error (stays open). `children` is the rail. */
export function ContactDialog({
  texts,
  errorTexts,
  required,
  sizes,
  close,
  children,
}: PropsWithChildren<ContactDialogProps>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<HTMLElement>(undefined);
  /** Whether the visitor typed after the last submit. */
  const hasUnsentText = useRef(false);
  const [opening, setOpening] = useState<Opening>();
  const [isSending, setIsSending] = useState(false);
  const [outcome, setOutcome] = useState<ShownOutcome>();

  useOpeners(dialog, (pressed) => {
    opener.current = pressed;
    pressed.ariaBusy = null;
    setOutcome(undefined);
    setOpening({
      place: describePlace(pressed),
      openedAt: readDraft().openedAt ?? Date.now(),
      message: pressed.dataset.message ?? '',
      before: document.activeElement,
    });
  });

  useEffect(() => {
    // Never removed: the island lives as long as the page.
    if (dialog.current) closeOnBackdrop(dialog.current);
    return adoptStyles(styles);
  }, []);
  useEffect(() => (outcome?.isDone && dialog.current ? closeAfterDelay(dialog.current) : undefined), [outcome]);
  useEffect(() => {
    if (!opening || !dialog.current) return;
    delete dialog.current.dataset.leaving;
    if (dialog.current.open) return;
    dialog.current.showModal();
    dialog.current.querySelector('input')?.focus();
  }, [opening]);

  const send = async (values: EnquiryValues) => {
    if (!opening || isSending || outcome?.isDone) return;
    setIsSending(true);
    hasUnsentText.current = false;
    setOutcome(undefined);
    const filledMs = `${Math.max(Date.now() - opening.openedAt, 0)}`;
    const { action, notice } = readPlainForm();
    const sent = { ...values, ...opening.place, notice, filledMs };
    const result = await sendEnquiry(action, sent, texts);
    setIsSending(false);
    const isDone = result.isSent && !hasUnsentText.current;
    if (isDone) {
      saveDraft(undefined);
      clearIdempotencyKey();
    }
    setOutcome({ ...result, isDone });
    // The dialog closes soon, or is closed already: the page keeps the message as well.
    const status = document.getElementById('contact-status');
    const isLate = !dialog.current?.open || isLeaving(dialog.current);
    if (status && (result.isSent || isLate)) status.textContent = result.message;
    if (isLate && opener.current) showNote({ opener: opener.current, outcome: result, dismiss: close, isLate });
  };

  const finish = () => {
    // The event is asynchronous: the dialog may be open again.
    if (dialog.current?.open) return;
    setOpening(undefined);
    setOutcome(undefined);
    if (!opener.current) return;
    const isLate = !returnFocus(opener.current, opening?.before);
    if (outcome?.isSent) showNote({ opener: opener.current, outcome, dismiss: close, isLate });
  };

  return (
    <dialog
      ref={dialog}
      className="contact-dialog"
      aria-labelledby="contact-dialog-title"
      onInput={() => {
        hasUnsentText.current = true;
      }}
      onClose={finish}
    >
      {/* The rail is server HTML: the page's policy refuses markup that a script would set. */}
      <div className="dialog-body">
        <div className="dialog-rail on-dark">{children}</div>
        {opening && (
          <EnquiryForm
            texts={texts}
            errorTexts={errorTexts}
            required={required}
            sizes={sizes}
            close={close}
            opening={opening}
            isSending={isSending}
            outcome={outcome}
            onSend={send}
            onCancel={() => dialog.current && hideAndClose(dialog.current)}
          />
        )}
      </div>
    </dialog>
  );
}

/** Returns what this form shares with the one that works without JavaScript: its address and the id of the notice. */
function readPlainForm(): { action: string; notice: string } {
  const form = document.forms.namedItem('enquiry');
  return { action: form?.action ?? '', notice: form?.querySelector<HTMLInputElement>('[name=notice]')?.value ?? '' };
}

/** Returns the section, slide and label of the pressed button, as the API stores them. */
function describePlace(opener: HTMLElement): EnquiryValues {
  const part = opener.closest('section') ?? opener.parentElement;
  const label = opener.textContent.trim();
  return {
    origin: opener.dataset.openContact || label,
    originSection: part?.id || (part?.classList[0] ?? ''),
    originSlide: opener.closest('.slide')?.getAttribute('aria-label')?.slice(0, 80) ?? '',
    originCta: label.slice(0, 120),
    page: location.pathname.slice(0, 300),
  };
}

/** Calls `onPress` for every press on an opener, including one from before the hydration of this island. */
function useOpeners(dialog: React.RefObject<HTMLDialogElement | null>, onPress: (opener: HTMLElement) => void): void {
  const open = useEffectEvent(onPress);

  useEffect(() => {
    const press = (event: MouseEvent) => {
      const pressed = (event.target as Element).closest<HTMLElement>(openerSelector);
      if (!pressed || event.metaKey || event.ctrlKey) return;
      event.preventDefault();
      open(pressed);
    };
    document.addEventListener('click', press);
    dialog.current?.closest('astro-island')?.setAttribute('data-ready', '');
    if (window.pendingOpener) open(window.pendingOpener);
    window.pendingOpener = undefined;
  }, [dialog]);
}
