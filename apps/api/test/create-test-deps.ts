import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { loadConfig } from '../src/config.ts';
import { openDatabase } from '../src/db/client.ts';
import { type Deps, newWebhookSecret } from '../src/deps.ts';

/** A clock that tests move by hand. */
export interface TestClock {
  now: () => Date;
  advance(ms: number): void;
}

export function createTestClock(start = '2026-11-21T10:00:00.000Z'): TestClock {
  let time = Date.parse(start);
  return {
    now: () => new Date(time),
    advance(ms) {
      time += ms;
    },
  };
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Dependencies on a fresh in-memory database and a folder of their own; nothing is shared between tests. */
export function createTestDeps(env: Record<string, string> = {}): Deps & { clock: TestClock } {
  const dataDir = mkdtempSync(join(tmpdir(), 'threadline-api-'));
  folders.push(dataDir);
  const clock = createTestClock();
  return {
    config: loadConfig({ DATA_DIR: dataDir, SITE_URL: 'http://site.test', ...env }),
    db: openDatabase(':memory:'),
    log: pino({ level: 'silent' }),
    now: clock.now,
    clock,
    secrets: {
      webhook: newWebhookSecret(),
      publisherToken: 'p'.repeat(64),
      networkKey: 'n'.repeat(64),
      accountLinkKey: 'a'.repeat(64),
      secondFactorKey: 'f'.repeat(64),
      selfTestToken: 's'.repeat(64),
    },
  };
}
