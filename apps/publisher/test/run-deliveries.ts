import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openTarget } from '@threadline/publish-targets/open-target';
import type { PublishTarget, StoredRelease } from '@threadline/publish-targets/publish-target';
import { type TargetSettings, targetsSchema } from '@threadline/publish-targets/settings';
import type { PublishReport, TargetStatus } from '@threadline/schema/wire/publishing';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { startServer } from '../../../packages/object-store/test/start-server.ts';
import { createDeliveries } from '../src/deliveries/deliveries.ts';

const quick = {
  firstRetryMs: 5,
  maxRetryMs: 20,
  lastingRetryMs: 30,
  firstLookMs: 5,
  maxLookMs: 20,
  lateLookMs: 10,
  repairMs: 100,
};

interface RunOptions {
  timeoutMs?: number;
  pauses?: Parameters<typeof createDeliveries>[0]['pauses'];
  open?: (settings: TargetSettings) => PublishTarget;
}

/** Starts deliveries to these entries of `PUBLISH_TARGETS`, without publisher and API. */
export async function runDeliveries(
  targets: readonly unknown[],
  { timeoutMs = 60_000, pauses = {}, open = openTarget }: RunOptions = {},
) {
  const states: TargetStatus[][] = [];
  const reports: PublishReport[] = [];
  const events = new EventEmitter();
  let own: StoredRelease | undefined;
  const publicUrl = await startServer(async ({ url = '' }, reply) => {
    const file = own?.manifest.files[url]?.file;
    if (own && file) reply.end(await readFile(join(own.publicDir, file)));
    else reply.writeHead(404).end();
  });
  const deliveries = createDeliveries({
    publicUrl,
    destinations: targetsSchema
      .parse(JSON.stringify(targets))
      .map((settings) => ({ settings, target: open(settings) })),
    reportTargets: async (reported) => {
      states.push(reported);
      events.emit('change');
    },
    report: async (report) => {
      reports.push(report);
      events.emit('change');
    },
    timeoutMs,
    log: pino({ level: 'silent' }),
    pauses: { ...quick, ...pauses },
  });
  onTestFinished(() => deliveries.stop());

  async function until<Found>(find: () => Found | undefined): Promise<Found> {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      await once(events, 'change');
    }
  }

  return {
    states,
    reports,
    stop: deliveries.stop,
    deliver(release: StoredRelease): void {
      own = release;
      deliveries.deliver(release);
    },
    /** Resolves to the first reported state of a target that fits, past or future. */
    target: (name: string, fits: (status: TargetStatus) => boolean, after = 0) =>
      until(() =>
        states
          .slice(after)
          .flat()
          .find((status) => status.name === name && fits(status)),
      ),
    report: (state: PublishReport['state']) => until(() => reports.find((report) => report.state === state)),
  };
}

export const isLive =
  ({ manifest }: StoredRelease) =>
  ({ phase, release }: TargetStatus) =>
    phase === 'live' && release === manifest.id;
