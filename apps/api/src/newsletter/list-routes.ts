import type { Subscriber } from '@threadline/schema/privacy';
import { desc } from 'drizzle-orm';
import { Hono } from 'hono';
import { recordAudit } from '../audit/service.ts';
import type { Sessions } from '../auth/sessions.ts';
import { subscribers } from '../db/enquiry-schema.ts';
import type { Deps } from '../deps.ts';
import { csvLine, csvStart } from '../enquiries/csv.ts';
import { requireSession, type SignedIn } from '../http/authenticate.ts';

const shown = 500;

/** The newsletter's list for the team. The CSV has only who may be written to, each with the link to leave. */
export function subscriberRoutes({ config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>, sessions: Sessions) {
  const rows = () => db.select().from(subscribers).orderBy(desc(subscribers.createdAt));
  return new Hono<SignedIn>()
    .use(requireSession(sessions))
    .get('/', (context) => {
      const list: Subscriber[] = rows()
        .limit(shown)
        .all()
        .map(({ email, createdAt, confirmedAt, unsubscribedAt }) => ({
          email,
          createdAt,
          confirmedAt,
          unsubscribedAt,
        }));
      return context.json({ success: true as const, subscribers: list });
    })
    .get('/export.csv', (context) => {
      const { _id, name } = context.get('session').user;
      const by = { id: _id, name };
      recordAudit(db, { at: now().toISOString(), by, action: 'newsletter.exported', subject: 'newsletter' });
      const members = rows()
        .all()
        .filter(({ confirmedAt, unsubscribedAt }) => confirmedAt !== null && unsubscribedAt === null)
        .map(({ email, confirmedAt, token }) =>
          csvLine([email, confirmedAt ?? '', `${config.siteUrl}/api/newsletter/unsubscribe?token=${token}`]),
        );
      context.header('content-disposition', 'attachment; filename="newsletter.csv"');
      context.header('content-type', 'text/csv; charset=utf-8');
      return context.body(csvStart + csvLine(['Email', 'Confirmed', 'Unsubscribe']) + members.join(''));
    });
}
