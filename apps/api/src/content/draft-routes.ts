import { draftScheduleSchema, draftUpdateSchema } from '@threadline/schema/wire/drafts';
import { Hono } from 'hono';
import { requireSession, type SignedIn } from '../auth/policy.ts';
import type { Sessions } from '../auth/sessions.ts';
import { jsonBody, limitBody } from '../platform/http/json-body.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { DiscardedDrafts } from './discarded-drafts.ts';
import type { DraftSchedule } from './draft-schedule.ts';
import type { Drafts } from './drafts.ts';
import { isNew, parseIfMatch } from './preconditions.ts';

/** As large as the largest item that can be published. */
const maxBodyBytes = 256 * 1024;
const maxScheduleBytes = 1024;

interface DraftParts {
  discardedDrafts: DiscardedDrafts;
  drafts: Drafts;
  draftSchedule: DraftSchedule;
  sessions: Sessions;
}

/** Creates `/drafts`: the texts that editors are writing. `PUT /content/{section}/{key}` publishes it. */
export function draftRoutes({ drafts, discardedDrafts, draftSchedule, sessions }: DraftParts) {
  return new Hono<SignedIn>()
    .use(requireSession(sessions))
    .get('/', (context) => context.json({ success: true as const, drafts: drafts.list() }))
    .get('/discarded', (context) => context.json({ success: true as const, discarded: discardedDrafts.list() }))
    .post('/discarded/:id/restore', limitBody(maxScheduleBytes), (context) => {
      discardedDrafts.restore(Number(context.req.param('id')), context.var.actor);
      return context.json({ success: true as const, message: 'The draft is restored.' });
    })
    .get('/:section/:key', (context) =>
      context.json({ success: true as const, draft: drafts.find(context.req.param()) }),
    )
    .put('/:section/:key', limitBody(maxBodyBytes), jsonBody(draftUpdateSchema), (context) => {
      const version = parseIfMatch(context);
      if (version === undefined && !isNew(context)) {
        const detail = 'Send If-Match with the version of the draft, or If-None-Match: * for a new one.';
        throw new ProblemError('malformed-request', { detail });
      }
      const write = { ...context.req.param(), ...context.req.valid('json'), version };
      const draft = drafts.save(write, context.var.actor);
      context.header('etag', `"${draft.version}"`);
      return context.json({ success: true as const, draft });
    })
    .put('/:section/:key/schedule', limitBody(maxScheduleBytes), jsonBody(draftScheduleSchema), (context) => {
      draftSchedule.set({ ...context.req.param(), ...context.req.valid('json') }, context.var.actor);
      return context.json({ success: true as const, draft: drafts.find(context.req.param()) });
    })
    .delete('/:section/:key/schedule', limitBody(maxScheduleBytes), (context) => {
      draftSchedule.cancel(context.req.param(), context.var.actor);
      return context.json({ success: true as const, message: 'The schedule was cancelled.' });
    })
    .delete('/:section/:key', limitBody(maxBodyBytes), (context) => {
      const discarded = drafts.discard({ ...context.req.param(), version: parseIfMatch(context) }, context.var.actor);
      return context.json({ success: true as const, message: 'Draft discarded.', discarded });
    });
}
