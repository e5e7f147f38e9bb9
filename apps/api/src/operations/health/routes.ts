import { Hono } from 'hono';
import { ProblemError } from '../../platform/http/problem-error.ts';
import type { PublisherWatch } from '../../publishing/publisher-watch.ts';
import type { LiveRelease } from '../../publishing/releases/live-release.ts';
import type { Publishing } from '../../publishing/service.ts';
import type { StorageCheck } from './check-storage.ts';

interface HealthDeps {
  liveRelease: LiveRelease;
  publisherWatch: PublisherWatch;
  storage: StorageCheck;
  publishing: Pick<Publishing, 'status'>;
}

/**
 * `livez`: the process answers. `readyz`: the database can be read and written, and visitors get a page. `health`: edits
 * are published as well.
 */
export function healthRoutes({ liveRelease, publisherWatch, storage, publishing }: HealthDeps) {
  function ready() {
    const problem = storage.findProblem();
    if (problem) throw new ProblemError('unavailable', { detail: problem, headers: { 'retry-after': '30' } });
    const manifest = liveRelease.manifest();
    if (!manifest) throw describeMissingRelease();
    return { success: true as const, status: 'ok' as const, release: manifest.id, revision: manifest.revision };
  }

  function describeMissingRelease(): ProblemError {
    const { state, faults } = publishing.status();
    if (state !== 'failed')
      return new ProblemError('unavailable', {
        detail: 'The first release is being prepared.',
        headers: { 'retry-after': '2' },
      });
    const reason = faults[0]?.detail ?? 'The publisher gave no reason.';
    return new ProblemError('unavailable', {
      detail: `No release could be rendered: ${reason}`,
      headers: { 'retry-after': '30' },
    });
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
