import type { ReleaseManifest } from '@threadline/schema/release';
import type { Snapshot } from '@threadline/schema/snapshot';
import type { Logger } from 'pino';
import type { ApiClient } from './api-client.ts';
import { checkSite, decodeOrKeep } from './check/check-site.ts';
import { locate } from './check/locate.ts';
import { createPageReader } from './check/read-page.ts';
import { PublishFailure, sentenceOf } from './publish-failure.ts';
import type { MediaCache } from './release/media.ts';
import { describePages, planRelease, type ReleasePlan } from './release/plan.ts';
import type { ReleaseStore } from './release/release-store.ts';
import type { StaticFile } from './release/static-file.ts';
import type { RenderedSite } from './render/rendered-site.ts';
import type { CodeWatch, SiteCode } from './render/site-code.ts';
import { createStepTimer, type StepTimer } from './step-timer.ts';

const firstRetryMs = 1000;
const longestRetryMs = 60_000;
/** Each round that finds edits piling up waits this much longer before the next: a burst becomes few releases. */
const burstPauseMs = 50;
const longestPauseMs = 400;

interface PublisherDeps {
  api: ApiClient;
  code: CodeWatch;
  store: ReleaseStore;
  media: MediaCache;
  /** Looks for a release at the public address and reports it live. */
  expectLive: (manifest: ReleaseManifest) => void;
  log: Logger;
}

/** A goal is an order of the API: a revision rendered by one version of the code, or a held release. */
interface Failure {
  goal: string;
  detail: string;
  attempts: number;
  retryAt: number;
}

/**
 * Brings what is live to what the API wants. Nothing is remembered across restarts: the first round renders again, and
 * the same content gives the same release, so that it only writes what is missing.
 */
export function createPublisher({ api, code, store, media, expectLive, log }: PublisherDeps) {
  const readPages = createPageReader();
  let reached: { goal: string; revision: number } | undefined;
  let failure: Failure | undefined;
  let crowdedRounds = 0;

  function isPointless(goal: string): boolean {
    return reached?.goal === goal || (failure?.goal === goal && Date.now() < failure.retryAt);
  }

  /** Nothing counts as reached before the API knows it: a report that gets lost is sent again with the next round. */
  async function goLive(manifest: ReleaseManifest, goal: string, steps: StepTimer): Promise<void> {
    await steps.time('switch', () => store.switchTo(manifest));
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
    reached = { goal, revision };
    failure = undefined;
    log.info({ release: releaseId, steps: steps.durations() }, 'activated');
    expectLive(manifest);
  }

  /** Activates the release that editors pinned; a missing or damaged one is rendered again from its revision. */
  async function activatePinned(releaseId: string, goal: string, code: Promise<SiteCode>): Promise<void> {
    const manifest = await store.reopen(releaseId);
    if (manifest) await goLive(manifest, goal, createStepTimer());
    else await publish(revisionOf(releaseId), await code, goal);
  }

  async function publish(revision: number, site: SiteCode, goal: string): Promise<void> {
    // After a restart the release may be live already; then nothing is being published.
    const isNew = store.live()?.revision !== revision;
    const announced = isNew ? api.report({ state: 'publishing', revision }).catch(() => {}) : undefined;
    try {
      const steps = createStepTimer();
      const snapshot = await steps.time('snapshot', () => api.snapshot(revision));
      const rendered = await steps.time('render', () => site.renderer.render(snapshot));
      const plan = await steps.time('check', () => planChecked(snapshot, rendered, site));
      const manifest = await steps.time('write', () => store.write(plan));
      await announced;
      await goLive(manifest, goal, steps);
    } finally {
      // The reports must arrive in their order, also when this round fails.
      await announced;
    }
    // An older release may have been requested meanwhile: it must not be removed now.
    const target = await api.target().catch(() => undefined);
    if (target) await store.prune(media, target.pinnedRelease === null ? [] : [target.pinnedRelease]);
  }

  /** @throws PublishFailure when a visitor would meet something broken */
  async function planChecked(snapshot: Snapshot, rendered: RenderedSite, site: SiteCode): Promise<ReleasePlan> {
    const pages = describePages(rendered);
    store.prepare(pages);
    const facts = readPages(pages);
    const shown = new Set([...facts.values()].flatMap((page) => [...page.media]));
    const { files, missing } = await media.collect(shown);
    const statics = [...site.assets, ...files];
    const isServed = servedBeside(statics);
    const faults = [
      ...missing.map((path) => ({
        detail: `The picture ${path} is not in Image Management.`,
        ...locate(snapshot.items, path.replace(/-\d+\.\w+$/, '')),
      })),
      ...checkSite({ snapshot, site: rendered, facts, isServed: (path) => missing.includes(path) || isServed(path) }),
    ];
    if (faults.length > 0) throw new PublishFailure(faults, { lasting: true });
    return planRelease({ revision: snapshot.revision, pages, statics, olderAssets: site.olderAssets });
  }

  async function giveUp(goal: string, revision: number, error: unknown): Promise<void> {
    const isKnown = error instanceof PublishFailure;
    const faults = isKnown ? error.faults : [{ detail: `${sentenceOf(error)}.` }];
    const detail = faults.map((fault) => fault.detail).join('\n');
    const attempts = failure?.goal === goal ? failure.attempts + 1 : 1;
    const delayMs = Math.min(longestRetryMs, firstRetryMs * 2 ** (attempts - 1));
    const isRepeated = failure?.goal === goal && failure.detail === detail;
    if (!isRepeated) log.warn({ goal, faults }, 'publishing failed; what is live stays');
    // The API may have refused a release that is damaged on disk: the next attempt checks it.
    if (!isKnown) store.forgetLive();
    // Only a failure that the API knows may be waited out.
    failure = undefined;
    await api.report({ state: 'failed', revision, faults });
    failure = {
      goal,
      detail,
      attempts,
      retryAt: isKnown && error.lasting ? Number.POSITIVE_INFINITY : Date.now() + delayMs,
    };
  }

  /** How long to wait after this round, in ms. Edits made one at a time never wait. */
  function pauseAfter(before: number | undefined, revision: number): number {
    const isCrowded = before !== undefined && revision - before > 1;
    crowdedRounds = isCrowded ? crowdedRounds + 1 : 0;
    return Math.min(longestPauseMs, crowdedRounds * burstPauseMs);
  }

  /**
   * One round: does what is missing, if anything.
   * @returns the pause in ms before the next round
   * @throws when the API cannot be asked or told
   */
  return async function round(): Promise<number> {
    const latestCode = code.latest();
    // Heard of below, unless an order without any rendering comes first.
    latestCode.catch(() => {});
    const { generation, revision, pinnedRelease } = await api.target();
    if (pinnedRelease !== null) {
      const goal = `order ${generation}: release ${pinnedRelease}`;
      if (!isPointless(goal))
        await activatePinned(pinnedRelease, goal, latestCode).catch((error) =>
          giveUp(goal, revisionOf(pinnedRelease), error),
        );
      return 0;
    }
    let goal = `order ${generation}: revision ${revision}`;
    try {
      const site = await latestCode;
      goal = `order ${generation}: revision ${revision} by code ${site.id}`;
      if (revision === 0 || isPointless(goal)) return 0;
      const before = reached?.revision;
      await publish(revision, site, goal);
      return pauseAfter(before, revision);
    } catch (error) {
      await giveUp(goal, revision, error);
      return 0;
    }
  };
}

function revisionOf(releaseId: string): number {
  return Number.parseInt(releaseId, 10);
}

/** What the server answers beside the pages: files of this release, the admin, the API. */
function servedBeside(statics: readonly StaticFile[]): (path: string) => boolean {
  const paths = new Set(statics.map(({ path }) => path));
  return (path) => paths.has(decodeOrKeep(path)) || /^\/(?:admin|api)(?:\/|$)/.test(path) || path === '/release.json';
}
