import { subscriberQuerySchema } from '@threadline/schema/wire/privacy';
import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import { requireSession, type SignedIn } from '../auth/policy.ts';
import { createRecentAuth } from '../auth/recent-auth.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Deps } from '../context.ts';
import type { RecordAccess } from '../platform/audit-log/access-log.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import { query } from '../platform/http/json-body.ts';
import { csvStart, formatCsvLine } from '../platform/text/csv.ts';
import { countSubscribers, listSubscribers, members } from './list.ts';
import { createNewsletterLink } from './service.ts';

const csvBatch = 500;

/**
 * Routes of the subscriber list for the team. The CSV contains only confirmed addresses, each with its unsubscribe
 * link.
 */
export function subscriberRoutes(
  deps: Pick<Deps, 'config' | 'db' | 'now' | 'secrets'>,
  { recordAccess, sessions }: { recordAccess: RecordAccess; sessions: Sessions },
) {
  const { db, now } = deps;
  const { requireRecentAuth } = createRecentAuth(deps);
  return new Hono<SignedIn>()
    .use(requireSession(sessions))
    .get('/', query(subscriberQuerySchema), (context) => {
      recordAccess(context.var.actor, { action: 'access.listed', subject: 'newsletter addresses' });
      return context.json({
        success: true as const,
        ...listSubscribers(db, context.req.valid('query').cursor),
        counts: countSubscribers(db),
      });
    })
    .get('/export.csv', requireRecentAuth, (context) => {
      const { _id, name } = context.get('session').user;
      const by = { id: _id, name };
      recordAudit(db, { at: now().toISOString(), by, action: 'newsletter.exported', subject: 'newsletter' });
      context.header('content-disposition', 'attachment; filename="newsletter.csv"');
      context.header('content-type', 'text/csv; charset=utf-8');
      return stream(context, async (body) => {
        await body.write(csvStart + formatCsvLine(['Email', 'Confirmed', 'Unsubscribe']));
        for (const portion of members(db, csvBatch)) {
          const lines = portion.map(({ email, confirmedAt, linkId }) =>
            formatCsvLine([email, confirmedAt ?? '', createNewsletterLink(deps, 'unsubscribe', linkId)]),
          );
          await body.write(lines.join(''));
          if (body.aborted) return;
        }
      });
    });
}
