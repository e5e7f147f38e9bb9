import { previewLinkRequestSchema, previewRequestSchema } from '@threadline/schema/wire/preview';
import { feedbackChangeSchema } from '@threadline/schema/wire/preview-feedback';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { requireSession, type SignedIn } from '../auth/policy.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { jsonBody, limitBody } from '../platform/http/json-body.ts';
import { createEditedSnapshot } from './edited-snapshot.ts';
import type { Feedback } from './feedback.ts';
import type { PreviewLinks } from './links.ts';
import type { PreviewRenderer } from './render.ts';

const maxBodyBytes = 512 * 1024;
const maxSmallBytes = 1024;

interface PreviewParts {
  queries: ContentQueries;
  renderer: PreviewRenderer;
  links: PreviewLinks;
  feedback: Feedback;
}

/** Previews for editors, preview links for people without an account, and what these people send. */
export function previewRoutes(deps: Deps, sessions: Sessions, { queries, renderer, links, feedback }: PreviewParts) {
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
    .post('/links', limitBody(maxSmallBytes), jsonBody(previewLinkRequestSchema), (context) => {
      const { link, token } = links.create(context.req.valid('json'), context.var.session);
      return context.json({ success: true as const, link, path: `/p/${token}/` }, 201);
    })
    .delete('/links/:id', limitBody(maxSmallBytes), (context) => {
      links.revoke(context.req.param('id'), context.var.actor);
      return context.json({ success: true as const, message: 'The link was switched off.' });
    })
    .get('/feedback', (context) => context.json({ success: true as const, feedback: feedback.list() }))
    .put('/feedback/:id', limitBody(maxSmallBytes), jsonBody(feedbackChangeSchema), (context) => {
      feedback.setResolved(context.req.param('id'), context.req.valid('json').isResolved, context.var.actor);
      return context.json({ success: true as const, message: 'The change was saved.' });
    });
}
