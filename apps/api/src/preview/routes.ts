import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import {
  type Preview,
  previewLinkHours,
  previewLinkRequestSchema,
  previewRequestSchema,
} from '@threadline/schema/preview';
import { type Context, Hono } from 'hono';
import { createRecentAuth } from '../auth/recent-auth.ts';
import { requireSession, type SignedIn } from '../auth/require-session.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { jsonBody, limitBody } from '../platform/http/json-body.ts';
import { chooseEncoding } from '../platform/http/negotiation.ts';
import { createBurstLimit } from './burst-limit.ts';
import { createEditedSnapshot } from './edited-snapshot.ts';
import type { PreviewLinks } from './links.ts';
import type { PreviewRenderer } from './render.ts';

const maxBodyBytes = 512 * 1024;
const maxLinkBytes = 1024;
const compress = promisify(gzip);

interface PreviewParts {
  queries: ContentQueries;
  renderer: PreviewRenderer;
  links: PreviewLinks;
}

/** Previews for editors, and preview links for people without an account. */
export function previewRoutes(deps: Deps, sessions: Sessions, { queries, renderer, links }: PreviewParts) {
  // Fast typing causes at most 30 requests per second, each after the response to the one before.
  const limitBurst = createBurstLimit({ maxRequests: 400, seconds: 10 });

  const { assertRecentAuth } = createRecentAuth(deps);

  return new Hono<SignedIn>()
    .use(requireSession(sessions))
    .post('/', limitBody(maxBodyBytes), jsonBody(previewRequestSchema), async (context) => {
      await limitBurst(context.var.session.user._id);
      const { path, edits } = context.req.valid('json');
      const { snapshot, faults } = createEditedSnapshot(deps, queries, edits);
      const { body: html, fields } = await renderer.render(path, snapshot, { isTagged: true });
      return reply(context, { success: true, path, html, fields, faults });
    })
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

/** Compresses at the fastest level: a whole page is sent with every keystroke. */
async function reply(context: Context, preview: Preview & { success: true }) {
  if (!chooseEncoding(context.req.header('accept-encoding'), ['gzip'])) return context.json(preview);
  const body = await compress(JSON.stringify(preview), { level: constants.Z_BEST_SPEED });
  context.header('content-encoding', 'gzip');
  context.header('content-type', 'application/json');
  // The typed client sees the same body as without compression.
  return context.body(body as Uint8Array<ArrayBuffer>) as unknown as ReturnType<
    typeof context.json<typeof preview, 200>
  >;
}
