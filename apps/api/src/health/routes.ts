import { Hono } from 'hono';
import type { Db } from '../db/client.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { PublisherWatch } from '../publishing/publisher-watch.ts';
import type { LiveRelease } from '../releases/live-release.ts';

interface HealthDeps {
  liveRelease: LiveRelease;
  publisherWatch: PublisherWatch;
}

/**
 * `livez`: the process answers. `readyz`: the database can be written and visitors get a page. `health`: edits are
 * published as well.
 */
export function healthRoutes(db: Db, { liveRelease, publisherWatch }: HealthDeps) {
  function ready() {
    tryToWrite(db);
    const manifest = liveRelease.manifest();
    if (!manifest)
      throw new ProblemError('unavailable', {
        detail: 'The first release is being prepared.',
        headers: { 'retry-after': '2' },
      });
    return { success: true as const, status: 'ok' as const, release: manifest.id, revision: manifest.revision };
  }

  function healthy() {
    const answer = ready();
    if (publisherWatch.isMissing())
      throw new ProblemError('unavailable', {
        detail: 'The publisher is not running. The site is online, but edits are not published.',
        headers: { 'retry-after': '2' },
      });
    return answer;
  }

  return new Hono()
    .get('/livez', (context) => context.json({ success: true as const }))
    .get('/readyz', (context) => context.json(ready()))
    .get('/health', (context) => context.json(healthy()));
}

/** A real write that leaves nothing behind. @throws what the storage engine says when it cannot write */
function tryToWrite({ $client }: Db): void {
  $client.exec('savepoint health');
  try {
    $client.exec('update publishing set state = state');
  } finally {
    // A full disk may have ended the transaction, and the savepoint with it.
    if ($client.inTransaction) $client.exec('rollback to health; release health');
  }
}
