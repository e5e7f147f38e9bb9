import type { RenderedPath } from '@threadline/schema/preview';

/** The worker's messages: one when the bundle is loaded, then one per request. */
export type PreviewAnswer =
  | { kind: 'ready' }
  | { kind: 'rendered'; page: RenderedPath }
  /** The site has no such path with this content. */
  | { kind: 'unknown' }
  | { kind: 'refused'; detail: string; faults?: unknown };
