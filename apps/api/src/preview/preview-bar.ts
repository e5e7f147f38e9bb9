import { createHash } from 'node:crypto';
import { indianTimeZone } from '@threadline/schema/primitives/indian-time';
import { html } from 'hono/html';
import type { OpenLink } from './links.ts';

/**
 * The bar is fixed at the bottom. The page ends above it, and what the page itself fixes there moves up by
 * `--preview-bar`. Colours are those of the page. The forms are in frames, because the page may not send forms, and so
 * that its styles and scripts do not reach them.
 */
const style = `:root{--preview-bar:4rem;--preview-form:min(46rem,100dvh - var(--preview-bar) - 2rem);scroll-padding-bottom:8rem}
body{padding-bottom:var(--preview-bar)}
.sticky-bar,.opener-note{margin-bottom:var(--preview-bar)}
.preview-bar{--focus:var(--color-panel-accent);position:fixed;z-index:20;inset:auto 0 0;display:flex;align-items:center;gap:.5rem;min-height:var(--preview-bar);padding:.375rem max(.75rem,env(safe-area-inset-right)) calc(.375rem + env(safe-area-inset-bottom)) max(.75rem,env(safe-area-inset-left));border-top:3px solid var(--color-panel-accent);background:var(--color-panel);color:#fff;font-size:.875rem;line-height:1.3}
.preview-bar p{flex:1;min-width:0;overflow:hidden}
.preview-bar p span{display:-webkit-box;overflow:hidden;color:var(--color-band-muted);font-size:.75rem;line-height:1.25;-webkit-box-orient:vertical;-webkit-line-clamp:2}
.preview-bar summary{display:flex;align-items:center;min-height:2.75rem;padding:0 .75rem;border:1px solid var(--color-band-muted);border-radius:.5rem;font-weight:650;list-style:none;cursor:pointer}
.preview-bar summary::-webkit-details-marker{display:none}
.preview-bar [data-decide] summary{border-color:var(--color-panel-accent);background:var(--color-panel-accent);color:var(--color-on-accent)}
.preview-bar [open] summary::after{content:"Close" / "";position:fixed;z-index:1;right:1.25rem;bottom:calc(var(--preview-bar) + var(--preview-form) - 3.75rem);display:grid;place-items:center;min-height:2.75rem;padding:0 1rem;border:1.5px solid var(--color-primary);border-radius:var(--radius-control);background:var(--color-canvas);color:var(--color-primary);font-size:.9375rem}
.preview-bar iframe{position:fixed;inset:auto 0 var(--preview-bar) auto;width:min(28rem,100%);height:var(--preview-form);border:0;border-top:3px solid var(--color-panel-accent);background:var(--color-canvas);box-shadow:0 0 0 1px var(--color-border),0 -.5rem 2rem rgb(7 20 32/.35)}
body:has(.preview-bar [open]) .hero .progress{animation-play-state:paused}
@media(width<40rem){.preview-bar summary{padding:0 .5rem}.preview-bar [data-decide] summary{width:8.25rem;justify-content:center;line-height:1.2;text-align:center}}
@media(width<30rem){:root{--preview-bar:6.75rem}.preview-bar{flex-wrap:wrap;align-content:center}.preview-bar p{flex-basis:100%}.preview-bar details{flex:auto}.preview-bar summary,.preview-bar [data-decide] summary{width:auto;justify-content:center}}
@media print{.preview-bar{position:static}.preview-bar details{display:none}}`;
const styleHash = createHash('sha256').update(style).digest('base64');

interface Shown {
  link: OpenLink;
  /** The address of the link, without a slash at the end. */
  base: string;
  page: string;
  revision: number;
}

export type FeedbackFormName = 'comment' | 'decision';

/** Returns the address of a form for what a visitor sees. */
export function getFormAddress(
  form: FeedbackFormName,
  { base, page, revision }: Pick<Shown, 'base' | 'page' | 'revision'>,
): string {
  return `${base}/~feedback?${new URLSearchParams({ form, page, revision: String(revision) })}`;
}

/** Returns a page with the bar, which says that it is not public and opens the forms. It is first, so it is read first. */
export async function addPreviewBar(page: string, shown: Shown): Promise<string> {
  const { createdBy, expiresAt } = shown.link;
  const frame = (form: FeedbackFormName, title: string) =>
    html`<iframe title="${title}" loading="lazy" src="${getFormAddress(form, shown)}"></iframe>`;
  const bar =
    await html`<aside class="preview-bar" aria-label="Preview"><p><strong>Preview, not public</strong> <span>Until ${formatShortTime(expiresAt)} · shared by ${createdBy}</span></p><details name="preview-bar"><summary>Comment</summary>${frame('comment', 'Comments on this preview')}</details><details name="preview-bar" data-decide><summary>Approve or request changes</summary>${frame('decision', 'Approve this preview, or request changes')}</details></aside>`;
  return page.replace('<body>', (body) => `${body}<style>${style}</style>${bar}`);
}

/**
 * Returns the page's policy with the styles and frames of the bar. It forbids sending forms: an enquiry from a preview would be
 * a real one.
 */
export function allowPreviewBar(policy = "default-src 'none'"): string {
  const directives = policy
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && !/^(?:connect-src|form-action)\b/.test(directive))
    .map((directive) => directive.replace(/^style-src\b/, `style-src 'sha256-${styleHash}'`))
    .map((directive) => directive.replace(/^frame-src\b/, "frame-src 'self'"));
  const frames = directives.some((directive) => directive.startsWith('frame-src')) ? [] : ["frame-src 'self'"];
  return [...directives, ...frames, "connect-src 'none'", "form-action 'none'"].join('; ');
}

/** Returns a moment that fits into the bar of a phone, such as `21 Nov, 16:13 IST`. */
function formatShortTime(iso: string): string {
  const options = {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: indianTimeZone,
  } as const;
  return `${new Intl.DateTimeFormat('en-GB', options).format(new Date(iso))} IST`;
}
