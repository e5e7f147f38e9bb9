import { pino } from 'pino';
import { loadConfig } from '../src/config.ts';
import type { Deps } from '../src/context.ts';
import { keyFiles } from '../src/platform/keys.ts';
import { openInMemory } from './new-database.ts';
import { newTempFolder } from './temp-folders.ts';

/** A clock that tests set. */
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

/** Creates waits that take no time. `waits` lists the requested durations, in ms. */
function createTestWaits() {
  const waits: number[] = [];
  return { waits, wait: async (ms: number): Promise<unknown> => waits.push(ms) };
}

/** Creates dependencies on a new in-memory database and a new folder; tests share nothing. */
export function createTestDeps(
  env: Record<string, string> = {},
): Deps & ReturnType<typeof createTestWaits> & { clock: TestClock } {
  const dataDir = newTempFolder();
  const clock = createTestClock();
  return {
    // Nothing listens on port 4, so that no test finds a server on this machine.
    config: loadConfig({ DATA_DIR: dataDir, SITE_URL: 'http://site.test', PORT: '4', ...env }),
    db: openInMemory(),
    log: pino({ level: 'silent' }),
    now: clock.now,
    clock,
    ...createTestWaits(),
    secrets: {
      webhook: keyFiles['webhook-secret'].create(),
      publisherToken: 'p'.repeat(64),
      networkKey: 'n'.repeat(64),
      accountLinkKey: 'a'.repeat(64),
      mailLinkKey: 'm'.repeat(64),
      refreshTokenKey: 'r'.repeat(64),
      secondFactorKey: 'f'.repeat(64),
      mailPasswordKey: 'w'.repeat(64),
      backupSecretKey: 'b'.repeat(64),
      erasureKey: 'e'.repeat(64),
      selfTestToken: 's'.repeat(64),
    },
  };
}
