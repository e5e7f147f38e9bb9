import { type PropsWithChildren, useEffect, useRef, useState } from 'react';
import styles from '../styles/contact-dialog.css?inline';
import { adoptStyles } from './adopt-styles.ts';
import { closeLater, closeOnBackdrop, hideAndClose, isLeaving, leaveNote, returnFocus } from './dialog-closing.ts';
import { keepDraft, readDraft } from './enquiry-draft.ts';
import type { FieldErrorTexts } from './enquiry-errors.ts';
import { EnquiryForm, type ShownOutcome } from './enquiry-form.tsx';
import { forgetLastSent } from './idempotency-key.ts';
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
  /** Where it was opened, as the API stores it. */
  place: EnquiryValues;
  /** When its draft was begun, in ms since 1970. */
  openedAt: number;
  message: string;
  /** What had the focus: not every browser gives it to what is pressed. */
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
  /** Something was typed since the last press on the button: it was not sent. */
  const hasMore = useRef(false);
  const [opening, setOpening] = useState<Opening>();
  const [isSending, setIsSending] = useState(false);
  const [outcome, setOutcome] = useState<ShownOutcome>();

  useOpeners(dialog, (pressed) => {
    opener.current = pressed;
    pressed.ariaBusy = null;
    setOutcome(undefined);
    setOpening({
      place: placeOf(pressed),
      openedAt: readDraft().openedAt ?? Date.now(),
      message: pressed.dataset.message ?? '',
      before: document.activeElement,
    });
  });

  useEffect(() => {
    // As long as the page: an island is never taken away.
    if (dialog.current) closeOnBackdrop(dialog.current);
    return adoptStyles(styles);
  }, []);
  useEffect(() => (outcome?.isDone && dialog.current ? closeLater(dialog.current) : undefined), [outcome]);
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
    hasMore.current = false;
    setOutcome(undefined);
    const filledMs = `${Math.max(Date.now() - opening.openedAt, 0)}`;
    const { action, notice } = plainForm();
    const sent = { ...values, ...opening.place, notice, filledMs };
    const result = await sendEnquiry(action, sent, texts);
    setIsSending(false);
    const isDone = result.isSent && !hasMore.current;
    if (isDone) {
      keepDraft(undefined);
      forgetLastSent();
    }
    setOutcome({ ...result, isDone });
    // The dialog closes soon, or was closed while sending: the message also stays where everybody finds it again.
    const status = document.getElementById('contact-status');
    const isLate = !dialog.current?.open || isLeaving(dialog.current);
    if (status && (result.isSent || isLate)) status.textContent = result.message;
    if (isLate && opener.current) leaveNote({ opener: opener.current, outcome: result, dismiss: close, isLate });
  };

  const finish = () => {
    // Told late: it may be open again by now.
    if (dialog.current?.open) return;
    setOpening(undefined);
    setOutcome(undefined);
    if (!opener.current) return;
    const isLate = !returnFocus(opener.current, opening?.before);
    if (outcome?.isSent) leaveNote({ opener: opener.current, outcome, dismiss: close, isLate });
  };

  return (
    <dialog
      ref={dialog}
      className="contact-dialog"
      aria-labelledby="contact-dialog-title"
      onInput={() => {
        hasMore.current = true;
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

/** What this form has in common with the one that works without JavaScript: where it is sent, and the wording of the notice. */
function plainForm(): { action: string; notice: string } {
  const form = document.forms.namedItem('enquiry');
  return { action: form?.action ?? '', notice: form?.querySelector<HTMLInputElement>('[name=notice]')?.value ?? '' };
}

/** The part of the page, the slide, the words that were pressed. */
function placeOf(opener: HTMLElement): EnquiryValues {
  const part = opener.closest('section') ?? opener.parentElement;
  const words = opener.textContent.trim();
  return {
    origin: opener.dataset.openContact || words,
    originSection: part?.id || (part?.classList[0] ?? ''),
    originSlide: opener.closest('.slide')?.getAttribute('aria-label')?.slice(0, 80) ?? '',
    originCta: words.slice(0, 120),
    page: location.pathname.slice(0, 300),
  };
}

/** Calls back for every press on an opener, as long as the page, also for one that came before this island was ready. */
function useOpeners(dialog: React.RefObject<HTMLDialogElement | null>, onPress: (opener: HTMLElement) => void): void {
  const latest = useRef(onPress);
  latest.current = onPress;

  useEffect(() => {
    const press = (event: MouseEvent) => {
      const pressed = (event.target as Element).closest<HTMLElement>(openerSelector);
      if (!pressed || event.metaKey || event.ctrlKey) return;
      event.preventDefault();
      latest.current(pressed);
    };
    document.addEventListener('click', press);
    dialog.current?.closest('astro-island')?.setAttribute('data-ready', '');
    if (window.pendingOpener) latest.current(window.pendingOpener);
    window.pendingOpener = undefined;
  }, [dialog]);
}
