import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import type { PublishReport, PublishTarget } from '@threadline/schema/publishing';
import { publishReportSchema } from '@threadline/schema/publishing';
import { releaseManifestSchema } from '@threadline/schema/release';
import { Hono } from 'hono';
import { type Content, snapshotOf } from './fixture-content.ts';

export const token = 'a-token-that-only-these-tests-know-of';
/**
 * The three internal calls of the API in memory, with every revision kept, and the live release served from disk as in
 * embedded mode. What the publisher says is in `reports`.
 */
export async function startStandInApi(releasesDir: string) {
  const revisions: Content[] = [{ 'hero.title': 'Revision zero' }];
  const media = new Map<string, Buffer>();
  const reports: PublishReport[] = [];
  const events = new EventEmitter();
  const calls = { target: 0, snapshot: 0, media: 0 };
  const state = {
    pinnedRelease: null as string | null,
    /** Raised by hand for a wish that is said again. */
    repeats: 0,
    isDown: false,
    /** So many reports to come are refused. */
    refusedReports: 0,
    /** Set to make `GET /` lie about what is live. */
    staleHome: undefined as string | undefined,
    live: undefined as string | undefined,
  };
  const wishes: string[] = [];
  const app = new Hono();
  app.use(async (context, next) => {
    events.emit(`call ${context.req.path}`);
    return state.isDown ? context.text('down', 503) : next();
  });
  app.use('/api/internal/*', async (context, next) =>
    context.req.header('authorization') === `Bearer ${token}` ? next() : context.text('no', 401),
  );
  app.get('/api/internal/target', (context) => {
    calls.target += 1;
    const revision = revisions.length - 1;
    const wish = `${revision} ${state.pinnedRelease} ${state.repeats}`;
    if (wishes.at(-1) !== wish) wishes.push(wish);
    const target: PublishTarget = { generation: wishes.length, revision, pinnedRelease: state.pinnedRelease };
    return context.json(target);
  });
  app.get('/api/internal/snapshot', (context) => {
    calls.snapshot += 1;
    const revision = Number(context.req.query('revision'));
    return context.json(snapshotOf(revision, revisions[revision] ?? {}));
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
    /** The first report, of the past or to come, that fits. */
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
    /** Resolves at the next call of a path. */
    nextCall: (path: string): Promise<unknown> => once(events, `call ${path}`),
    async close(): Promise<void> {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export type StandInApi = Awaited<ReturnType<typeof startStandInApi>>;
