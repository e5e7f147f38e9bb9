import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createApiProcess, sendEnquiry } from '../support/api-process.ts';
import { expect, test } from '../support/fixtures.ts';
import { createRandom, killSeed, killTimes } from '../support/processes.ts';
import { call, signIn } from '../support/session.ts';
import { owner } from '../support/stack.ts';

const kills = 5 * killTimes;
/** The process is killed after at most this many responses; the moment within a write is random. */
const maxAnswers = 24;

interface Acknowledged {
  /** Idempotency key → reference of the response. */
  enquiries: Map<string, string>;
  headlines: string[];
  /** Email addresses that were assigned to a user. */
  addresses: string[];
}

/** Returns the values of one column as a set. */
function column(file: Database.Database, sql: string): Set<string> {
  return new Set(file.prepare<[], string>(sql).pluck().all());
}

test(`${kills} kill -9 during enquiries, edits and user changes lose nothing acknowledged [R1, C1]`, async () => {
  test.setTimeout(240_000 * killTimes);
  const api = await createApiProcess({ ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password });
  const url = `http://127.0.0.1:${api.port}`;
  const acknowledged: Acknowledged = { enquiries: new Map(), headlines: [], addresses: [] };
  let number = 0;
  const random = createRandom(killSeed);
  process.stdout.write(`KILL_SEED=${killSeed}\n`);

  await api.start();
  let { token } = await signIn(url);
  const put = async (path: string, json: unknown): Promise<boolean> => {
    const headers = { authorization: `Bearer ${token}` };
    return call(`${url}${path}`, { method: 'PUT', json, headers }).then(
      ({ status }) => status === 200,
      () => false,
    );
  };
  const added = await call<{ user: { _id: string } }>(`${url}/api/auth/create-admin`, {
    json: { name: 'Editor 0', email: 'editor@example.com', password: owner.password, role: 'admin' },
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(added.status).toBe(201);
  const userPath = `/api/auth/users/${added.body.user._id}`;

  /** Each function writes one thing and returns whether it was acknowledged. */
  const writers = [
    async () => {
      const key = `key-${number++}`;
      const reference = await sendEnquiry(api.port, number, key);
      if (reference !== undefined) acknowledged.enquiries.set(key, reference);
      return reference !== undefined;
    },
    async () => {
      const headline = `Headline ${number++}`;
      const isSaved = await put('/api/content/hero/title', { value: headline });
      if (isSaved) acknowledged.headlines.push(headline);
      return isSaved;
    },
    async () => {
      const email = `editor-${number++}@example.com`;
      const isSaved = await put(userPath, { name: 'Editor', email });
      if (isSaved) acknowledged.addresses.push(email);
      return isSaved;
    },
  ];

  for (let round = 0; round < kills; round++) {
    if (round > 0) await api.start();
    // A token expires during a nightly run.
    if (round % 30 === 29) ({ token } = await signIn(url));
    const killAfter = 1 + Math.floor(random() * maxAnswers);
    let answers = 0;
    let isOver = false;
    const keepWriting = async (write: () => Promise<boolean>): Promise<void> => {
      while (!isOver && (await write())) {
        if (++answers < killAfter || isOver) continue;
        isOver = true;
        await api.stop('SIGKILL');
      }
    };
    await Promise.all([...writers, ...writers].map(keepWriting));
    await api.stop('SIGKILL');
  }

  const file = new Database(join(api.dataDir, 'threadline.db'));
  const references = column(file, "select idempotency_key || ' ' || reference from enquiries");
  const saved = column(file, "select json_extract(value, '$') from content_history where key = 'title'");
  const told = column(
    file,
    "select substr(subject, instr(subject, ' → ') + 3) from audit_log where action = 'user.email-changed'",
  );
  expect(acknowledged.enquiries.size + acknowledged.headlines.length + acknowledged.addresses.length).toBeGreaterThan(
    kills,
  );
  expect([...acknowledged.enquiries].filter((entry) => !references.has(entry.join(' ')))).toEqual([]);
  // Every stored enquiry is complete, with its messages, consents, search index and count.
  const incomplete = `select reference from enquiries r
    where (select count(*) from outbox_messages where enquiry_id = r.id) <> 2
      or (select count(*) from consents where enquiry_id = r.id) <> 3
      or (select count(*) from enquiry_search where rowid = r.seq) <> 1`;
  expect([...column(file, incomplete)]).toEqual([]);
  expect(acknowledged.headlines.filter((headline) => !saved.has(headline))).toEqual([]);
  expect(acknowledged.addresses.filter((address) => !told.has(address))).toEqual([]);
  // Every stored edit is complete, with its audit log entry.
  const count = (sql: string) => file.prepare<[], number>(sql).pluck().get();
  expect(count('select sum(total) from enquiry_counts')).toBe(count('select count(*) from enquiries'));
  expect(count("select count(*) from audit_log where subject = 'hero.title'")).toBe(
    count("select count(*) from content_history where key = 'title'"),
  );
  expect(file.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(file.pragma('foreign_key_check')).toEqual([]);
  file.close();
  rmSync(api.dataDir, { recursive: true, force: true });
});
