import { formatPhone, toE164 } from '@threadline/schema/primitives/phone';
import { keepMs } from '../../scripts/form-sender.ts';
import { clearIdempotencyKey } from './send-enquiry.ts';

/** The values of the form by field name (spec §5, §7). */
export type EnquiryValues = Record<string, string>;

type TextName =
  | 'sending'
  | 'cancel'
  | 'close'
  | 'success'
  | 'reference'
  | 'due'
  | 'pending'
  | 'keep'
  | 'stop'
  | 'failure'
  | 'invalidReply'
  | 'refused';
type ErrorName = 'one' | 'several' | 'companyName' | 'email' | 'emailShape' | 'phone' | 'other';

/** The texts that the script needs, from the content. */
export type EnquiryTexts = Record<TextName, string> & { errors: Record<ErrorName, string> };

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface FormOptions {
  errors: EnquiryTexts['errors'];
  onInput: () => void;
  /** Receives the values once they are valid. */
  onSend: (values: EnquiryValues) => void;
}

const draftKey = 'enquiry-draft';

/** Text that was typed and not sent, with the text that the opener had filled in. */
interface EnquiryDraft {
  values: EnquiryValues;
  prefill: string;
  /** The sentence that the visitor agreed to add, somewhere on the page. */
  note: string;
  /** Time of opening the form, in ms since 1970: a returning visitor may send the draft at once. */
  openedAt?: number;
}

/** Adds validation and drafts to the server-rendered form. Closing the dialog by mistake or a reload loses nothing. */
export function enhanceEnquiryForm(form: HTMLFormElement, { errors, onInput, onSend }: FormOptions) {
  const summary = document.createElement('div');
  summary.className = 'form-summary';
  summary.role = 'alert';
  summary.tabIndex = -1;
  form.querySelector('h3')?.after(summary);
  form.noValidate = true;

  const edited = new Set<string>();
  /** The summary shows errors from the first refused submit on. */
  let isRefused = false;
  let draft = readDraft();
  let prefill = '';
  let note = '';
  let openedAt = 0;
  // The visitor may have typed before this script was loaded.
  draft.values = { ...draft.values, ...readTyped(form) };

  function showErrors(controls: Control[]): void {
    for (const control of controls) showError(control, findError(control, errors));
    const invalid = listControls(form).filter(({ ariaInvalid }) => ariaInvalid);
    const parts = isRefused && invalid.length > 0 ? createSummary(invalid, errors) : [];
    // Unchanged text must not be announced again.
    if (parts.map(({ textContent }) => textContent).join('') !== summary.textContent) summary.replaceChildren(...parts);
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const controls = listControls(form);
    isRefused ||= controls.some((control) => findError(control, errors));
    showErrors(controls);
    if (summary.hasChildNodes()) summary.focus();
    else onSend(readValues(form));
  });
  form.addEventListener('input', ({ target }) => {
    edited.add((target as Control).name);
    draft = { values: readValues(form), prefill, note, openedAt };
    storeDraft(draft);
    // An error disappears as soon as it is fixed; new ones appear on submit.
    showErrors(listControls(form).filter(({ ariaInvalid }) => ariaInvalid));
    onInput();
  });
  form.addEventListener('focusout', ({ target, relatedTarget }) => {
    const control = target as Control;
    const phone = control.name === 'phone' && toE164(control.value);
    if (phone) control.value = formatPhone(phone);
    // Only when the focus moves to another field: a new message would move the button away from a press.
    const isInForm = listControls(form).some((other) => other === relatedTarget);
    if (edited.has(control.name) && isInForm && findError(control, errors)) showErrors([control]);
  });

  return {
    /**
     * Fills in the draft, with the message of the opener before it and the agreed sentence after it. Returns when the draft
     * was begun, in ms since 1970.
     */
    prepare(message: string, nextNote: string): number {
      openedAt = draft.openedAt ?? Date.now();
      prefill = message || draft.prefill;
      note = nextNote;
      for (const control of listControls(form)) {
        if (control.type === 'hidden') continue;
        if (control.type === 'checkbox') (control as HTMLInputElement).checked = false;
        else control.value = draft.values[control.name] ?? '';
        if (control.name === 'message')
          control.value = replaceNote(getInitialMessage(draft, message), draft.note, note);
        showError(control, undefined);
      }
      edited.clear();
      isRefused = false;
      showErrors([]);
      return openedAt;
    },
    clear(): void {
      draft = { values: {}, prefill: '', note: '' };
      storeDraft(undefined);
      form.reset();
    },
  };
}

function readValues(form: HTMLFormElement): EnquiryValues {
  return Object.fromEntries(new FormData(form)) as EnquiryValues;
}

function readTyped(form: HTMLFormElement): EnquiryValues {
  const typed = listControls(form).filter(({ type, value }) => type !== 'hidden' && type !== 'checkbox' && value);
  return Object.fromEntries(typed.map(({ name, value }) => [name, value]));
}

function listControls(form: HTMLFormElement): Control[] {
  return [...form.querySelectorAll<Control>('input, select, textarea')];
}

function createSummary(invalid: Control[], errors: EnquiryTexts['errors']): HTMLElement[] {
  const heading = document.createElement('p');
  heading.textContent = invalid.length === 1 ? errors.one : errors.several.replace('{n}', String(invalid.length));
  const links = invalid.map((control) => {
    const link = document.createElement('a');
    link.href = `#${control.id}`;
    link.textContent = findError(control, errors) ?? '';
    return link;
  });
  return [heading, ...links];
}

function showError(control: Control, message: string | undefined): void {
  const id = `${control.id}-error`;
  const shown = document.getElementById(id);
  control.ariaInvalid = message ? 'true' : null;
  if (!message) {
    shown?.remove();
    control.removeAttribute('aria-describedby');
    return;
  }
  const error = shown ?? document.createElement('span');
  error.id = id;
  error.className = 'error';
  if (error.textContent !== message) error.textContent = message;
  if (!shown) control.after(error);
  control.setAttribute('aria-describedby', id);
}

/** The API requires it too; browsers accept an address without one. */
const topLevelDomain = /\.[^.\s@]+$/;

/** Returns how to correct a field that cannot be sent as it is, or undefined. */
export function findError(
  {
    name,
    value,
    required,
    validity,
  }: Pick<HTMLInputElement, 'name' | 'value' | 'required'> & { validity: { valid: boolean } },
  errors: EnquiryTexts['errors'],
): string | undefined {
  const text = value.trim();
  if (required && text === '') return name === 'email' ? errors.email : errors.companyName;
  if (name === 'email') return validity.valid && topLevelDomain.test(text) ? undefined : errors.emailShape;
  if (name === 'phone' && text && !toE164(text)) return errors.phone;
  return validity.valid ? undefined : errors.other;
}

/** Returns the first message: an opener's text replaces the one of the previous opener; typed text stays below it. */
export function getInitialMessage({ values, prefill }: Omit<EnquiryDraft, 'note'>, next: string): string {
  const { message = '' } = values;
  if (next === '') return message;
  const typed = message.replace(prefill, '');
  return [next, typed.trim()].filter(Boolean).join('\n\n');
}

/** Replaces the agreed sentence of an earlier opening, or removes it if the visitor no longer agrees. */
export function replaceNote(message: string, before: string, next: string): string {
  const rest = before === '' ? message : message.replace(before, '').trim();
  return [rest, next].filter(Boolean).join('\n\n');
}

function readDraft(): EnquiryDraft {
  const empty = { values: {}, prefill: '', note: '' };
  try {
    const stored = JSON.parse(sessionStorage.getItem(draftKey) ?? '{}') as Partial<EnquiryDraft>;
    if (Date.now() - (stored.openedAt ?? 0) <= keepMs) return { ...empty, ...stored };
    sessionStorage.removeItem(draftKey);
    clearIdempotencyKey();
  } catch {
    // Storage may be switched off.
  }
  return empty;
}

function storeDraft(draft: EnquiryDraft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(draftKey, JSON.stringify(draft));
    else sessionStorage.removeItem(draftKey);
  } catch {
    // Storage may be switched off; then only a reload loses the draft.
  }
}
