import { previewLinkHours, previewLinkRequestSchema, previewRequestSchema } from '@threadline/schema/wire/preview';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { requireSession, type SignedIn } from '../auth/policy.ts';
import { createRecentAuth } from '../auth/recent-auth.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { jsonBody, limitBody } from '../platform/http/json-body.ts';
import { createEditedSnapshot } from './edited-snapshot.ts';
import type { PreviewLinks } from './links.ts';
import type { PreviewRenderer } from './render.ts';

const maxBodyBytes = 512 * 1024;
const maxLinkBytes = 1024;

interface PreviewParts {
  queries: ContentQueries;
  renderer: PreviewRenderer;
  links: PreviewLinks;
}

/** Previews for editors, and preview links for people without an account. */
export function previewRoutes(deps: Deps, sessions: Sessions, { queries, renderer, links }: PreviewParts) {
  const { assertRecentAuth } = createRecentAuth(deps);

  return new Hono<SignedIn>()
    .use(requireSession(sessions))
    .post(
      '/',
      compress({ encoding: 'gzip' }),
      limitBody(maxBodyBytes),
      jsonBody(previewRequestSchema),
      async (context) => {
        const { path, ...content } = context.req.valid('json');
        const { snapshot, faults } = createEditedSnapshot(deps, queries, content);
        const { body: html, fields } = await renderer.render(path, snapshot, { isTagged: true });
        return context.json({ success: true as const, path, html, fields, faults });
      },
    )
    .get('/links', (context) => context.json({ success: true as const, links: links.list() }))
    .post('/links', limitBody(maxLinkBytes), jsonBody(previewLinkRequestSchema), async (context) => {
      const { hours } = context.req.valid('json');
      if (hours > previewLinkHours.day) await assertRecentAuth(context);
      const { link, token } = await links.create(hours, context.var.session);
      return context.json({ success: true as const, link, path: `/preview/${token}/` }, 201);
    })
    .delete('/links/:id', limitBody(maxLinkBytes), (context) => {
      links.revoke(context.req.param('id'), context.var.actor);
      return context.json({ success: true as const, message: 'The link was revoked.' });
    });
}
