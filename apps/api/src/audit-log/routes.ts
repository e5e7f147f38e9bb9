import { auditQuerySchema } from '@threadline/schema/wire/audit';
import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import { requireSession, type SignedIn } from '../auth/policy.ts';
import { createRecentAuth } from '../auth/recent-auth.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Deps } from '../context.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import { query } from '../platform/http/json-body.ts';
import { csvStart, formatCsvLine } from '../platform/text/csv.ts';
import { listAuditRows, readAuditPage } from './list.ts';

const csvBatch = 500;

/** `/audit`: who did what, when, and from where. Nothing here changes or removes an entry. */
export function auditRoutes({ db, now }: Pick<Deps, 'db' | 'now'>, sessions: Sessions) {
  const { requireRecentAuth } = createRecentAuth({ db, now });
  return new Hono<SignedIn>()
    .use(requireSession(sessions))
    .get('/', query(auditQuerySchema), (context) =>
      context.json({ success: true as const, ...readAuditPage(db, context.req.valid('query')) }),
    )
    .get('/export.csv', query(auditQuerySchema), requireRecentAuth, (context) => {
      const filter = context.req.valid('query');
      recordAudit(db, { at: now().toISOString(), by: context.var.actor, action: 'audit.exported', subject: 'log' });
      context.header('content-type', 'text/csv; charset=utf-8');
      context.header('content-disposition', `attachment; filename="log-${now().toISOString().slice(0, 10)}.csv"`);
      return stream(context, async (body) => {
        await body.write(csvStart + formatCsvLine(['Number', 'Time', 'Who', 'What', 'Of', 'From where', 'Hash']));
        let { cursor } = filter;
        for (let rows = listAuditRows(db, filter, csvBatch); rows.length > 0 && !body.aborted; ) {
          const lines = rows.map((row) =>
            formatCsvLine([
              String(row.id),
              row.at,
              row.by ?? 'System',
              row.action,
              row.subject,
              row.network ?? '',
              row.hash,
            ]),
          );
          await body.write(lines.join(''));
          cursor = rows.at(-1)?.id;
          rows = rows.length < csvBatch ? [] : listAuditRows(db, { ...filter, cursor }, csvBatch);
        }
      });
    });
}
