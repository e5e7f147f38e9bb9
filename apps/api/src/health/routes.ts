import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Db } from '../db/client.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { LiveRelease } from '../releases/live-release.ts';

/** `livez`: the process answers. `readyz` and `health`: the database answers and visitors get a page. */
export function healthRoutes(db: Db, liveRelease: LiveRelease) {
  function ready() {
    db.get(sql`select 1`);
    const manifest = liveRelease.manifest();
    if (!manifest)
      throw new ProblemError('unavailable', {
        detail: 'The first release is being prepared.',
        headers: { 'retry-after': '2' },
      });
    return { success: true as const, status: 'ok' as const, release: manifest.id, revision: manifest.revision };
  }
  return new Hono()
    .get('/livez', (context) => context.json({ success: true as const }))
    .get('/readyz', (context) => context.json(ready()))
    .get('/health', (context) => context.json(ready()));
}
