import { setTimeout as sleep } from 'node:timers/promises';
import type { Snapshot } from '@threadline/schema/content/snapshot';
import type { PublishFault } from '@threadline/schema/wire/publishing';
import type { ReleaseManifest } from '@threadline/schema/wire/release';
import type { Logger } from 'pino';
import type { ApiClient } from './api-client.ts';
import type { BundleWatcher, SiteBundle } from './bundle-watcher.ts';
import { checkSite, decodeSafely, locate } from './check/check-site.ts';
import { createPageReader } from './check/read-page.ts';
import type { Deliveries } from './deliveries/deliveries.ts';
import { describeError, PublishFailure } from './publish-failure.ts';
import type { MediaCache } from './release/media.ts';
import type { StaticFile } from './release/release-files.ts';
import type { ReleaseStore } from './release/release-store.ts';
import { describePages, planRelease, type ReleasePlan } from './release/write-release.ts';
import type { RenderedSite, Renderer } from './render/renderer.ts';

const firstRetryMs = 1000;
const maxRetryMs = 60_000;
/** Each round that finds more than one new edit increases the pause by this much: a burst leads to few releases. */
const burstPauseMs = 50;
const maxPauseMs = 400;

interface RenderedRevision {
  snapshot: Snapshot;
  rendered: RenderedSite;
  site: SiteBundle;
}

interface PublisherDeps {
  api: ApiClient;
  code: BundleWatcher;
  store: ReleaseStore;
  media: MediaCache;
  deliveries: Pick<Deliveries, 'deliver' | 'listInFlight'>;
  log: Logger;
}

/** `targetKey` names a revision rendered by one version of the code, or a pinned release, within one generation. */
interface Failure {
  targetKey: string;
  detail: string;
  attempts: number;
  retryAt: number;
}

/**
 * Brings the live release to the API's target revision. No state survives a restart: the first round renders again, and the same
 * content gives the same release, so that only missing files are written.
 */
export function createPublisher({ api, code, store, media, deliveries, log }: PublisherDeps) {
  const readPages = createPageReader();
  let reached: { targetKey: string; revision: number } | undefined;
  let failure: Failure | undefined;
  let crowdedRounds = 0;
  const warn = (message: string) => (error: unknown) => log.warn({ reason: describeError(error) }, message);

  function isReachedOrPaused(targetKey: string): boolean {
    return reached?.targetKey === targetKey || (failure?.targetKey === targetKey && Date.now() < failure.retryAt);
  }

  /** A target revision counts as reached once the API has the report: a lost report is sent again in the next round. */
  async function goLive(manifest: ReleaseManifest, targetKey: string, steps: StepTimer): Promise<void> {
    await steps.time('activate', () => store.activate(manifest));
    const { id: releaseId, revision, files } = manifest;
    const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
    await api.report({
      state: 'activated',
      revision,
      releaseId,
      files: Object.keys(files).length,
      bytes,
      steps: steps.durations(),
    });
    reached = { targetKey, revision };
    failure = undefined;
    log.info({ release: releaseId, steps: steps.durations() }, 'activated');
    deliveries.deliver({ manifest, publicDir: store.publicDir(releaseId) });
  }

  /** Activates the release that editors pinned; a missing or damaged one is rendered again from its revision. */
  async function activatePinned(releaseId: string, targetKey: string, code: Promise<SiteBundle>): Promise<void> {
    const manifest = await store.reopen(releaseId);
    if (manifest) await goLive(manifest, targetKey, createStepTimer());
    else await publish(parseRevision(releaseId), await code, targetKey);
  }

  async function publish(revision: number, site: SiteBundle, targetKey: string): Promise<void> {
    // After a restart the release may already be live; then nothing is published.
    const isNew = store.live()?.revision !== revision;
    const reported = isNew ? api.report({ state: 'publishing', revision }).catch(() => {}) : undefined;
    try {
      const steps = createStepTimer();
      const snapshot = await steps.time('snapshot', () => api.snapshot(revision));
      const rendered = await steps.time('render', () => site.renderer.renderSite(snapshot));
      const plan = await steps.time('check', () => planChecked({ snapshot, rendered, site }));
      const manifest = await steps.time('write', () => store.write(plan));
      await reported;
      await goLive(manifest, targetKey, steps);
    } finally {
      // The reports must arrive in order, even if this round fails.
      await reported;
    }
    // An older release may have been pinned meanwhile: it must not be removed now.
    const current = await api.targetRevision().catch(() => undefined);
    const alsoKeep = [current?.pinnedRelease ?? [], deliveries.listInFlight()].flat();
    // The release is live: a file that cannot be removed is no failure of publishing.
    if (current) await store.prune(media, alsoKeep).catch(warn('old releases could not be removed'));
  }

  /** @throws PublishFailure if the checks find a fault */
  async function planChecked({ snapshot, rendered, site }: RenderedRevision): Promise<ReleasePlan> {
    const pages = describePages(rendered);
    store.prepare(pages);
    const facts = readPages(pages);
    const shown = new Set([...facts.values()].flatMap((page) => [...page.media]));
    const { files, missing } = await media.collect(shown);
    const statics = [...site.assets, ...files];
    const faults = [
      ...describeMissing(missing, snapshot),
      ...checkSite({ snapshot, site: rendered, facts, isServed: createServedCheck(statics, missing) }),
    ];
    if (faults.length > 0) throw new PublishFailure(faults, { isPermanent: true });
    return planRelease({ revision: snapshot.revision, pages, statics, olderAssets: site.olderAssets });
  }

  async function reportFailure(targetKey: string, revision: number, error: unknown): Promise<void> {
    const isKnown = error instanceof PublishFailure;
    const faults = isKnown ? error.faults : [{ detail: `${describeError(error)}.` }];
    const detail = faults.map((fault) => fault.detail).join('\n');
    const attempts = failure?.targetKey === targetKey ? failure.attempts + 1 : 1;
    const delayMs = Math.min(maxRetryMs, firstRetryMs * 2 ** (attempts - 1));
    const isRepeated = failure?.targetKey === targetKey && failure.detail === detail;
    if (!isRepeated) log.warn({ targetKey, faults }, 'publishing failed; the live release is unchanged');
    // The API may have rejected a release that is damaged on disk: the next attempt checks it.
    if (!isKnown) store.forgetLive();
    // Only a failure that was reported to the API can be waited out.
    failure = undefined;
    await api.report({ state: 'failed', revision, faults });
    failure = {
      targetKey,
      detail,
      attempts,
      retryAt: isKnown && error.isPermanent ? Number.POSITIVE_INFINITY : Date.now() + delayMs,
    };
  }

  /** Returns the pause after this round, in ms; 0 for edits that arrive one at a time. */
  function getPauseMs(before: number | undefined, revision: number): number {
    const isCrowded = before !== undefined && revision - before > 1;
    crowdedRounds = isCrowded ? crowdedRounds + 1 : 0;
    return Math.min(maxPauseMs, crowdedRounds * burstPauseMs);
  }

  /**
   * Runs one round: publishes if the target has changed.
   * @returns the pause in ms before the next round
   * @throws if the API cannot be reached
   */
  return async function round(): Promise<number> {
    const latestCode = code.latest();
    // Handled below, unless the target is a pinned release that needs no rendering.
    latestCode.catch(() => {});
    const { generation, revision, pinnedRelease, hasEditors } = await api.targetRevision();
    if (pinnedRelease !== null) {
      const targetKey = `generation ${generation}: release ${pinnedRelease}`;
      if (!isReachedOrPaused(targetKey))
        await activatePinned(pinnedRelease, targetKey, latestCode).catch((error) =>
          reportFailure(targetKey, parseRevision(pinnedRelease), error),
        );
      return 0;
    }
    let targetKey = `generation ${generation}: revision ${revision}`;
    try {
      const site = await latestCode;
      targetKey = `generation ${generation}: revision ${revision} by code ${site.id}`;
      if (revision === 0 || isReachedOrPaused(targetKey)) {
        // Nothing is published here, so an error is no failed publish.
        if (hasEditors)
          await keepWarm(site.renderer, { api, revision }).catch(warn('the renderer could not be kept warm'));
        return 0;
      }
      const before = reached?.revision;
      await publish(revision, site, targetKey);
      return getPauseMs(before, revision);
    } catch (error) {
      await reportFailure(targetKey, revision, error);
      return 0;
    }
  };
}

/** While the admin is open in a window, the worker stays: it caches every page, so that an edit renders only a few. */
async function keepWarm(renderer: Renderer, { api, revision }: { api: ApiClient; revision: number }): Promise<void> {
  if (renderer.isRunning() || revision === 0) await renderer.start();
  else await renderer.renderSite(await api.snapshot(revision));
}

function parseRevision(releaseId: string): number {
  return Number.parseInt(releaseId, 10);
}

function describeMissing(missing: readonly string[], { items }: Snapshot): PublishFault[] {
  return missing.map((path) => ({
    detail: `The image ${path} is not in Image Management.`,
    ...locate(items, path.replace(/-\d+\.\w+$/, '')),
  }));
}

/** Returns a check for paths outside the pages: files of this release, the admin, the API. Missing images have their own fault. */
function createServedCheck(statics: readonly StaticFile[], missing: readonly string[]): (path: string) => boolean {
  const paths = new Set([...missing, '/release.json', ...statics.map(({ path }) => path)]);
  return (path) => paths.has(path) || paths.has(decodeSafely(path)) || /^\/(?:admin|api)(?:\/|$)/.test(path);
}

/** Measures the durations of a round's steps. */
function createStepTimer() {
  const steps: Record<string, number> = {};
  return {
    async time<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        steps[name] = Math.round((performance.now() - startedAt) * 10) / 10;
      }
    },
    /** Durations so far in ms, in the order of the steps. */
    durations: () => ({ ...steps }),
  };
}

type StepTimer = ReturnType<typeof createStepTimer>;

/**
 * Runs one round at a time. Any number of triggers during a round lead to exactly one further round, so that the newest
 * target is always reached and intermediate ones cost nothing.
 *
 * @param round publishes if the target has changed; resolves to the pause in ms before the next round; must not reject
 */
export function createQueue(round: () => Promise<number>) {
  const stopping = new AbortController();
  let isTriggered = false;
  let running: Promise<void> | undefined;

  async function drain(): Promise<void> {
    while (isTriggered && !stopping.signal.aborted) {
      isTriggered = false;
      const pauseMs = await round();
      if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  function trigger(): void {
    isTriggered = true;
    running ??= drain().finally(() => {
      running = undefined;
      // A trigger may have arrived after the last check of `isTriggered`.
      if (isTriggered && !stopping.signal.aborted) trigger();
    });
  }

  return {
    trigger,
    /** Starts no further round; resolves when the current one has ended. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}
