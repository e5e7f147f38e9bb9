import type { ReleaseManifest } from '@threadline/schema/wire/release';

/** A complete release on disk. */
export interface StoredRelease {
  manifest: ReleaseManifest;
  /** The folder of its files, see `ReleaseFile.file`. */
  publicDir: string;
}

/** A place that shows releases to visitors. All calls throw an error whose message is a sentence for editors. */
export interface PublishTarget {
  /** Returns the id of the release that the target shows; undefined before the first one. */
  readShown(signal: AbortSignal): Promise<string | undefined>;
  /** Uploads what is missing, without any visible change. It can be repeated at any time. */
  upload(release: StoredRelease, signal: AbortSignal): Promise<UploadStats>;
  /**
   * Makes an uploaded release visible.
   *
   * @param order when publishing decided on this release, in ms since 1970
   * @throws SupersededError if the target shows a release of a higher order
   */
  activate(release: StoredRelease, order: number, signal: AbortSignal): Promise<void>;
  /** Deletes old files that no recent release needs. */
  prune(signal: AbortSignal): Promise<number>;
}

export interface UploadStats {
  sent: number;
  skipped: number;
  bytes: number;
}

/** Another publisher has already shown a newer release at the target. */
export class SupersededError extends Error {
  constructor() {
    super('Another publisher has shown a newer release here.');
    this.name = 'SupersededError';
  }
}
