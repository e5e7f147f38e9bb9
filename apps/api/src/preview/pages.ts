import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contentModel } from '@threadline/schema/content/content-model';
import { feedbackFormSchema, feedbackSections } from '@threadline/schema/wire/preview-feedback';
import type { Problem } from '@threadline/schema/wire/problem';
import { securityHeaders } from '@threadline/schema/wire/release-response';
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { isFromOwnPage } from '../auth/cookies.ts';
import { readPreviewColors } from '../content/brand-colors.ts';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { getPostedFields, jsonOrFormBody, renderFormErrors } from '../platform/http/form-body.ts';
import { limitBody } from '../platform/http/json-body.ts';
import { renderPlainPage } from '../platform/http/message-page.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { limitNetwork, limitRefusedInput } from '../platform/http/rate-limit.ts';
import { createEditedSnapshot } from './edited-snapshot.ts';
import type { Feedback } from './feedback.ts';
import { type FormState, renderFeedbackPage } from './feedback-page.ts';
import type { FoundLink, OpenLink, PreviewLinks } from './links.ts';
import { addPreviewBar, allowPreviewBar, getFormAddress } from './preview-bar.ts';
import type { PreviewRenderer } from './render.ts';

interface PagesDeps {
  deps: Deps;
  queries: ContentQueries;
  renderer: PreviewRenderer;
  links: PreviewLinks;
  feedback: Feedback;
}

/** The address of a preview is its key: it must not be indexed, cached or sent as a referrer to other sites. */
const privateHeaders = {
  ...securityHeaders,
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'cache-control': 'no-store',
};
const noReferrer = { 'referrer-policy': 'no-referrer' };

/** 2,000 letters of an Indian script take nine bytes each in a form. */
const maxFormBytes = 64 * 1024;
const nameCookie = 'preview-name';

/** `/p/<token>/…`: every page of the site, rendered from the working copy, for everyone with the link; and its forms. */
export function previewPages({ deps, queries, renderer, links, feedback }: PagesDeps) {
  const { config, now } = deps;
  const font = findFont(config.adminDir);
  const limited = limitNetwork(deps, { name: 'preview-page', tries: 60, seconds: 60 });
  const sendLimited = limitNetwork(deps, { name: 'preview-feedback', tries: 30, seconds: 600 });
  const refusedLimited = limitRefusedInput(deps, { name: 'preview-feedback-refused', tries: 60, seconds: 600 });
  const cookiePrefix = config.appUrl.startsWith('https:') ? 'secure' : undefined;

  const readState = (
    context: Context,
    link: OpenLink,
    values: Omit<FormState, 'link' | 'rows' | 'changes' | 'base' | 'isOutdated' | 'sections' | 'font' | 'colors'>,
  ) => ({
    ...values,
    link,
    base: getBase(context),
    rows: feedback.listOfLink(link.id),
    changes: values.isSent ? [] : feedback.listChanges(),
    sections: listSections(queries),
    font,
    colors: readPreviewColors(queries),
    isOutdated: !values.isSent && feedback.countChangedItems(values.revision) > 0,
  });

  /** Renders the form again with the typed text, or says that the link has ended, with the text to copy. */
  function renderRefusal(context: Context, problem: Problem): Response | Promise<Response> {
    const posted = getPostedFields(context);
    const read = (name: string): string => [posted?.[name] ?? ''].flat()[0] ?? '';
    const found = links.find(context.req.param('token') ?? '');
    if (found.state !== 'valid') return replyNotice(context, notices[found.state], read('text'));
    if (!posted) {
      const text = `${problem.detail} Your browser’s back button keeps what you wrote.`;
      return replyNotice(context, { status: problem.status, title: problem.title, text });
    }
    setHeaders(context, privateHeaders);
    const values = {
      form: read('kind') === 'comment' ? ('comment' as const) : ('decision' as const),
      page: read('page'),
      revision: Number(read('revision')) || queries.latestRevision(),
      name: read('name'),
      text: read('text'),
      section: read('section'),
    };
    return renderFeedbackPage(context, { ...readState(context, found.link, values), problem });
  }

  return new Hono()
    .get('/:token/~feedback', limited, (context) => {
      const found = links.find(context.req.param('token'));
      if (found.state !== 'valid') return replyNotice(context, notices[found.state]);
      setHeaders(context, privateHeaders);
      const asked = context.req.query();
      const values = {
        form: asked.form === 'decision' ? ('decision' as const) : ('comment' as const),
        page: asked.page ?? '/',
        revision: Math.min(Number(asked.revision) || Number.POSITIVE_INFINITY, queries.latestRevision()),
        name: getCookie(context, nameCookie, cookiePrefix) ?? '',
        text: '',
        section: '',
        isSent: asked.sent === '1',
      };
      return renderFeedbackPage(context, readState(context, found.link, values));
    })
    .post(
      '/:token/~feedback',
      renderFormErrors(renderRefusal),
      refusedLimited,
      limitBody(maxFormBytes),
      jsonOrFormBody(feedbackFormSchema),
      sendLimited,
      (context) => {
        if (!isFromOwnPage(context, [config.appUrl, config.siteUrl]))
          throw new ProblemError('forbidden', { detail: 'Send this form from the preview itself.' });
        const found = links.find(context.req.param('token'));
        if (found.state !== 'valid') throw new ProblemError('not-found', { detail: notices[found.state].text });
        const form = context.req.valid('json');
        feedback.add(found.link, form);
        const base = getBase(context);
        setHeaders(context, privateHeaders);
        const maxAge = Math.floor((Date.parse(found.link.expiresAt) - now().getTime()) / 1000);
        setCookie(context, nameCookie, form.name, {
          path: `${base}/`,
          httpOnly: true,
          sameSite: 'Lax',
          maxAge,
          ...(cookiePrefix && { prefix: cookiePrefix, secure: true }),
        });
        const name = form.kind === 'comment' ? 'comment' : 'decision';
        return context.redirect(`${getFormAddress(name, { base, ...form })}&sent=1`, 303);
      },
    )
    .get('/:token/*', limited, async (context) => {
      const found = links.find(context.req.param('token'));
      if (found.state !== 'valid') return replyNotice(context, notices[found.state]);
      const base = getBase(context);
      const path = context.req.path.slice(base.length);
      setHeaders(context, { ...privateHeaders, ...noReferrer });
      if (!path.endsWith('/')) return context.redirect(`${base}${path}/`, 308);
      try {
        const revision = queries.latestRevision();
        const { snapshot } = createEditedSnapshot(deps, queries, { revision });
        const { body, status, headers, contentType } = await renderer
          .render(path, snapshot, { isTagged: false })
          .catch((error: unknown) => {
            if (error instanceof ProblemError && error.code === 'not-found')
              return renderer.render('/404/', snapshot, { isTagged: false });
            throw error;
          });
        const page = await addPreviewBar(prefixLinks(body, base), { link: found.link, base, page: path, revision });
        context.header('content-type', contentType);
        context.header('content-security-policy', allowPreviewBar(headers['content-security-policy']));
        return context.body(page, status as 200);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        return replyNotice(context, notices.unavailable);
      }
    });
}

/** Returns the address of the admin's text font, whose name contains a hash; undefined if the admin is not built. */
function findFont(adminDir: string): string | undefined {
  const folder = join(adminDir, 'static/media');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const name = names.find((each) => /^hanken-grotesk-latin-wght-normal\.[\w-]+\.woff2$/.test(each));
  return name && `/admin/static/media/${name}`;
}

/** Returns the sections of the landing page: the name of the editor's tab, and the heading that visitors see. */
function listSections(queries: ContentQueries): FormState['sections'] {
  return feedbackSections.map((value) => {
    const { title } = contentModel[value];
    const heading = value === 'hero' ? 'Top of the page' : queries.item(value, 'heading')?.value;
    const isNamed = typeof heading !== 'string' || heading === '' || heading.toLowerCase() === title.toLowerCase();
    return { value, label: isNamed ? title : `${title}: ${heading}` };
  });
}

function getBase(context: Context): string {
  return `/p/${context.req.param('token')}`;
}

function setHeaders(context: Context, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
}

/** Links to pages of the site; files and other parts of the product are excluded. */
const pageLink =
  /(<a\b[^<>]*?\shref=")(\/(?!(?:api|admin|media|_astro|art|data)\/)(?:[a-z0-9-]+\/)*[a-z0-9-]*)(?=["?#])/g;

/** Prefixes links between pages, so that they stay in the preview. */
export function prefixLinks(html: string, base: string): string {
  return html.replace(pageLink, (_link, before: string, path: string) => `${before}${base}${path}`);
}

interface Notice {
  status: number;
  title: string;
  text: string;
}

const notices: Record<Exclude<FoundLink['state'], 'valid'> | 'unavailable', Notice> = {
  ended: {
    status: 410,
    title: 'This preview has ended',
    text: 'The link has expired or was switched off. Ask the sender for a new one.',
  },
  unknown: {
    status: 404,
    title: 'Preview not found',
    text: 'The address may have been cut off. Copy the whole link and try again.',
  },
  unavailable: {
    status: 503,
    title: 'The preview cannot be shown right now',
    text: 'Try again in a minute.',
  },
};

/** @param typed text that was not stored */
function replyNotice(context: Context, { status, title, text }: Notice, typed = ''): Response | Promise<Response> {
  setHeaders(context, { ...privateHeaders, ...noReferrer });
  if (status === 503) context.header('retry-after', '30');
  const unsent = html`<p><label>Your text was not sent. You can copy it:<textarea readonly>
${typed}</textarea></label></p>`;
  const body = html`<h1>${title}</h1><p>${text}</p>${typed === '' ? '' : unsent}`;
  return renderPlainPage(context, { title, status, body, isFramed: true });
}
