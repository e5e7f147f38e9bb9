import {
  bulkUpdateSchema,
  type ContentItem,
  contentUpdateSchema,
  orderUpdateSchema,
  removalQuerySchema,
  versionPageSchema,
} from '@threadline/schema/content/content-item';
import { Hono } from 'hono';
import { requireSession, type SignedIn } from '../auth/policy.ts';
import type { Sessions } from '../auth/sessions.ts';
import { jsonBody, limitBody, query } from '../platform/http/json-body.ts';
import { isNew, parseIfMatch } from './preconditions.ts';
import { createWorkingReader } from './reader.ts';
import type { ContentService } from './service.ts';

const savedMessage = 'Content updated successfully!';
const maxBodyBytes = 256 * 1024;
/** Large enough for all content of a site. Parsing more would block the event loop for other requests. */
const maxBulkBytes = 512 * 1024;

export function contentRoutes(content: ContentService, sessions: Sessions) {
  const signedIn = requireSession(sessions);
  const read = createWorkingReader(content);

  return (
    new Hono<SignedIn>()
      .put('/bulk', signedIn, limitBody(maxBulkBytes), jsonBody(bulkUpdateSchema), (context) => {
        const { updates, removals, origin } = context.req.valid('json');
        const saved = content.save(updates, context.var.actor, { bulk: true, removals, origin });
        return context.json({ success: true as const, message: savedMessage, ...saved });
      })
      .put('/:section/order', signedIn, limitBody(maxBodyBytes), jsonBody(orderUpdateSchema), (context) => {
        const order = { section: context.req.param('section'), ...context.req.valid('json') };
        const { revision } = content.reorder(order, context.var.actor);
        return context.json({ success: true as const, message: savedMessage, revision });
      })
      .put('/:section/:key', signedIn, limitBody(maxBodyBytes), jsonBody(contentUpdateSchema), (context) => {
        const { section, key } = context.req.param();
        const { value, metadata, after, draft, origin } = context.req.valid('json');
        const given = { value, metadata, after, draft };
        const write = { section, key, ...given, version: parseIfMatch(context), isNew: isNew(context) };
        const { revision } = content.save([write], context.var.actor, { origin });
        // It was saved in this turn of the event loop, so it cannot have been removed since.
        const item = content.queries.item(section, key) as ContentItem;
        context.header('etag', `"${item.version}"`);
        return context.json({ success: true as const, message: savedMessage, item, revision });
      })
      .delete('/:section/:key', signedIn, limitBody(maxBodyBytes), query(removalQuerySchema), (context) => {
        const { section, key } = context.req.param();
        const removal = { section, key, version: parseIfMatch(context) };
        const { revision } = content.remove(removal, context.var.actor, context.req.valid('query'));
        return context.json({ success: true as const, message: 'Item removed.', revision });
      })
      .get('/:section/:key/history', signedIn, query(versionPageSchema), (context) => {
        const { section, key } = context.req.param();
        return context.json({
          success: true as const,
          ...content.queries.history({ section, key }, context.req.valid('query')),
        });
      })
      .get('/:section/:key/removal', signedIn, (context) => {
        const { section, key } = context.req.param();
        return context.json({ success: true as const, changed: content.queries.changedWithRemoval({ section, key }) });
      })
      .get('/removed', signedIn, query(versionPageSchema), (context) =>
        context.json({ success: true as const, ...content.queries.removed(context.req.valid('query')) }),
      )
      // Requests without a session were already handled by the live reader.
      .get('/', signedIn, (context) => read(context))
  );
}
