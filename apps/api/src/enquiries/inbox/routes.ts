import {
  type EnquiryQuery,
  enquiryChangeSchema,
  enquiryNoteTextSchema,
  enquiryQuerySchema,
  enquiryReplySchema,
} from '@threadline/schema/wire/enquiry';
import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import { requireSession, type SignedIn } from '../../auth/policy.ts';
import { createRecentAuth } from '../../auth/recent-auth.ts';
import type { Sessions } from '../../auth/sessions.ts';
import type { ContentQueries } from '../../content/queries.ts';
import type { Deps } from '../../context.ts';
import type { RecordAccess } from '../../platform/audit-log/access-log.ts';
import { recordAudit } from '../../platform/audit-log/audit-log.ts';
import { jsonBody, limitBody, query } from '../../platform/http/json-body.ts';
import type { MailDelivery } from '../../platform/outbox/delivery.ts';
import { csvStart } from '../../platform/text/csv.ts';
import { createCsvLines, enquiryCsvHead } from './csv.ts';
import type { EnquiryLists } from './list.ts';
import { draftReply, type WriteReply } from './replies.ts';
import type { Enquiries } from './service.ts';

const maxBodyBytes = 64 * 1024;
/** Rows per batch of the CSV. Other requests are served between batches. */
const csvBatch = 500;

interface EnquiryRouteParts {
  queries: ContentQueries;
  enquiries: Enquiries;
  lists: EnquiryLists;
  recordAccess: RecordAccess;
  sessions: Sessions;
  mailDelivery: Pick<MailDelivery, 'status'>;
  writeReply: WriteReply;
}

/** Describes a filter for the audit log. Search text is left out, because it may be a person's name. */
function describeFilter({ cursor: _, q, ...filter }: EnquiryQuery): string {
  const parts = Object.entries(filter).map(([name, value]) => `${name} ${value}`);
  return [...parts, ...(q ? ['search text'] : [])].join(', ') || 'all';
}

/** Returns the part of the file name that identifies the exported enquiries. */
function formatFilePrefix({ cursor: _, status, unanswered, overdue, ...rest }: EnquiryQuery): string {
  const parts = [
    status,
    unanswered && 'awaiting-reply',
    overdue && 'overdue',
    Object.keys(rest).length > 0 && 'filtered',
  ];
  return parts.flatMap((part) => (part ? `${part}-` : [])).join('');
}

/** The inbox of the team. */
export function enquiryRoutes(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { enquiries, lists, recordAccess, queries, sessions, mailDelivery, writeReply }: EnquiryRouteParts,
) {
  const { requireRecentAuth } = createRecentAuth({ db, now });
  return new Hono<SignedIn>()
    .use(requireSession(sessions))
    .use(limitBody(maxBodyBytes))
    .get('/', query(enquiryQuerySchema), (context) => {
      const page = lists.page(context.req.valid('query'));
      if (page.enquiries.length > 0) recordAccess(context.var.actor, { action: 'access.listed', subject: 'enquiries' });
      return context.json({ success: true as const, ...page });
    })
    .get('/counts', (context) =>
      context.json({ success: true as const, counts: { ...lists.counts(), mail: mailDelivery.status() } }),
    )
    .get('/origins', (context) => context.json({ success: true as const, origins: lists.origins() }))
    .get('/export.csv', query(enquiryQuerySchema), requireRecentAuth, (context) => {
      const filter = context.req.valid('query');
      const by = context.var.actor;
      // The list holds personal data.
      recordAudit(db, { at: now().toISOString(), by, action: 'enquiries.exported', subject: describeFilter(filter) });
      context.header('content-type', 'text/csv; charset=utf-8');
      context.header(
        'content-disposition',
        `attachment; filename="enquiries-${formatFilePrefix(filter)}${now().toISOString().slice(0, 10)}.csv"`,
      );
      return stream(context, async (body) => {
        await body.write(csvStart + enquiryCsvHead);
        for (const rows of lists.readBatches(filter, csvBatch)) {
          // Like the counts, the export leaves out the enquiries of the self-test.
          await body.write(
            createCsvLines(
              db,
              rows.filter(({ isTest }) => !isTest),
            ),
          );
          if (body.aborted) return;
        }
      });
    })
    .get('/:id', (context) => {
      const enquiry = enquiries.read(context.req.param('id'));
      recordAccess(context.var.actor, { action: 'access.opened', subject: enquiry.reference });
      const draft = draftReply(queries, enquiry, context.get('session').user.name);
      return context.json({ success: true as const, enquiry, draft });
    })
    .patch('/:id', jsonBody(enquiryChangeSchema), (context) => {
      const by = context.var.actor;
      const change = context.req.valid('json');
      const enquiry = enquiries.change(context.req.param('id'), change, by);
      // Marking as read is not an audited change, but the response shows the enquiry.
      if (change.status === 'read') recordAccess(by, { action: 'access.opened', subject: enquiry.reference });
      return context.json({ success: true as const, enquiry });
    })
    .post('/:id/notes', jsonBody(enquiryNoteTextSchema), (context) => {
      const by = context.var.actor;
      const enquiry = enquiries.addNote(context.req.param('id'), context.req.valid('json').text, by);
      return context.json({ success: true as const, enquiry }, 201);
    })
    .post('/:id/reply', jsonBody(enquiryReplySchema), (context) => {
      const by = context.var.actor;
      const id = context.req.param('id');
      writeReply(id, context.req.valid('json'), by);
      return context.json({ success: true as const, enquiry: enquiries.read(id) }, 201);
    });
}
