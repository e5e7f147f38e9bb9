import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createApiProcess, sendEnquiry } from '../support/api-process.ts';
import { expect, test } from '../support/fixtures.ts';
import { createRandom, killSeed, killTimes } from '../support/processes.ts';

const kills = 15 * killTimes;
const writers = 8;
/** The process is killed after at most this many responses; the moment within a write is random. */
const maxAnswers = 24;

interface Stored {
  reference: string;
  id: string;
  messages: number;
  consents: number;
  isFound: number;
}

test(`${kills} kill -9 under load lose no acknowledged enquiry [R1, C1]`, async () => {
  test.setTimeout(240_000 * killTimes);
  const api = await createApiProcess();
  const acknowledged = new Map<string, string>();
  let number = 0;
  const random = createRandom(killSeed);
  process.stdout.write(`KILL_SEED=${killSeed}\n`);
  for (let round = 0; round < kills; round++) {
    await api.start();
    const killAfter = 1 + Math.floor(random() * maxAnswers);
    let answers = 0;
    let isOver = false;
    const write = async (): Promise<void> => {
      while (!isOver) {
        const key = `key-${number++}`;
        const reference = await sendEnquiry(api.port, number, key);
        if (reference === undefined) return;
        acknowledged.set(key, reference);
        if (++answers >= killAfter && !isOver) {
          isOver = true;
          await api.stop('SIGKILL');
        }
      }
    };
    await Promise.all(Array.from({ length: writers }, write));
  }

  const file = new Database(join(api.dataDir, 'threadline.db'));
  const stored = new Map(
    file
      .prepare<[], Stored & { key: string }>(
        `select idempotency_key as key, reference, id,
           (select count(*) from outbox_messages where enquiry_id = r.id) as messages,
           (select count(*) from consents where enquiry_id = r.id) as consents,
           (select count(*) from enquiry_search where rowid = r.seq) as isFound
         from enquiries r`,
      )
      .all()
      .map(({ key, ...row }) => [key, row]),
  );
  expect(acknowledged.size).toBeGreaterThanOrEqual(kills);
  expect([...acknowledged].filter(([key, reference]) => stored.get(key)?.reference !== reference)).toEqual([]);
  // Every stored enquiry is complete, with its messages, consents and search index.
  expect(
    [...stored.values()].filter(({ messages, consents, isFound }) => messages !== 2 || consents !== 3 || isFound !== 1),
  ).toEqual([]);
  expect(file.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(file.prepare('select sum(total) as total from enquiry_counts').get()).toEqual({
    total: stored.size,
  });
  file.close();
  rmSync(api.dataDir, { recursive: true, force: true });
});
