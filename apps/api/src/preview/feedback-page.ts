import { type BrandColors, createBrandTokens } from '@threadline/design-tokens/brand-colors';
import type { SchemeColor } from '@threadline/design-tokens/tokens';
import { formatIndianTime } from '@threadline/schema/primitives/indian-time';
import { type FeedbackKind, feedbackLimits } from '@threadline/schema/wire/preview-feedback';
import type { Problem } from '@threadline/schema/wire/problem';
import type { Context } from 'hono';
import { html } from 'hono/html';
import { renderPlainPage } from '../platform/http/message-page.ts';
import { stripControlCharacters } from '../platform/text/strip-control-characters.ts';
import type { FeedbackRow, NamedChange } from './feedback.ts';
import type { OpenLink } from './links.ts';
import { type FeedbackFormName, getFormAddress } from './preview-bar.ts';

export interface FormState {
  form: FeedbackFormName;
  link: OpenLink;
  /** The address of the link, without a slash at the end. */
  base: string;
  /** The page beside the form, and the revision of its content. */
  page: string;
  revision: number;
  /** The content has changed since the visitor opened the page. */
  isOutdated: boolean;
  name: string;
  text: string;
  section: string;
  /** The sections of the page, with the headings that the visitor sees. */
  sections: readonly { value: string; label: string }[];
  /** The differences from the live site. */
  changes: readonly NamedChange[];
  /** The feedback of the link, newest first. */
  rows: readonly FeedbackRow[];
  /** The brand colours of the content that the visitor sees. */
  colors: BrandColors;
  /** The address of the admin's font; undefined without a built admin. */
  font: string | undefined;
  isSent?: boolean;
  /** Why the form was refused. */
  problem?: Problem;
}

const style = `
body{font:.9375rem/1.5 Hanken,system-ui,sans-serif}
main{padding:1.25rem 1.25rem 2rem}
h1{min-height:2.75rem;font-size:1.25rem;margin:0 6rem .25rem 0}
h2{font-size:1.0625rem}
form p{margin:.75rem 0}
textarea{min-height:6rem}
ol{list-style:none;margin:0;padding:0}
li{padding:.75rem 0;border-top:1px solid light-dark(#d3dcd8,#234055)}
li .place{display:block}
.changes summary{padding:.5rem 0;font-weight:650;cursor:pointer}
.changes ul{margin:0;padding-left:1.25rem}
.changes li{padding:.25rem 0;border:0;overflow-wrap:anywhere}
li p{margin:.25rem 0 0;white-space:pre-wrap}
.buttons{display:flex;flex-wrap:wrap;gap:.5rem}
.second{color:inherit;background:none;box-shadow:inset 0 0 0 1px light-dark(#6f838e,#6e8a9c)}
[role]{padding:.6rem .75rem;border-left:4px solid light-dark(#0b6b5b,#5fd3b8);background:light-dark(#ddf1ec,#0e3a34)}
[role=alert]{border-color:light-dark(#a8321f,#ff9a85);background:light-dark(#fbe6e1,#45211b)}`;

/** A longer list is closed at first, so that the form stays in view. */
const maxOpenChanges = 6;

const titles: Record<FeedbackFormName, string> = { comment: 'Comment', decision: 'Approve or request changes' };
const lists: Record<FeedbackFormName, string> = { comment: 'Comments so far', decision: 'Decisions so far' };

const kinds: Record<FeedbackKind, string> = {
  comment: 'commented',
  approval: 'approved the preview',
  'change-request': 'requested changes',
};

/** Renders a form of the bar, with what was sent by it so far. It works without JavaScript. */
export function renderFeedbackPage(context: Context, state: FormState): Response | Promise<Response> {
  const { form, problem, isSent, font, colors } = state;
  const rows = listOwnRows(state);
  const body = html`<h1>${titles[form]}</h1>
    ${problem ? html`<p role="alert">${problem.detail}</p>` : ''}
    ${isSent ? renderThanks(state) : html`${renderChanges(state)}${renderForm(state)}`}
    ${rows.length > 0 ? html`<h2>${lists[form]}</h2><ol>${rows.map((row) => renderRow(row, state.sections))}</ol>` : ''}`;
  const status = problem?.status ?? 200;
  return renderPlainPage(context, {
    title: titles[form],
    status,
    body,
    style: style + formatColors(colors),
    font,
    isFramed: true,
  });
}

/** Returns the rules that give links, buttons and the focus the colours of the page behind the form. */
function formatColors(chosen: BrandColors): string {
  const { primary, accent, onAccent } = createBrandTokens(chosen).colors;
  const format = ({ light, dark }: SchemeColor) => `light-dark(${light},${dark})`;
  return `a,summary{color:${format(primary)}}
button:not(.second){color:${format(onAccent)};background:${format(accent)}}
:focus-visible{outline-color:${format(primary)}}`;
}

/** Comments and decisions have a form each, so that neither is listed twice. */
function listOwnRows({ form, rows }: FormState): FormState['rows'] {
  return rows.filter(({ kind }) => (kind === 'comment') === (form === 'comment'));
}

const outcomes: Record<FeedbackKind, string> = {
  comment: 'Your comment was sent.',
  approval: 'Your approval was recorded.',
  'change-request': 'Your request for changes was recorded.',
};

/** Instead of the form, which a link opens again. */
function renderThanks(state: FormState) {
  const { form, link, name } = state;
  const rows = listOwnRows(state);
  const kind = (rows.find((row) => row.name === name) ?? rows[0])?.kind ?? 'comment';
  return html`<p role="status">Thank you${name ? html`, <bdi>${stripControlCharacters(name)}</bdi>` : ''}. ${outcomes[kind]} ${link.createdBy} can see it now.</p>
    <p><a href="${getFormAddress(form, state)}">${form === 'comment' ? 'Write another comment' : 'Change your decision'}</a></p>`;
}

/** Lists the changes, the first ones open. A link opens a new tab, so that a text in the form is kept. */
function renderChanges({ changes, base }: FormState) {
  if (changes.length === 0) return '';
  const renderName = ({ name, href }: NamedChange) =>
    href ? html`<a href="${base}${href}" target="_blank" rel="noopener">${name}</a>` : name;
  return html`<details class="changes" ${changes.length <= maxOpenChanges ? 'open' : ''}><summary>What changed (${changes.length})</summary>
    <ul>${changes.map((change) => html`<li>${renderName(change)}</li>`)}</ul></details>`;
}

function renderForm({
  sections: parts,
  form,
  link,
  base,
  page,
  revision,
  isOutdated,
  name,
  text,
  section,
  problem,
}: FormState) {
  const getError = (field: string) => problem?.errors?.find(({ pointer }) => pointer === `/${field}`)?.detail;
  const describe = (field: string) =>
    getError(field) ? html`aria-invalid="true" aria-describedby="${field}-error"` : '';
  const renderError = (field: string) => {
    const error = getError(field);
    return error ? html`<span class="error" id="${field}-error">${error}</span>` : '';
  };
  const renderHidden = (field: string, value: string) => html`<input type="hidden" name="${field}" value="${value}" />`;
  const isComment = form === 'comment';
  const outdated = html`<p class="note">The content has changed since you opened this page. Load the page again to see it as it is now.</p>`;
  const scope = html`<p class="note">Your decision is about all changes in this preview, not only about this page.</p>`;
  const sections = html`<p><label for="section">Part of the page</label><select id="section" name="section">
      <option value="">The whole page</option>
      ${parts.map(({ value, label }) => html`<option value="${value}" ${value === section ? 'selected' : ''}>${label}</option>`)}
    </select></p>`;
  const decide = html`<button name="kind" value="approval">Approve</button>
    <button name="kind" value="change-request" class="second">Request changes</button>`;
  return html`${isComment ? html`<p class="note">On ${formatPage(page)}.</p>` : scope} ${isOutdated ? outdated : ''}
    <form method="post" action="${getFormAddress(form, { base, page, revision })}">
      ${renderHidden('page', page)} ${renderHidden('revision', String(revision))}
      <p><label for="name">Your name</label>${renderError('name')}<input id="name" name="name" value="${name}" autocomplete="name" maxlength="${feedbackLimits.name}" required ${describe('name')} /></p>
      ${isComment && page === '/' ? sections : ''}
      <p><label for="text">${isComment ? 'Comment' : 'Anything to add? (optional)'}</label>${renderError('text')}<textarea id="text" name="text" dir="auto" maxlength="${feedbackLimits.text}" ${isComment ? 'required' : ''} ${describe('text')}>
${text}</textarea></p>
      <p class="buttons">${isComment ? html`<button name="kind" value="comment">Send comment</button>` : decide}</p>
      <p class="note">Everyone with this link sees what you send, with your name. ${link.createdBy} shared the link; it works until ${formatIndianTime(link.expiresAt)}.</p>
    </form>`;
}

function renderRow({ kind, name, text, page, section, at, resolvedAt }: FeedbackRow, sections: FormState['sections']) {
  const part = sections.find(({ value }) => value === section);
  const place = part ? `${part.label}, on ${formatPage(page)}` : `On ${formatPage(page)}`;
  return html`<li><strong dir="auto">${stripControlCharacters(name)}</strong> ${kinds[kind]}${resolvedAt ? html` · <em>done</em>` : ''}
    <span class="place note">${place} · ${formatIndianTime(at)}</span>${text === '' ? '' : html`<p dir="auto">${stripControlCharacters(text)}</p>`}</li>`;
}

function formatPage(page: string): string {
  return page === '/' ? 'the home page' : page;
}
