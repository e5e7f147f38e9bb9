import { openObjectStore } from '@threadline/object-store/object-store';
import { createBucketTarget } from './bucket-target.ts';
import { createFolderTarget } from './folder-target.ts';
import { createNetlifyTarget, defaultNetlify } from './netlify-target.ts';
import type { PublishTarget } from './publish-target.ts';
import type { TargetSettings } from './settings.ts';
import { createStoreTarget } from './store-target.ts';

/**
 * Opens the target that the settings describe. Nothing is requested yet.
 *
 * @param netlify another server than Netlify's, for tests
 */
export function openTarget(settings: TargetSettings, { netlify = defaultNetlify } = {}): PublishTarget {
  switch (settings.kind) {
    case 'store':
      return createStoreTarget(openObjectStore(settings.url));
    case 'bucket':
      return createBucketTarget(openObjectStore(settings.url));
    case 'folder':
      return createFolderTarget(settings.path);
    case 'netlify':
      return createNetlifyTarget(settings, netlify);
  }
}
