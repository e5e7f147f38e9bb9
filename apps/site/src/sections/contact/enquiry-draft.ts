import type { EnquiryValues } from './send-enquiry.ts';

const storageKey = 'enquiry-draft';

/** Text that was typed and not sent, with the text that the opener had filled in. */
interface EnquiryDraft {
  values: EnquiryValues;
  prefill: string;
  /** Time of opening the form, in ms since 1970: a returning visitor may send the draft at once. */
  openedAt?: number;
}

/** Kept so that closing the dialog by mistake loses nothing. */
export function readDraft(): EnquiryDraft {
  const empty = { values: {}, prefill: '' };
  try {
    return { ...empty, ...(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<EnquiryDraft>) };
  } catch {
    return empty;
  }
}

export function saveDraft(draft: EnquiryDraft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(storageKey, JSON.stringify(draft));
    else sessionStorage.removeItem(storageKey);
  } catch {
    // Storage may be switched off; the form works without it.
  }
}

/** The message to begin with: an opener's words replace those of the opener before; what was typed stays below them. */
export function getInitialMessage({ values, prefill }: EnquiryDraft, next: string): string {
  const { message = '' } = values;
  if (next === '') return message;
  const typed = message.replace(prefill, '');
  return [next, typed.trim()].filter(Boolean).join('\n\n');
}
