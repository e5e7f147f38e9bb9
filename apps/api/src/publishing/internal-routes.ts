import { publishReportSchema, targetReportSchema } from '@threadline/schema/wire/publishing';
import { Hono, type MiddlewareHandler } from 'hono';
import { getBearerToken } from '../auth/policy.ts';
import type { ContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { jsonBody, limitBody } from '../platform/http/json-body.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { isSameSecret } from '../platform/keys.ts';
import type { PresenceBoard } from './events/presence.ts';
import { DamagedReleaseError, type LiveRelease } from './releases/live-release.ts';
import type { Publishing } from './service.ts';
import { readSnapshot } from './snapshot.ts';

/** The publisher polls every two seconds, except during a long render. */
const maxSilenceMs = 30_000;

/** Records when the publisher last called. It has not called a fresh API yet. */
export function createPublisherMonitor({ config, now }: Pick<Deps, 'config' | 'now'>) {
  let lastContactMs = Number.NEGATIVE_INFINITY;
  return {
    recordContact(): void {
      lastContactMs = now().getTime();
    },
    /** True when a publisher is configured but silent. */
    isMissing: () => config.publisher.url !== undefined && now().getTime() - lastContactMs > maxSilenceMs,
  };
}

export type PublisherMonitor = ReturnType<typeof createPublisherMonitor>;

function requireToken(token: string): MiddlewareHandler {
  return async (context, next) => {
    const given = getBearerToken(context.req.header('authorization')) ?? '';
    if (!isSameSecret(token, given)) throw new ProblemError('unauthenticated');
    await next();
  };
}

/** @throws ProblemError 409 for a damaged release, which the publisher then renders again */
async function loadRelease(liveRelease: LiveRelease, id: string): Promise<void> {
  try {
    await liveRelease.load(id);
  } catch (error) {
    if (error instanceof DamagedReleaseError) throw new ProblemError('conflict', { detail: error.message });
    throw error;
  }
}

interface InternalParts {
  queries: ContentQueries;
  publishing: Publishing;
  presence: PresenceBoard;
  liveRelease: LiveRelease;
  publisherMonitor: PublisherMonitor;
}

/** Creates the routes that the publisher calls; see docs/architecture.md. */
export function internalRoutes(
  deps: Deps,
  { queries, publishing, presence, liveRelease, publisherMonitor }: InternalParts,
) {
  return new Hono()
    .use(requireToken(deps.secrets.publisherToken))
    .use(async (_context, next) => {
      publisherMonitor.recordContact();
      await next();
    })
    .get('/target-revision', (context) =>
      context.json({ ...publishing.targetRevision(), hasEditors: presence.hasWindows() }),
    )
    .get('/snapshot', (context) => {
      const revision = Number(context.req.query('revision') ?? queries.latestRevision());
      if (!Number.isInteger(revision) || revision < 0)
        throw new ProblemError('malformed-request', { detail: 'revision must be a whole number.' });
      return context.json(readSnapshot(deps, queries, revision));
    })
    .put('/targets', limitBody(64 * 1024), jsonBody(targetReportSchema), (context) => {
      publishing.reportTargets(context.req.valid('json').targets);
      return context.json({ success: true as const });
    })
    .post('/reports', limitBody(1024 * 1024), jsonBody(publishReportSchema), async (context) => {
      const report = context.req.valid('json');
      // Before the reply, so that the publisher looks at the public address when it can already show the release.
      if (report.state === 'activated') await loadRelease(liveRelease, report.releaseId);
      publishing.report(report);
      return context.json({ success: true as const });
    });
}
