import { companySizes, type EnquiryForm } from '@threadline/schema/enquiry-form';
import { enquiryNotice, noticeIdOf, readableDialog } from '@threadline/schema/notice';
import type { Problem } from '@threadline/schema/problem';
import { cta } from '@threadline/schema/sections/cta';
import { html } from 'hono/html';
import type { z } from 'zod';
import type { ContentQueries } from '../../content/queries.ts';
import { readRetentionMonths } from '../retention.ts';

type Field = keyof EnquiryForm;
type Dialog = z.infer<typeof cta.singles.dialog>;

interface FormWords {
  dialog: Dialog;
  errors: z.infer<(typeof cta.singles)['field-errors']>;
  /** Of the notice as this form shows it. */
  notice: string;
}

interface RefusedForm {
  posted: Readonly<Record<string, string | string[]>>;
  problem: Problem;
  words: FormWords;
  action: string;
}

const maxPhoneLength = 40;

/** As on the page of the site, in its order. */
const inputs = [
  { name: 'companyName', type: 'text', complete: 'organization', max: 200 },
  { name: 'contactName', type: 'text', complete: 'name', max: 120 },
  { name: 'email', type: 'email', complete: 'email', max: 254 },
  { name: 'phone', type: 'tel', complete: 'tel', max: maxPhoneLength },
  { name: 'companySize', type: 'select', complete: 'off', max: 0 },
  { name: 'industry', type: 'text', complete: 'off', max: 120 },
  { name: 'message', type: 'textarea', complete: 'off', max: 5000 },
] as const satisfies { name: Field; type: string; complete: string; max: number }[];
type Input = (typeof inputs)[number];

const boxes = ['consentWhatsapp', 'consentNewsletter'] as const;
/** Sent on as they came. Not `filledMs`: how long this form will have been open nobody can say. */
const carried = ['origin', 'originSection', 'originSlide', 'originCta', 'page'] as const;

/** The words of the form as visitors of the site read them. @returns undefined while there are none */
export function readFormWords(queries: ContentQueries): FormWords | undefined {
  const dialog = cta.singles.dialog.safeParse(queries.liveValue('cta', 'dialog')).data;
  const errors = cta.singles['field-errors'].safeParse(queries.liveValue('cta', 'field-errors')).data;
  if (!dialog || !errors) return undefined;
  const months = readRetentionMonths(queries);
  return { dialog: readableDialog(dialog, months), errors, notice: noticeIdOf(enquiryNotice(dialog, months)) };
}

/** The enquiry form with what was typed, to be corrected and sent again. Everything in it is text: `html` escapes it. */
export function refusedForm({ posted, problem, words, action }: RefusedForm) {
  const { dialog } = words;
  const wrong = new Map(problem.errors?.map(({ pointer, detail }) => [pointer.slice(1), detail]));
  const typed = (name: Field): string => [posted[name] ?? ''].flat()[0] ?? '';
  const mistakes = inputs
    .filter(({ name }) => wrong.has(name))
    .map(({ name }) => ({
      name,
      sentence: sentenceFor({ name, value: typed(name), said: wrong.get(name) ?? '', words }),
    }));
  const hidden = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}" />`;
  const body = html`${
    mistakes.length > 0
      ? html`<ul>${mistakes.map(({ name, sentence }) => html`<li><a href="#${name}">${sentence}</a></li>`)}</ul>`
      : ''
  }
    <form method="post" action="${action}">
      ${inputs.map((input) =>
        fieldOf({ input, dialog, value: typed(input.name), mistake: mistakes.find(({ name }) => name === input.name) }),
      )}
      <p class="note">${dialog.notice}</p>
      <details>
        <summary>${dialog.noticeSummary}</summary>
        <ul>${dialog.noticeItems.map((line) => html`<li>${line}</li>`)}</ul>
      </details>
      ${boxes
        .filter((name) => dialog[name] !== '')
        .map(
          (name) =>
            html`<label class="box"><input type="checkbox" name="${name}" ${typed(name) === 'on' ? 'checked' : ''} />${dialog[name]}</label>`,
        )}
      <input name="website" value="${typed('website')}" hidden autocomplete="off" />
      ${hidden('notice', words.notice)} ${carried.filter((name) => !wrong.has(name)).map((name) => hidden(name, typed(name)))}
      <p><button>${dialog.submit}</button></p>
    </form>`;
  return { sentence: summaryOf(mistakes.length, problem, words), body };
}

function summaryOf(count: number, problem: Problem, { errors }: FormWords): string {
  if (count === 0) return problem.detail;
  return count === 1 ? errors.one : errors.several.replace('{n}', String(count));
}

interface Mistake {
  name: Field;
  value: string;
  /** By the API, in English; never with the value. */
  said: string;
  words: FormWords;
}

/** As the form of the site says it, where it has words for it. */
function sentenceFor({ name, value, said, words: { errors } }: Mistake): string {
  if (name === 'companyName' && value.trim() === '') return errors.companyName;
  if (name === 'email' && value.trim() === '') return errors.email;
  if (name === 'email') return errors.emailShape;
  return name === 'phone' && value.length <= maxPhoneLength ? errors.phone : said;
}

interface FieldParts {
  input: Input;
  dialog: Dialog;
  value: string;
  mistake: { sentence: string } | undefined;
}

function fieldOf({ input: { name, type, complete, max }, dialog, value, mistake }: FieldParts) {
  const label = dialog[name === 'companySize' ? 'size' : name];
  const error = mistake && html`<span class="error" id="${name}-error">${mistake.sentence}</span>`;
  const about = mistake ? html`aria-invalid="true" aria-describedby="${name}-error"` : '';
  const start = html`<p><label for="${name}">${label}</label>${error ?? ''}`;
  if (type === 'textarea')
    return html`${start}<textarea id="${name}" name="${name}" maxlength="${max}" ${about}>
${value}</textarea></p>`;
  if (type === 'select')
    return html`${start}<select id="${name}" name="${name}" ${about}>
      <option value="">${dialog.sizeUnset}</option>
      ${companySizes.map((size) => html`<option ${size === value ? 'selected' : ''}>${size}</option>`)}
    </select></p>`;
  const required = name === 'companyName' || name === 'email' ? 'required' : '';
  return html`${start}<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${complete}" maxlength="${max}" ${required} ${about} /></p>`;
}
