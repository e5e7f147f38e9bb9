import { fileURLToPath } from 'node:url';
import type { Snapshot } from '@threadline/schema/content/snapshot';
import type { AstroIntegration } from 'astro';
import type { SiteConfig } from '../config.ts';
import { assertPublishable } from './assert-publishable.ts';
import { downloadMedia } from './download-media.ts';
import { writeHostFiles } from './host-files.ts';
import { loadSnapshot } from './load-snapshot.ts';

const moduleName = 'virtual:snapshot';
const resolvedName = `\0${moduleName}`;

/**
 * Provides the content to the pages as `virtual:snapshot`. A build loads it once, so that pages and media files agree even
 * if an editor saves in the meantime. The renderer gets `null`: its content is set for each render.
 */
export function snapshotIntegration(config: SiteConfig): AstroIntegration {
  let loaded: Promise<Snapshot> | undefined;

  async function loadPublishable(): Promise<Snapshot> {
    const snapshot = await loadSnapshot(config);
    if (!config.allowPlaceholders) assertPublishable(snapshot, config);
    return snapshot;
  }

  async function moduleSource(): Promise<string> {
    if (config.build === 'renderer') return 'export const snapshot = null;';
    loaded ??= loadPublishable();
    return `export const snapshot = ${JSON.stringify(await loaded)};`;
  }

  return {
    name: 'threadline:snapshot',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'threadline:snapshot',
                resolveId: (id: string) => (id === moduleName ? resolvedName : undefined),
                load: (id: string) => (id === resolvedName ? moduleSource() : undefined),
              },
            ],
          },
        });
      },
      // Errors inside a module are shown with a stack trace of Vite.
      'astro:build:start': async ({ logger }) => {
        try {
          await moduleSource();
        } catch (error) {
          logger.error(error instanceof Error ? error.message : String(error));
          process.exit(1);
        }
      },
      'astro:build:done': async ({ dir, logger }) => {
        if (!loaded) return;
        const snapshot = await loaded;
        const folder = fileURLToPath(dir);
        if (config.contentUrl) {
          const files = await downloadMedia(snapshot, config.contentUrl, folder);
          logger.info(`${files} image files copied from ${config.contentUrl}`);
        }
        await writeHostFiles(folder, { snapshot, host: config.staticHost });
      },
    },
  };
}
