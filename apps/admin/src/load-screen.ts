import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { hasUnsaved } from './unsaved.ts';

/** Spec §7, §9: bundles time out after 120 seconds with a chunk-load error. */
export const chunkTimeoutMs = 120_000;
const reloadedKey = 'reloaded-for';

export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/**
 * A screen as a bundle of its own. When it fails to load, the page reloads (Spec §7): once per screen, and never over
 * words that are not saved; then the error boundary says what to do.
 */
export function loadScreen<Name extends string>(screen: Name, load: () => Promise<Record<Name, ComponentType>>) {
  return lazyRouteComponent(async () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const timeout = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new ChunkLoadError(`${screen} did not load in time.`)), chunkTimeoutMs);
      });
      const module = await Promise.race([load(), timeout]);
      sessionStorage.removeItem(reloadedKey);
      return module;
    } catch (error) {
      if (sessionStorage.getItem(reloadedKey) !== screen && !hasUnsaved()) {
        sessionStorage.setItem(reloadedKey, screen);
        window.location.reload();
      }
      throw error instanceof ChunkLoadError
        ? error
        : new ChunkLoadError(`${screen} could not be loaded.`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }, screen);
}
