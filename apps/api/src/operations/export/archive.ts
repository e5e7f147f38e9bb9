import type { Image } from '@threadline/schema/image';
import { makeZip } from 'client-zip';
import { desc } from 'drizzle-orm';
import { toUser } from '../../auth/user-record.ts';
import { contentFile } from '../../content/content-file.ts';
import type { ContentQueries } from '../../content/queries.ts';
import type { Deps } from '../../context.ts';
import { enquiryCsvHead, enquiryCsvLines } from '../../enquiries/inbox/csv.ts';
import { cursorOf, type EnquiryLists } from '../../enquiries/inbox/list.ts';
import { toImage } from '../../media/library.ts';
import { inLibrary } from '../../media/list.ts';
import { images, users } from '../../platform/db/schema/core.ts';
import { subscribers } from '../../platform/db/schema/enquiries.ts';
import { openMediaStorage } from '../../platform/storage/media-storage.ts';
import { csvLine, csvStart } from '../../platform/text/csv.ts';

interface ExportParts {
  queries: ContentQueries;
  lists: EnquiryLists;
}

interface Entry {
  name: string;
  input: string | Uint8Array<ArrayBuffer> | AsyncIterable<string>;
  lastModified: Date;
}

/** So many rows are read at once; between them the server answers others. */
const batch = 500;

/**
 * Everything that people have put in, as a zip file that is made while it is sent: content (as `import` reads it), images
 * with their files, users without their secrets, enquiries and newsletter as JSON lines and as CSV.
 */
export function exportArchive(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  parts: ExportParts,
): ReadableStream<Uint8Array> {
  const zip = makeZip(entries(deps, parts)).getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await zip.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    // Who breaks off a download ends it; the library takes that for a failure, which nobody would catch.
    cancel: (reason) => zip.cancel(reason).catch(() => undefined),
  });
}

async function* entries({ config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>, { queries, lists }: ExportParts) {
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
  yield json('content.json', contentFile(queries));
  yield json('users.json', db.select().from(users).all().map(toUser));
  yield entry(
    'enquiries.csv',
    enquiryLines(lists, csvStart + enquiryCsvHead, (rows) => enquiryCsvLines(db, rows)),
  );
  yield entry(
    'enquiries.jsonl',
    enquiryLines(lists, '', (rows) => rows.map(toJsonLine).join('')),
  );
  const readers = db.select().from(subscribers).orderBy(desc(subscribers.createdAt)).all().map(publicPart);
  const csv = readers.map(({ email, createdAt, confirmedAt, unsubscribedAt }) =>
    csvLine([email, createdAt, confirmedAt ?? '', unsubscribedAt ?? '']),
  );
  yield entry('newsletter.csv', csvStart + csvLine(['Email', 'Joined', 'Confirmed', 'Left']) + csv.join(''));
  yield entry('newsletter.jsonl', readers.map(toJsonLine).join(''));

  const library = db.select().from(images).where(inLibrary).orderBy(desc(images.uploadedAt)).all().map(toImage);
  yield json('images.json', library);
  const storage = openMediaStorage(config);
  for (const name of library.flatMap(fileNames)) {
    const data = await storage.read(name);
    if (data) yield entry(`media/${name}`, data);
  }
}

function fileNames({ variants }: Image): string[] {
  return variants.map(({ url }) => url.slice('/media/'.length));
}

function toJsonLine(row: object): string {
  return `${JSON.stringify(row)}\n`;
}

/** Without the token that stands in the links of messages. */
function publicPart({ email, createdAt, confirmedAt, unsubscribedAt }: typeof subscribers.$inferSelect) {
  return { email, createdAt, confirmedAt, unsubscribedAt };
}

type EnquiryRow = ReturnType<EnquiryLists['rows']>[number];

async function* enquiryLines(lists: EnquiryLists, head: string, linesOf: (rows: EnquiryRow[]) => string) {
  // An empty part would end the file.
  if (head !== '') yield head;
  let cursor: string | undefined;
  do {
    const rows = lists.rows({ cursor }, batch);
    if (rows.length > 0) yield linesOf(rows);
    const last = rows.at(-1);
    cursor = last && rows.length === batch ? cursorOf(last) : undefined;
    // The rows come without waiting for anything: let others have their turn.
    await new Promise(setImmediate);
  } while (cursor);
}
