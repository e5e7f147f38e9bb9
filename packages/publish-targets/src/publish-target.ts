import type { ReleaseManifest } from '@threadline/schema/wire/release';

/** A complete release on the disk of this machine. */
export interface StoredRelease {
  manifest: ReleaseManifest;
  /** The folder of its files, see `ReleaseFile.file`. */
  publicDir: string;
}

/**
 * A place that shows releases to visitors. All calls throw an error whose message is a sentence for editors, without
 * secrets. `signal` ends them early; every call can be repeated at any time.
 */
export interface PublishTarget {
  /** Visitors get the headers of `manifest.json`. Otherwise a web server or a CDN in front has to send them. */
  readonly sendsHeaders: boolean;
  /** The shortest time between two uploads that the target allows, in ms. */
  readonly minIntervalMs?: number;
  /** Returns the id of the release that the target shows; undefined before the first one, or after a stopped delivery. */
  readShown(signal: AbortSignal): Promise<string | undefined>;
  /**
   * Uploads what is missing, without any visible change.
   *
   * @param order when publishing decided on this release, in ms since 1970
   */
  upload(release: StoredRelease, order: number, signal: AbortSignal): Promise<UploadStats>;
  /**
   * Makes an uploaded release visible.
   *
   * @throws SupersededError if the target shows a release of a higher order
   */
  activate(release: StoredRelease, order: number, signal: AbortSignal): Promise<void>;
  /** Uploads again what is missing or damaged of the visible release. @returns the number of files */
  repair(release: StoredRelease, signal: AbortSignal): Promise<number>;
  /** Deletes old files that no recent release needs. @returns the number of files or releases */
  prune(signal: AbortSignal): Promise<number>;
  /** Writes, reads and deletes a scratch file. @returns what has been tested, as a sentence */
  test(signal: AbortSignal): Promise<string>;
}

export interface UploadStats {
  sent: number;
  skipped: number;
  bytes: number;
}

/** Open browser tabs and caches still request the files of an older release. */
export const keepFilesMs = 7 * 24 * 60 * 60_000;

/** Another publisher has already shown a newer release at the target. */
export class SupersededError extends Error {
  constructor() {
    super('Another publisher has shown a newer release here.');
    this.name = 'SupersededError';
  }
}

interface TargetErrorOptions {
  /** Only a change of settings, account or files helps, so frequent attempts are pointless. */
  isLasting?: boolean;
  /** How long the target asks to wait, in ms. */
  retryAfterMs?: number | undefined;
}

/** A target refused a call. The message is a sentence without secrets. */
export class TargetError extends Error {
  readonly isLasting: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { isLasting = false, retryAfterMs }: TargetErrorOptions = {}) {
    super(message);
    this.name = 'TargetError';
    this.isLasting = isLasting;
    this.retryAfterMs = retryAfterMs;
  }
}
