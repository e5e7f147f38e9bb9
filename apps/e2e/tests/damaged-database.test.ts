import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createApiProcess, sendEnquiry } from '../support/api-process.ts';
import { expect, test } from '../support/fixtures.ts';
import { call } from '../support/session.ts';
import { runCli, until } from '../support/stack.ts';
import { copyFirstData } from '../support/use-product.ts';

test('readyz, health and doctor report a database that is damaged while the API runs', async () => {
  const api = await createApiProcess({ DATA_DIR: copyFirstData() });
  const url = `http://127.0.0.1:${api.port}`;
  const file = join(api.dataDir, 'threadline.db');
  const answer = async (path: string) => {
    const { status, body } = await call<{ detail?: string }>(`${url}/api/${path}`);
    return [status, body.detail];
  };
  const damaged = [503, expect.stringMatching(/^The database is damaged\. .*restore latest$/)];
  try {
    await api.start();
    expect(await sendEnquiry(api.port, 1, 'before-the-damage')).toMatch(/^ENQ-/);
    for (const path of ['readyz', 'health']) expect(await answer(path)).toEqual([200, undefined]);
    const connection = new Database(file);
    connection.pragma('wal_checkpoint(TRUNCATE)');
    const whole = readFileSync(file);
    writeFileSync(file, Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(whole.length - 4096, 0xa5)]));
    for (const path of ['readyz', 'health']) await until(`${path} is bad`, async () => (await answer(path))[0] === 503);
    for (const path of ['readyz', 'health']) expect(await answer(path)).toEqual(damaged);
    expect((await call(`${url}/api/livez`)).status).toBe(200);
    const doctor = await runCli(['doctor'], { DATA_DIR: api.dataDir, PORT: String(api.port) });
    expect([doctor.status, doctor.stderr]).toEqual([1, '']);
    expect(doctor.stdout).toMatch(
      /^fail +The database \S+ is damaged\..*\n +Restore .*: DATA_DIR=\S+ npm run cli -- restore <file\.tar>$/m,
    );
    connection.close();
  } finally {
    await api.stop('SIGKILL');
  }
});
