import { snapshotSchema } from '@threadline/schema/content/snapshot';
import { type PublishReport, type TargetStatus, targetRevisionReplySchema } from '@threadline/schema/wire/publishing';

const replyTimeoutMs = 10_000;
const mediaTimeoutMs = 60_000;

/**
 * Creates the client with which the publisher calls the API. docs/architecture.md lists the calls. Every call has a timeout
 * and is aborted by `signal`.
 *
 * @throws every call: an Error if the API cannot be reached or responds with an error
 */
export function createApiClient({ apiUrl, token, signal }: { apiUrl: string; token: string; signal: AbortSignal }) {
  async function call(path: string, init: { method?: string; body?: string } = {}): Promise<Response> {
    const response = await fetch(`${apiUrl}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...(init.body && { 'content-type': 'application/json' }) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(replyTimeoutMs)]),
    });
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 401) {
      throw new Error('The API does not accept the publisher: both need the same PUBLISHER_TOKEN');
    }
    throw new Error(`The API answered ${response.status} to ${path}`);
  }

  return {
    async targetRevision() {
      return targetRevisionReplySchema.parse(await (await call('/api/internal/target-revision')).json());
    },

    async snapshot(revision: number) {
      const response = await call(`/api/internal/snapshot?revision=${revision}`);
      const snapshot = snapshotSchema.parse(await response.json());
      if (snapshot.revision !== revision)
        throw new Error(`The API sent revision ${snapshot.revision}, not ${revision}`);
      return snapshot;
    },

    async report(report: PublishReport): Promise<void> {
      const response = await call('/api/internal/reports', { method: 'POST', body: JSON.stringify(report) });
      await response.body?.cancel();
    },

    async reportTargets(targets: TargetStatus[]): Promise<void> {
      const response = await call('/api/internal/targets', { method: 'PUT', body: JSON.stringify({ targets }) });
      await response.body?.cancel();
    },

    /** Fetches an image or a video by its path. Returns undefined if the library does not have exactly this file. */
    async media(path: string): Promise<Response | undefined> {
      const response = await fetch(`${apiUrl}${path}`, {
        // A redirect leads to the file of a later revision, whose content is another one. It counts as missing.
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(mediaTimeoutMs)]),
      });
      if (response.ok) return response;
      await response.body?.cancel();
      if (response.status === 404 || response.status === 302) return undefined;
      throw new Error(`The API answered ${response.status} to ${path}`);
    },
  };
}

export type ApiClient = ReturnType<typeof createApiClient>;
