import { makeZip } from 'client-zip';
import { desc } from 'drizzle-orm';
import { Hono } from 'hono';
import { createDownloadTickets } from '../auth/download-tickets.ts';
import { requireSession, type SignedIn } from '../auth/policy.ts';
import { createRecentAuth } from '../auth/recent-auth.ts';
import type { Sessions } from '../auth/sessions.ts';
import { toUser } from '../auth/user-record.ts';
import type { ContentQueries } from '../content/queries.ts';
import { createContentFile } from '../content/seed.ts';
import type { Deps } from '../context.ts';
import { createCsvLines, enquiryCsvHead } from '../enquiries/inbox/csv.ts';
import type { EnquiryRow } from '../enquiries/inbox/filter.ts';
import type { EnquiryLists } from '../enquiries/inbox/list.ts';
import { listImageFiles } from '../media/image-files.ts';
import { isInLibrary } from '../media/list.ts';
import { toImage } from '../media/stored-images.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import { images, previewFeedback, users } from '../platform/db/schema/core.ts';
import { subscribers } from '../platform/db/schema/enquiries.ts';
import { limitBody } from '../platform/http/json-body.ts';
import { openMediaStorage } from '../platform/storage/media-storage.ts';
import { csvStart, formatCsvLine } from '../platform/text/csv.ts';

interface ExportRouteParts {
  sessions: Sessions;
  queries: ContentQueries;
  lists: EnquiryLists;
}

const maxBodyBytes = 1024;

/** `/export`: all data as one zip file. */
export function exportRoutes(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  { sessions, queries, lists }: ExportRouteParts,
) {
  const { db, now } = deps;
  const { requireRecentAuth } = createRecentAuth(deps);
  const tickets = createDownloadTickets<null>(deps, sessions);

  return new Hono<SignedIn>()
    .post('/', requireSession(sessions), limitBody(maxBodyBytes), requireRecentAuth, (context) => {
      const ticket = tickets.create(context.var.session, null);
      // The export contains personal data.
      recordAudit(db, { at: now().toISOString(), by: context.var.actor, action: 'data.exported', subject: '' });
      return context.json({ success: true as const, url: `/api/export/${ticket}` }, 201);
    })
    .get('/:ticket', (context) => {
      tickets.redeem(context.req.param('ticket'), context.req.method);
      return context.body(createExportArchive(deps, { queries, lists }), 200, {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="threadline-${now().toISOString().slice(0, 10)}.zip"`,
        'cache-control': 'no-store',
      });
    });
}

interface ExportParts {
  queries: ContentQueries;
  lists: EnquiryLists;
}

interface Entry {
  name: string;
  input: string | AsyncIterable<string | Uint8Array<ArrayBuffer>>;
  lastModified: Date;
}

/** Rows that are read at once. Between two batches the server answers other requests. */
const batchSize = 500;

/**
 * Creates a zip file while it is sent: content (for the command `import`), images with their files, users without secrets,
 * enquiries and newsletter as JSON lines and CSV, and what people said about previews.
 */
export function createExportArchive(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  parts: ExportParts,
): ReadableStream<Uint8Array> {
  const zip = makeZip(createEntries(deps, parts)).getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await zip.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    // The library rejects when a download is cancelled, which is no error here.
    cancel: (reason) => zip.cancel(reason).catch(() => undefined),
  });
}

async function* createEntries(
  { config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>,
  { queries, lists }: ExportParts,
) {
  const lastModified = now();
  const entry = (name: string, input: Entry['input']): Entry => ({ name, input, lastModified });
  const json = (name: string, value: unknown) => entry(name, `${JSON.stringify(value, null, 2)}\n`);

  const revision = queries.latestRevision();
  yield json('about.json', {
    madeBy: config.version,
    at: lastModified.toISOString(),
    siteUrl: config.siteUrl,
    revision,
  });
  yield json('content.json', createContentFile(db, queries));
  yield json('users.json', db.select().from(users).all().map(toUser));
  yield entry(
    'enquiries.csv',
    streamEnquiryLines(lists, csvStart + enquiryCsvHead, (rows) => createCsvLines(db, rows)),
  );
  yield entry(
    'enquiries.jsonl',
    streamEnquiryLines(lists, '', (rows) => rows.map(toJsonLine).join('')),
  );
  const readers = db.select().from(subscribers).orderBy(desc(subscribers.createdAt)).all().map(omitToken);
  const csv = readers.map(({ email, createdAt, confirmedAt, unsubscribedAt }) =>
    formatCsvLine([email, createdAt, confirmedAt ?? '', unsubscribedAt ?? '']),
  );
  yield entry('newsletter.csv', csvStart + formatCsvLine(['Email', 'Joined', 'Confirmed', 'Left']) + csv.join(''));
  yield entry('newsletter.jsonl', readers.map(toJsonLine).join(''));

  yield entry('preview-feedback.jsonl', db.select().from(previewFeedback).all().map(toJsonLine).join(''));

  const library = db.select().from(images).where(isInLibrary).orderBy(desc(images.uploadedAt)).all();
  yield json('images.json', library.map(toImage));
  const storage = openMediaStorage(config);
  for (const { name } of library.flatMap(listImageFiles)) {
    const file = await storage.open(name);
    if (file) yield entry(`media/${name}`, file.read());
  }
}

function toJsonLine(row: object): string {
  return `${JSON.stringify(row)}\n`;
}

/** Leaves out the token of the links in messages. */
function omitToken({ email, createdAt, confirmedAt, unsubscribedAt }: typeof subscribers.$inferSelect) {
  return { email, createdAt, confirmedAt, unsubscribedAt };
}

async function* streamEnquiryLines(lists: EnquiryLists, head: string, formatRows: (rows: EnquiryRow[]) => string) {
  // An empty chunk would end the file.
  if (head !== '') yield head;
  for (const rows of lists.readBatches({}, batchSize)) {
    if (rows.length > 0) yield formatRows(rows);
    // Reading rows is synchronous: other requests get their turn here.
    await new Promise(setImmediate);
  }
}
