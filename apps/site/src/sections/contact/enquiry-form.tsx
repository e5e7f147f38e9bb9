import { formatPhone, toE164 } from '@threadline/schema/phone';
import { type FocusEvent, type FormEvent, type InputHTMLAttributes, useEffect, useRef, useState } from 'react';
import { fill } from '../../text/format.ts';
import { getInitialMessage, readDraft, saveDraft } from './enquiry-draft.ts';
import { type FieldErrorTexts, findError } from './enquiry-errors.ts';
import type { EnquiryOutcome, EnquiryTexts, EnquiryValues } from './send-enquiry.ts';

/** The outcome of the last submit. */
export interface ShownOutcome extends EnquiryOutcome {
  /** False if the visitor typed after the submit: that text stays and can be sent as well. */
  isDone: boolean;
}

interface EnquiryFormProps {
  texts: EnquiryTexts;
  errorTexts: FieldErrorTexts;
  required: string;
  /** A property, because importing the schema would add zod to the bundle. */
  sizes: readonly string[];
  close: string;
  opening: { message: string; openedAt: number };
  isSending: boolean;
  outcome: ShownOutcome | undefined;
  onSend: (values: EnquiryValues) => void;
  onCancel: () => void;
}

interface Field {
  name: 'companyName' | 'contactName' | 'email' | 'phone';
  attributes: InputHTMLAttributes<HTMLInputElement>;
}

const fields: Field[] = [
  { name: 'companyName', attributes: { required: true, autoComplete: 'organization', maxLength: 200 } },
  { name: 'contactName', attributes: { autoComplete: 'name', maxLength: 120 } },
  {
    name: 'email',
    attributes: { required: true, type: 'email', inputMode: 'email', autoComplete: 'email', maxLength: 254 },
  },
  { name: 'phone', attributes: { type: 'tel', autoComplete: 'tel', maxLength: 40 } },
];

/** Unticked by default: each is a separate consent. */
const boxes = ['consentWhatsapp', 'consentNewsletter'] as const;

export function EnquiryForm({
  texts,
  errorTexts,
  required,
  sizes,
  close,
  opening,
  isSending,
  outcome,
  onSend,
  onCancel,
}: EnquiryFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [draft] = useState(readDraft);
  const [errors, setErrors] = useState<EnquiryValues>({});
  const [refusals, setRefusals] = useState(0);
  const edited = useRef(new Set<string>());
  const readValues = (element: HTMLFormElement) => Object.fromEntries(new FormData(element)) as EnquiryValues;

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('.form-summary')?.focus();
  }, [refusals]);
  useEffect(() => {
    if (outcome?.isDone) for (const control of listControls(form.current)) control.value = '';
    // Needed on low screens, where the status has no row of its own.
    if (outcome) form.current?.querySelector('[role=status]')?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = findErrors(event.currentTarget, errorTexts);
    setErrors(found);
    if (Object.keys(found).length > 0) setRefusals(refusals + 1);
    else onSend(readValues(event.currentTarget));
  };
  const typed = (event: FormEvent<HTMLFormElement>) => {
    edited.current.add((event.target as HTMLInputElement).name);
    saveDraft({
      values: readValues(event.currentTarget),
      prefill: opening.message || draft.prefill,
      openedAt: opening.openedAt,
    });
    // An error disappears as soon as it is fixed; new ones appear on submit.
    const still = findErrors(event.currentTarget, errorTexts);
    setErrors((known) =>
      Object.fromEntries(Object.keys(known).flatMap((name) => (still[name] ? [[name, still[name]]] : []))),
    );
  };
  // Only when the focus moves to another field: a new message would move the button away from a press.
  const left = ({ currentTarget, target, relatedTarget }: FocusEvent<HTMLFormElement>) => {
    const { name } = target as EventTarget as HTMLInputElement;
    if (!edited.current.has(name) || !listControls(currentTarget).some((control) => control === relatedTarget)) return;
    const error = findErrors(currentTarget, errorTexts)[name];
    if (error) setErrors((known) => ({ ...known, [name]: error }));
  };
  const mistakes = refusals > 0 ? Object.entries(errors) : [];
  const showPhoneBack = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    const number = toE164(currentTarget.value);
    if (number) currentTarget.value = formatPhone(number);
  };

  return (
    <form ref={form} noValidate onSubmit={submit} onInput={typed} onBlur={left}>
      <h2 id="contact-dialog-title">{texts.title}</h2>
      <div className="form-summary" role="alert" tabIndex={-1}>
        {mistakes.length > 0 && (
          <p>{mistakes.length === 1 ? errorTexts.one : fill(errorTexts.several, { n: mistakes.length })}</p>
        )}
        {mistakes.map(([name, message]) => (
          <a key={name} href={`#enquiry-${name}`}>
            {message}
          </a>
        ))}
      </div>
      <div className="field-grid">
        {fields.map(({ name, attributes }) => (
          <p className="field" key={name}>
            <label htmlFor={`enquiry-${name}`}>
              <LabelText text={attributes.required ? `${texts[name]} ${required}` : texts[name]} />
            </label>
            <input
              id={`enquiry-${name}`}
              name={name}
              defaultValue={draft.values[name]}
              onBlur={name === 'phone' ? showPhoneBack : undefined}
              aria-invalid={errors[name] ? true : undefined}
              aria-describedby={errors[name] ? `enquiry-${name}-error` : undefined}
              {...attributes}
            />
            {errors[name] && (
              <span className="error" id={`enquiry-${name}-error`}>
                {errors[name]}
              </span>
            )}
          </p>
        ))}
        <p className="field">
          <label htmlFor="enquiry-companySize">
            <LabelText text={texts.size} />
          </label>
          <select id="enquiry-companySize" name="companySize" defaultValue={draft.values.companySize}>
            <option value="">{texts.sizeUnset}</option>
            {sizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
        </p>
        <p className="field">
          <label htmlFor="enquiry-industry">
            <LabelText text={texts.industry} />
          </label>
          <input id="enquiry-industry" name="industry" maxLength={120} defaultValue={draft.values.industry} />
        </p>
        <p className="field full">
          <label htmlFor="enquiry-message">
            <LabelText text={texts.message} />
          </label>
          <textarea
            id="enquiry-message"
            name="message"
            maxLength={5000}
            defaultValue={getInitialMessage(draft, opening.message)}
          />
        </p>
      </div>
      <div className="form-note">
        {texts.notice}
        <details>
          <summary>{texts.noticeSummary}</summary>
          <ul>
            {texts.noticeItems.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
        {boxes.map(
          (name) =>
            texts[name] && (
              <label key={name}>
                <input type="checkbox" name={name} /> {texts[name]}
              </label>
            ),
        )}
        <input name="website" hidden autoComplete="off" />
      </div>
      <p className="form-actions">
        {/* In the row that stays in sight, whatever has been scrolled to. */}
        <span
          className={outcome?.isSent ? 'form-summary success' : 'form-summary'}
          role="status"
          tabIndex={outcome?.isDone ? 0 : -1}
        >
          {outcome?.message}
        </span>
        <button type="submit" className="button filled" aria-disabled={isSending || outcome?.isDone}>
          {isSending ? texts.sending : texts.submit}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {outcome?.isDone ? close : texts.cancel}
        </button>
      </p>
    </form>
  );
}

/** Shows "(required)" or "(optional)" at the end of a label in a lighter style. */
function LabelText({ text }: { text: string }) {
  const [, words = text, note] = /^(.*?)(\([^()]*\))?$/.exec(text) ?? [];
  return (
    <>
      {words}
      {note && <span className="hint">{note}</span>}
    </>
  );
}

function listControls(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>('input, select, textarea') ?? [])];
}

/** The remedy for each field that cannot be sent as it is, by name. */
function findErrors(form: HTMLFormElement, texts: FieldErrorTexts): EnquiryValues {
  return Object.fromEntries(
    listControls(form).flatMap(({ name, value, validity, required }) => {
      const error = findError({ name, value, isValid: validity.valid, isRequired: required }, texts);
      return error === undefined ? [] : [[name, error]];
    }),
  );
}
