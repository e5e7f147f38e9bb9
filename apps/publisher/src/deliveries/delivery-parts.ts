import type { PublishTarget, StoredRelease } from '@threadline/publish-targets/publish-target';
import type { TargetStatus } from '@threadline/schema/wire/publishing';
import type { ReleaseManifest } from '@threadline/schema/wire/release';
import type { Logger } from 'pino';
import { describeError } from '../publish-failure.ts';

export const defaultPauses = {
  /** Before the second attempt to deliver; it doubles with each further one. */
  firstRetryMs: 1000,
  maxRetryMs: 60_000,
  /** After a fault of settings or account. An account that is repaired is noticed by this. */
  lastingRetryMs: 10 * 60_000,
  firstLookMs: 50,
  maxLookMs: 15_000,
  /** Between two looks at a public address that does not show the release in time. */
  lateLookMs: 60_000,
  /** A release that is not seen by then is checked and repaired: damaged files or another publisher may be the reason. */
  repairMs: 20_000,
  /** A visible release is checked and repaired, and old files are deleted. */
  maintenanceMs: 24 * 60 * 60_000,
};

/** How far the newest release has come. */
export type DeliveryState = Omit<TargetStatus, 'name' | 'required'>;

export interface Order {
  release: StoredRelease;
  /** When publishing decided on it, in ms since 1970. */
  at: number;
}

export interface DeliveryOptions {
  name: string;
  /** Undefined for the release on this machine, which is only verified. */
  target: PublishTarget | undefined;
  /** @throws Error that states what visitors see instead of the release */
  look: (manifest: ReleaseManifest, signal: AbortSignal) => Promise<void>;
  /** After this time, a release that is not seen is `unverified`. */
  timeoutMs: number;
  pauses: typeof defaultPauses;
  log: Logger;
}

/** Shared by the steps of a delivery. */
export interface DeliveryParts extends DeliveryOptions {
  state: () => DeliveryState;
  /** Changes the state; problem and time of the next attempt are forgotten unless they are given. */
  change: (values: Partial<DeliveryState>) => void;
  /** Ends the requests when the publisher stops. */
  stopping: AbortSignal;
}

/** Returns the message of an error as a sentence. */
export const describeProblem = (error: unknown) => describeError(error).replace(/\.?$/, '.');
