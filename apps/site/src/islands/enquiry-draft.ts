import type { EnquiryValues } from './send-enquiry.ts';

const storageKey = 'enquiry-draft';

/** What was typed and not yet sent, so that closing the dialog by mistake loses nothing. */
export function readDraft(): EnquiryValues {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as EnquiryValues;
  } catch {
    return {};
  }
}

export function keepDraft(values: EnquiryValues | undefined): void {
  try {
    if (values) sessionStorage.setItem(storageKey, JSON.stringify(values));
    else sessionStorage.removeItem(storageKey);
  } catch {
    // Storage may be switched off; the form works without it.
  }
}
