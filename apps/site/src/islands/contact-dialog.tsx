import { type PropsWithChildren, useEffect, useRef, useState } from 'react';
import styles from '../styles/contact-dialog.css?inline';
import { adoptStyles } from './adopt-styles.ts';
import { closeLater, closeOnBackdrop, noteBeside } from './dialog-closing.ts';
import { keepDraft } from './enquiry-draft.ts';
import type { FieldErrorTexts } from './enquiry-errors.ts';
import { EnquiryForm, type ShownOutcome } from './enquiry-form.tsx';
import { type EnquiryTexts, type EnquiryValues, sendEnquiry } from './send-enquiry.ts';

const openerSelector = '[data-open-contact]';

interface ContactDialogProps {
  /** Empty when the API answers on the page's own address. */
  apiUrl: string;
  texts: EnquiryTexts;
  /** Names the wording of the notice. */
  notice: string;
  errorTexts: FieldErrorTexts;
  required: string;
  sizes: readonly string[];
  close: string;
}

interface Opening {
  /** Where it was opened, as the API stores it. */
  place: EnquiryValues;
  openedAt: number;
  message: string;
}

/** Spec §4: closed → open → sending → success (closes after 1.2 s) or error (stays open). `children` is the rail. */
export function ContactDialog({
  apiUrl,
  texts,
  notice,
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
    setOutcome(undefined);
    setOpening({ place: placeOf(pressed), openedAt: performance.now(), message: pressed.dataset.message ?? '' });
  });

  useEffect(() => {
    // As long as the page: an island is never taken away.
    if (dialog.current) closeOnBackdrop(dialog.current);
    return adoptStyles(styles);
  }, []);
  useEffect(() => (outcome?.isDone && dialog.current ? closeLater(dialog.current) : undefined), [outcome]);
  useEffect(() => {
    if (!opening || dialog.current?.open) return;
    dialog.current?.showModal();
    dialog.current?.querySelector('input')?.focus();
  }, [opening]);

  const send = async (values: EnquiryValues) => {
    if (!opening || isSending || outcome?.isDone) return;
    setIsSending(true);
    hasMore.current = false;
    setOutcome(undefined);
    const filledMs = String(Math.round(performance.now() - opening.openedAt));
    const sent = { ...values, ...opening.place, notice, filledMs };
    const result = await sendEnquiry(`${apiUrl}/api/request/send-request`, sent, texts);
    setIsSending(false);
    const isDone = result.isSent && !hasMore.current;
    if (isDone) keepDraft(undefined);
    setOutcome({ ...result, isDone });
    // The dialog closes soon, or was closed while sending: the message also stays where everybody finds it again.
    const status = document.getElementById('contact-status');
    if (status && (result.isSent || !dialog.current?.open)) status.textContent = result.message;
  };

  const finish = () => {
    // Told late: it may be open again by now.
    if (dialog.current?.open) return;
    if (outcome?.isSent && opener.current) noteBeside(opener.current, outcome.message);
    setOpening(undefined);
    setOutcome(undefined);
    opener.current?.focus();
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
            onCancel={() => dialog.current?.close()}
          />
        )}
      </div>
    </dialog>
  );
}

/** The part of the page, the slide, the words that were pressed. */
function placeOf(opener: HTMLElement): EnquiryValues {
  const section = opener.closest('section');
  return {
    origin: opener.dataset.openContact ?? '',
    originSection: section?.id || (section?.classList[0] ?? ''),
    originSlide: opener.closest('.slide')?.getAttribute('aria-label')?.slice(0, 80) ?? '',
    originCta: opener.textContent.trim().slice(0, 120),
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
