import type { Logger } from 'pino';
import { describeError, PublishFailure } from './publish-failure.ts';
import { prepareAssets } from './release/assets.ts';
import type { StaticFile } from './release/release-files.ts';
import { readBundle, readBundleFingerprint } from './render/bundle.ts';
import { createRenderer, type Renderer } from './render/renderer.ts';

/** One version of the site's code, ready to render. */
export interface SiteBundle {
  id: string;
  renderer: Renderer;
  /** Files of this version that are the same in every release. */
  assets: StaticFile[];
  /** Hashed files of earlier versions: a cached page needs its scripts. */
  olderAssets: StaticFile[];
}

/** A build writes many files; it counts as finished when nothing has changed for this long. */
const buildQuietMs = 1000;

interface BundleWatcherOptions {
  rendererDir: string;
  assetsDir: string;
  /** Limits of the renderer, see `createRenderer`. */
  timeoutMs: number;
  idleMs: number;
  log: Logger;
}

/**
 * Watches the compiled site on disk. Modules cannot be unloaded, so a new version gets a new worker, and the old one is
 * used until the new one has loaded.
 */
export function createBundleWatcher({ rendererDir, assetsDir, timeoutMs, idleMs, log }: BundleWatcherOptions) {
  let current: (SiteBundle & { fingerprint: string }) | undefined;
  let rejectedFingerprint: string | undefined;
  let checking: Promise<SiteBundle> | undefined;

  async function load(fingerprint: string): Promise<SiteBundle & { fingerprint: string }> {
    const bundle = await readBundle(rendererDir);
    const renderer = createRenderer({ entryFile: bundle.entryFile, timeoutMs, idleMs });
    try {
      const [assets] = await Promise.all([prepareAssets(bundle, assetsDir), renderer.start()]);
      return { id: bundle.id, renderer, fingerprint, ...assets };
    } catch (error) {
      await renderer.stop();
      throw error;
    }
  }

  async function check(): Promise<SiteBundle> {
    const found = await readBundleFingerprint(rendererDir);
    if (current && isUpToDate(found)) return current;
    if (!found) {
      throw new PublishFailure([{ detail: `The site is not built: there is no server/entry.mjs in ${rendererDir}.` }], {
        isPermanent: false,
      });
    }
    try {
      const next = await load(found.fingerprint);
      const previous = current;
      current = next;
      rejectedFingerprint = undefined;
      log.info({ code: next.id }, 'the site code is loaded');
      await previous?.renderer.stop();
    } catch (error) {
      if (!current) throw error;
      rejectedFingerprint = found.fingerprint;
      log.error({ reason: describeError(error) }, 'the new site code does not load; the old one stays in use');
    }
    return current;
  }

  function isUpToDate(found: { fingerprint: string; changedAt: number } | undefined): boolean {
    if (!found) return true;
    const isBuildRunning = Date.now() - found.changedAt < buildQuietMs;
    return found.fingerprint === current?.fingerprint || found.fingerprint === rejectedFingerprint || isBuildRunning;
  }

  return {
    /**
     * Runs one check at a time: two that prepare the same version would delete each other's temporary files.
     * @throws PublishFailure if no version can be loaded
     */
    latest(): Promise<SiteBundle> {
      checking ??= check().finally(() => {
        checking = undefined;
      });
      return checking;
    },
    /** Returns the version that renders releases; undefined until the first one has loaded. */
    loaded: (): SiteBundle | undefined => current,
    /** Returns true once a version has loaded. */
    isReady: () => current !== undefined,
    stop: async () => current?.renderer.stop(),
  };
}

export type BundleWatcher = ReturnType<typeof createBundleWatcher>;
