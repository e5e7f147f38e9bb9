import { createHash } from 'node:crypto';
import type { RenderedPath } from '@threadline/schema/wire/preview';
import { securityHeaders } from '@threadline/schema/wire/release-response';
import { type Context, Hono } from 'hono';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { limitNetwork } from '../platform/http/rate-limit.ts';
import { createEditedSnapshot } from './edited-snapshot.ts';
import type { LinkState, PreviewLinks } from './links.ts';
import type { PreviewRenderer } from './render.ts';

interface PagesDeps {
  deps: Deps;
  queries: ContentQueries;
  renderer: PreviewRenderer;
  links: PreviewLinks;
}

/** The address of a preview is its key: it must not be indexed, cached or sent as a referrer. */
const privateHeaders = {
  ...securityHeaders,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'cache-control': 'no-store',
};

/** `/preview/<token>/…`: every page of the site, rendered from the working copy, for everyone with the link. */
export function previewPages({ deps, queries, renderer, links }: PagesDeps) {
  const limited = limitNetwork(deps, { name: 'preview-page', tries: 60, seconds: 60 });

  return new Hono().get('/:token/*', limited, async (context) => {
    const token = context.req.param('token');
    const state = await links.check(token);
    if (state !== 'valid') return replyNotice(context, notices[state]);
    const base = `/preview/${token}`;
    const path = context.req.path.slice(base.length);
    if (!path.endsWith('/')) return context.body(null, 308, { ...privateHeaders, location: `${base}${path}/` });
    try {
      const { snapshot } = createEditedSnapshot(deps, queries, {});
      const page = await renderer.render(path, snapshot, { isTagged: false }).catch((error: unknown) => {
        if (error instanceof ProblemError && error.code === 'not-found')
          return renderer.render('/404/', snapshot, { isTagged: false });
        throw error;
      });
      return context.body(addBadge(prefixLinks(page.body, base)), page.status as 200, getPageHeaders(page));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return replyNotice(context, notices.unavailable);
    }
  });
}

/** Covers nothing that can be clicked. */
const badgeStyle =
  '.preview-badge{position:fixed;left:12px;bottom:12px;z-index:2147483647;padding:6px 12px;border-radius:99px;background:#7a1f10;color:#fff;font:600 14px/1.4 system-ui,sans-serif;pointer-events:none}@media print{.preview-badge{position:static}}';
const badge = `<style>${badgeStyle}</style><div class="preview-badge" role="note">Preview, not public</div>`;
const badgeHash = createHash('sha256').update(badgeStyle).digest('base64');

/** Says on every page of a preview link that visitors do not see it. */
function addBadge(html: string): string {
  return html.replace('</body>', `${badge}</body>`);
}

/**
 * Returns the page's headers with a policy that allows the badge, and forbids sending forms: an enquiry from a preview
 * would be a real one.
 */
function getPageHeaders({ headers, contentType }: RenderedPath): Record<string, string> {
  const directives = (headers['content-security-policy'] ?? "default-src 'none'")
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && !/^(?:connect-src|form-action)\b/.test(directive))
    .map((directive) => directive.replace(/^style-src\b/, `style-src 'sha256-${badgeHash}'`));
  const policy = [...directives, "connect-src 'none'", "form-action 'none'"].join('; ');
  return { ...privateHeaders, 'content-type': contentType, 'content-security-policy': policy };
}

/** Links to pages of the site; files and other parts of the product are excluded. */
const pageLink =
  /(<a\b[^<>]*?\shref=")(\/(?!(?:api|admin|media|_astro|art|data)\/)(?:[a-z0-9-]+\/)*[a-z0-9-]*)(?=["?#])/g;

/** Prefixes links between pages, so that they stay in the preview. */
export function prefixLinks(html: string, base: string): string {
  return html.replace(pageLink, (_link, before: string, path: string) => `${before}${base}${path}`);
}

interface Notice {
  status: 404 | 410 | 503;
  title: string;
  text: string;
}

const notices: Record<Exclude<LinkState, 'valid'> | 'unavailable', Notice> = {
  ended: {
    status: 410,
    title: 'This preview has ended',
    text: 'The link has expired or was revoked. Ask the sender for a new one.',
  },
  unknown: {
    status: 404,
    title: 'Preview not found',
    text: 'The address may have been cut off. Copy the whole link and try again.',
  },
  unavailable: {
    status: 503,
    title: 'The preview cannot be shown right now',
    text: 'Please try again in a minute.',
  },
};

const style =
  'body{display:grid;place-content:center;min-height:90vh;margin:0 1.5rem;font:1rem/1.6 system-ui,sans-serif;text-align:center;color-scheme:light dark}h1{font-size:1.5rem}';
const styleHash = createHash('sha256').update(style).digest('base64');

function replyNotice(context: Context, { status, title, text }: Notice): Response {
  const html = `<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1><p>${text}</p></main></body></html>
`;
  return context.body(html, status, {
    ...privateHeaders,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    ...(status === 503 && { 'retry-after': '30' }),
  });
}
