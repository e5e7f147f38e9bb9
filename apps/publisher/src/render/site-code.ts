import type { Logger } from 'pino';
import { PublishFailure, sentenceOf } from '../publish-failure.ts';
import { prepareAssets } from '../release/assets.ts';
import type { StaticFile } from '../release/static-file.ts';
import { readBundle, stampBundle } from './bundle.ts';
import { createRenderer, type Renderer } from './renderer.ts';

/** One version of the site's code, ready to render. */
export interface SiteCode {
  id: string;
  entryFile: string;
  renderer: Renderer;
  /** Files of this version that are the same in every release. */
  assets: StaticFile[];
  /** Hashed files of the versions before: a page that a cache still holds must find its scripts. */
  olderAssets: StaticFile[];
}

/** A build writes many files; it counts as finished when nothing changed for this long. */
const settleMs = 1000;

/**
 * Follows the compiled site on disk. Modules cannot be unloaded, so a new version gets a new worker, and the old one
 * keeps serving until that has loaded.
 */
export function createCodeWatch(options: { rendererDir: string; assetsDir: string; timeoutMs: number; log: Logger }) {
  const { rendererDir, assetsDir, timeoutMs, log } = options;
  let current: (SiteCode & { stamp: string }) | undefined;
  let refusedStamp: string | undefined;
  let looking: Promise<SiteCode> | undefined;

  async function load(stamp: string): Promise<SiteCode & { stamp: string }> {
    const bundle = await readBundle(rendererDir);
    const renderer = createRenderer({ entryFile: bundle.entryFile, timeoutMs });
    try {
      const [assets] = await Promise.all([prepareAssets(bundle, assetsDir), renderer.start()]);
      return { id: bundle.id, entryFile: bundle.entryFile, renderer, stamp, ...assets };
    } catch (error) {
      await renderer.stop();
      throw error;
    }
  }

  async function look(): Promise<SiteCode> {
    const found = await stampBundle(rendererDir);
    if (current && retainForClient(found)) return current;
    if (!found) {
      throw new PublishFailure([{ detail: `The site is not built: there is no server/entry.mjs in ${rendererDir}.` }], {
        lasting: false,
      });
    }
    try {
      const next = await load(found.stamp);
      const previous = current;
      current = next;
      refusedStamp = undefined;
      log.info({ code: next.id }, 'the site code is loaded');
      await previous?.renderer.stop();
    } catch (error) {
      if (!current) throw error;
      refusedStamp = found.stamp;
      log.error({ reason: sentenceOf(error) }, 'the new site code does not load; the old one stays');
    }
    return current;
  }

  function retainForClient(found: { stamp: string; changedAt: number } | undefined): boolean {
    if (!found) return true;
    const isUnsettled = Date.now() - found.changedAt < settleMs;
    return found.stamp === current?.stamp || found.stamp === refusedStamp || isUnsettled;
  }

  return {
    /**
     * One look at a time: two that prepared the same version would clear away each other's unfinished files.
     * @throws PublishFailure when there is no version that works
     */
    latest(): Promise<SiteCode> {
      looking ??= look().finally(() => {
        looking = undefined;
      });
      return looking;
    },
    /** The version that releases are made with; undefined until the first one has loaded. */
    loaded: (): SiteCode | undefined => current,
    /** True from the first version that loaded on. */
    isReady: () => current !== undefined,
    stop: async () => current?.renderer.stop(),
  };
}

export type CodeWatch = ReturnType<typeof createCodeWatch>;
