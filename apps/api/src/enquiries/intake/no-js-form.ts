import { getNoticeId, listEnquiryNotice, readableDialog } from '@threadline/schema/content/notice';
import { cta } from '@threadline/schema/content/sections/cta';
import { site } from '@threadline/schema/content/sections/site';
import { companySizes, type EnquiryForm } from '@threadline/schema/wire/enquiry-form';
import type { Problem } from '@threadline/schema/wire/problem';
import type { Context } from 'hono';
import { html } from 'hono/html';
import type { z } from 'zod';
import type { Config } from '../../config.ts';
import type { ContentQueries } from '../../content/queries.ts';
import { externalSiteQuery, isFromExternalSite } from '../../platform/http/cors.ts';
import { getPostedFields } from '../../platform/http/form-body.ts';
import { renderMessagePage } from '../../platform/http/message-page.ts';
import { readRetentionMonths } from '../retention.ts';

type Field = keyof EnquiryForm;
type Dialog = z.infer<typeof cta.singles.dialog>;

interface FormTexts {
  dialog: Dialog;
  errors: z.infer<(typeof cta.singles)['field-errors']>;
  /** Id of the notice that this form shows. */
  notice: string;
}

interface RefusedForm {
  posted: Readonly<Record<string, string | string[]>>;
  problem: Problem;
  texts: FormTexts;
  action: string;
}

const maxPhoneLength = 40;

/** The fields of the site's form, in its order. */
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
/** Passed on unchanged. `filledMs` is left out, because it is unknown for the repeated form. */
const carried = ['origin', 'originSection', 'originSlide', 'originCta', 'page'] as const;

/** Renders the replies to a posted enquiry form for browsers without JavaScript. */
export function enquiryPages(config: Pick<Config, 'appUrl' | 'siteUrl'>, queries: ContentQueries) {
  const getAddresses = (context: Context) =>
    isFromExternalSite(context, config)
      ? { home: `${config.siteUrl}/`, action: `${context.req.path}?${externalSiteQuery}` }
      : { home: '/', action: context.req.path };

  return {
    /** Renders the form again with values and errors; undefined if the posted fields were not read. */
    refused(context: Context, problem: Problem): Response | Promise<Response> | undefined {
      const posted = getPostedFields(context);
      const texts = readFormTexts(queries);
      if (!posted || !texts) return undefined;
      const { home, action } = getAddresses(context);
      const { sentence, body } = renderForm({ posted, problem, texts, action });
      return renderMessagePage(context, { title: texts.dialog.title, sentence, status: problem.status, body, home });
    },

    thanks(context: Context, reference: string): Response | Promise<Response> {
      const texts = site.singles.thanks.parse(queries.effectiveValue('site', 'thanks'));
      const body = html`<p><strong>${texts.reference.replace('{reference}', reference)}</strong></p>`;
      const { home } = getAddresses(context);
      return renderMessagePage(context, { title: texts.title, sentence: texts.body, status: 200, body, home });
    },
  };
}

/** Returns the live texts of the form; undefined if they do not fit their schema. */
function readFormTexts(queries: ContentQueries): FormTexts | undefined {
  const dialog = cta.singles.dialog.safeParse(queries.liveValue('cta', 'dialog')).data;
  const errors = cta.singles['field-errors'].safeParse(queries.liveValue('cta', 'field-errors')).data;
  if (!dialog || !errors) return undefined;
  const months = readRetentionMonths(queries);
  return { dialog: readableDialog(dialog, months), errors, notice: getNoticeId(listEnquiryNotice(dialog, months)) };
}

/** Renders the enquiry form with the posted values and their errors. `html` escapes every value. */
function renderForm({ posted, problem, texts, action }: RefusedForm) {
  const { dialog } = texts;
  const wrong = new Map(problem.errors?.map(({ pointer, detail }) => [pointer.slice(1), detail]));
  const getTyped = (name: Field): string => [posted[name] ?? ''].flat()[0] ?? '';
  const mistakes = inputs
    .filter(({ name }) => wrong.has(name))
    .map(({ name }) => ({
      name,
      sentence: describeMistake({ name, value: getTyped(name), detail: wrong.get(name) ?? '', texts }),
    }));
  const renderHidden = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}" />`;
  const body = html`${
    mistakes.length > 0
      ? html`<ul>${mistakes.map(({ name, sentence }) => html`<li><a href="#${name}">${sentence}</a></li>`)}</ul>`
      : ''
  }
    <form method="post" action="${action}">
      ${inputs.map((input) =>
        renderField({
          input,
          dialog,
          value: getTyped(input.name),
          mistake: mistakes.find(({ name }) => name === input.name),
        }),
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
            html`<label class="box"><input type="checkbox" name="${name}" ${getTyped(name) === 'on' ? 'checked' : ''} />${dialog[name]}</label>`,
        )}
      <input name="website" value="${getTyped('website')}" hidden autocomplete="off" />
      ${renderHidden('notice', texts.notice)} ${carried.filter((name) => !wrong.has(name)).map((name) => renderHidden(name, getTyped(name)))}
      <p><button>${dialog.submit}</button></p>
    </form>`;
  return { sentence: formatSummary(mistakes.length, problem, texts), body };
}

function formatSummary(count: number, problem: Problem, { errors }: FormTexts): string {
  if (count === 0) return problem.detail;
  return count === 1 ? errors.one : errors.several.replace('{n}', String(count));
}

interface Mistake {
  name: Field;
  value: string;
  /** The API's error message, without the value. */
  detail: string;
  texts: FormTexts;
}

/** Returns the error text of the site's form, or the text of the API. */
function describeMistake({ name, value, detail, texts: { errors } }: Mistake): string {
  if (name === 'companyName' && value.trim() === '') return errors.companyName;
  if (name === 'email' && value.trim() === '') return errors.email;
  if (name === 'email') return errors.emailShape;
  return name === 'phone' && value.length <= maxPhoneLength ? errors.phone : detail;
}

interface FieldParts {
  input: Input;
  dialog: Dialog;
  value: string;
  mistake: { sentence: string } | undefined;
}

function renderField({ input: { name, type, complete, max }, dialog, value, mistake }: FieldParts) {
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
