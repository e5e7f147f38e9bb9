import { assertShown } from '@threadline/publish-targets/assert-shown';
import type { PublishTarget, StoredRelease } from '@threadline/publish-targets/publish-target';
import type { TargetSettings } from '@threadline/publish-targets/settings';
import type { PublishReport, TargetStatus } from '@threadline/schema/wire/publishing';
import type { ReleaseManifest } from '@threadline/schema/wire/release';
import type { Logger } from 'pino';
import { createDelivery, type Delivery } from './delivery.ts';
import { defaultPauses } from './delivery-parts.ts';
import { createReporter } from './reporter.ts';

interface Destination {
  settings: Pick<TargetSettings, 'name' | 'required' | 'visibleAt'>;
  target: PublishTarget;
}

interface DeliveriesOptions {
  /** The public address of the release on this machine, without a trailing slash. */
  publicUrl: string;
  destinations: readonly Destination[];
  /** Sends the state of all targets to the API. */
  reportTargets: (targets: TargetStatus[]) => Promise<void>;
  /** Reports a release as live or unverified. */
  report: (report: PublishReport) => Promise<void>;
  /** After this time, a release that is not seen is unverified: long enough for a cache in between to expire. */
  timeoutMs: number;
  log: Logger;
  pauses?: Partial<typeof defaultPauses>;
}

interface CurrentRelease {
  manifest: ReleaseManifest;
  /** `timeoutMs` are over. */
  isLate: boolean;
  reported?: 'live' | 'unverified';
}

/**
 * Delivers each activated release to all targets, and verifies it there and on this machine. A release is live once
 * this machine and every required target show it. Each target has a queue of its own in which the newest release wins,
 * so that a slow one delays neither publishing nor another target.
 */
export function createDeliveries(options: DeliveriesOptions) {
  const { publicUrl, destinations, timeoutMs, log } = options;
  const targetReports = createReporter(options.reportTargets, log);
  const releaseReports = createReporter(options.report, log);
  const common = { timeoutMs, pauses: { ...defaultPauses, ...options.pauses }, log };
  const look = (manifest: ReleaseManifest, signal: AbortSignal) => assertShown(publicUrl, manifest, signal);
  const own = createDelivery({ ...common, name: 'this machine', target: undefined, look }, settle);
  const deliveries = destinations.map(({ settings, target }) => ({
    settings,
    delivery: createDelivery({ ...common, name: settings.name, target, look: createLook(settings, target) }, () => {
      reportTargets();
      settle();
    }),
  }));
  const required = [own, ...deliveries.filter((each) => each.settings.required).map(({ delivery }) => delivery)];
  const all = [own, ...deliveries.map(({ delivery }) => delivery)];
  let current: CurrentRelease | undefined;
  let lateTimer: NodeJS.Timeout | undefined;
  let lastOrder = 0;

  function reportTargets(): void {
    targetReports.report(
      deliveries.map(({ settings: { name, required: isRequired }, delivery }) => ({
        name,
        required: isRequired,
        ...delivery.state(),
      })),
    );
  }

  /** Reports the release once it is seen everywhere, or is late. A late one is reported again when it is seen. */
  function settle(): void {
    if (!current) return;
    const { id, revision } = current.manifest;
    const missing = required.filter((delivery) => !delivery.isLive(id));
    if (missing.length === 0) {
      if (current.reported === 'live') return;
      current.reported = 'live';
      log.info({ release: id }, 'live');
      releaseReports.report({ state: 'live', revision, releaseId: id, verifiedAt: new Date().toISOString() });
      return;
    }
    const detail = describeMissing(missing, own);
    if (!current.isLate || current.reported || detail === undefined) return;
    current.reported = 'unverified';
    releaseReports.report({ state: 'unverified', revision, releaseId: id, detail });
  }

  return {
    deliver(release: StoredRelease): void {
      // Two decisions never have the same order, even if the clock of this machine is set back.
      lastOrder = Math.max(Date.now(), lastOrder + 1);
      releaseReports.cancel();
      const next: CurrentRelease = { manifest: release.manifest, isLate: false };
      current = next;
      clearTimeout(lateTimer);
      lateTimer = setTimeout(() => {
        next.isLate = true;
        settle();
      }, timeoutMs).unref();
      for (const delivery of all) delivery.deliver({ release, at: lastOrder });
    },
    /** Reports the state once more: a restarted API does not know it. */
    reportAgain(): void {
      if (deliveries.length > 0) reportTargets();
    },
    /** Returns the releases that are being uploaded, which must not be removed from the disk. */
    listInFlight: () => all.flatMap((delivery) => delivery.listInFlight()),
    async stop(): Promise<void> {
      clearTimeout(lateTimer);
      targetReports.stop();
      releaseReports.stop();
      await Promise.all(all.map((delivery) => delivery.stop()));
    },
  };
}

export type Deliveries = ReturnType<typeof createDeliveries>;

/** A folder without a public address counts as seen once it shows the release. */
function createLook({ name, visibleAt }: Destination['settings'], target: PublishTarget) {
  return async (manifest: ReleaseManifest, signal: AbortSignal): Promise<void> => {
    if (visibleAt !== undefined) return assertShown(visibleAt, manifest, signal);
    if ((await target.readShown(signal)) !== manifest.id) throw new Error(`The target ${name} shows another release`);
  };
}

/** Returns why a release is not live; undefined while this machine has not looked at its public address in time. */
function describeMissing(missing: readonly Delivery[], own: Delivery): string | undefined {
  const { phase, problem } = own.state();
  if (missing.includes(own)) return phase === 'unverified' ? (problem ?? undefined) : undefined;
  const names = missing.map(({ name }) => name).join(', ');
  return missing.length === 1
    ? `The target ${names} does not show the release.`
    : `The targets ${names} do not show the release.`;
}
