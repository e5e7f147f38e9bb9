import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import type { PublishReport, TargetRevision, TargetStatus } from '@threadline/schema/wire/publishing';
import { publishReportSchema, targetReportSchema } from '@threadline/schema/wire/publishing';
import { releaseManifestSchema } from '@threadline/schema/wire/release';
import { Hono } from 'hono';
import { type Content, createSnapshot } from './fixture-content.ts';

export const token = 'a-token-that-only-these-tests-know-of';
/**
 * A fake API in memory: the three internal endpoints with every revision, and the live release served from disk as in
 * embedded mode. The publisher's reports are in `reports`.
 */
export async function startFakeApi(releasesDir: string) {
  const revisions: Content[] = [{ 'hero.title': 'Revision zero' }];
  const media = new Map<string, Buffer>();
  const reports: PublishReport[] = [];
  /** Each reported state of all targets. */
  const targetStates: TargetStatus[][] = [];
  const events = new EventEmitter();
  const calls = { target: 0, snapshot: 0, media: 0 };
  const state = {
    pinnedRelease: null as string | null,
    /** Increase it to request the same target again. */
    repeats: 0,
    isDown: false,
    hasEditors: false,
    /** The number of further reports that are rejected. */
    refusedReports: 0,
    /** The number of further snapshots that are rejected. */
    refusedSnapshots: 0,
    /** Set it to serve something other than the live page at `GET /`. */
    staleHome: undefined as string | undefined,
    live: undefined as string | undefined,
  };
  const targets: string[] = [];
  const app = new Hono();
  app.use(async (context, next) => {
    events.emit(`call ${context.req.path}`);
    return state.isDown ? context.text('down', 503) : next();
  });
  app.use('/api/internal/*', async (context, next) =>
    context.req.header('authorization') === `Bearer ${token}` ? next() : context.text('no', 401),
  );
  app.get('/api/internal/target-revision', (context) => {
    calls.target += 1;
    const revision = revisions.length - 1;
    const key = `${revision} ${state.pinnedRelease} ${state.repeats}`;
    if (targets.at(-1) !== key) targets.push(key);
    const target: TargetRevision = { generation: targets.length, revision, pinnedRelease: state.pinnedRelease };
    return context.json({ ...target, hasEditors: state.hasEditors });
  });
  app.get('/api/internal/snapshot', (context) => {
    calls.snapshot += 1;
    if (state.refusedSnapshots > 0) {
      state.refusedSnapshots -= 1;
      return context.text('no', 503);
    }
    const revision = Number(context.req.query('revision'));
    return context.json(createSnapshot(revision, revisions[revision] ?? {}));
  });
  app.put('/api/internal/targets', async (context) => {
    targetStates.push(targetReportSchema.parse(await context.req.json()).targets);
    events.emit('targets');
    return context.json({ success: true });
  });
  app.post('/api/internal/reports', async (context) => {
    const report = publishReportSchema.parse(await context.req.json());
    if (state.refusedReports > 0) {
      state.refusedReports -= 1;
      return context.text('no', 503);
    }
    if (report.state === 'activated') state.live = report.releaseId;
    reports.push(report);
    events.emit('report', report);
    return context.json({ success: true });
  });
  app.get('/media/:name', (context) => {
    calls.media += 1;
    const body = media.get(context.req.path);
    return body ? context.body(new Uint8Array(body)) : context.text('no', 404);
  });
  app.get('*', async (context) => {
    if (context.req.path === '/' && state.staleHome !== undefined) return context.html(state.staleHome);
    const folder = join(releasesDir, state.live ?? 'none');
    const manifest = releaseManifestSchema.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));
    const file = manifest.files[context.req.path];
    return file ? context.body(await readFile(join(folder, 'public', file.file))) : context.text('no', 404);
  });
  const server = createAdaptorServer({ fetch: app.fetch });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reports,
    calls,
    media,
    state,
    revision: () => revisions.length - 1,
    /** Saves an edit. @returns the new revision */
    save(change: Content): number {
      const next = { ...revisions.at(-1), ...change };
      revisions.push(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)));
      return revisions.length - 1;
    },
    /** Resolves to the first matching report, past or future. */
    async report<State extends PublishReport['state']>(
      state: State,
      fits: (report: Extract<PublishReport, { state: State }>) => boolean = () => true,
      { after = 0 }: { after?: number } = {},
    ): Promise<Extract<PublishReport, { state: State }>> {
      const matches = (report: PublishReport): report is Extract<PublishReport, { state: State }> =>
        report.state === state && fits(report as Extract<PublishReport, { state: State }>);
      for (;;) {
        const found = reports.slice(after).find(matches);
        if (found) return found;
        await once(events, 'report');
      }
    },
    targetStates,
    /** Resolves to the first state of a target that fits, past or future. */
    async targetState(fits: (status: TargetStatus) => boolean, { after = 0 } = {}): Promise<TargetStatus> {
      for (;;) {
        const found = targetStates.slice(after).flat().find(fits);
        if (found) return found;
        await once(events, 'targets');
      }
    },
    /** Resolves at the next request for a path. */
    nextCall: (path: string): Promise<unknown> => once(events, `call ${path}`),
    async close(): Promise<void> {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export type FakeApi = Awaited<ReturnType<typeof startFakeApi>>;
