import type { RenderedPath } from '@threadline/schema/preview';

/** What the worker says: first once that the bundle is loaded, then one answer per request. */
export type PreviewAnswer =
  | { kind: 'ready' }
  | { kind: 'rendered'; page: RenderedPath }
  /** The site has no such path with this content. */
  | { kind: 'unknown' }
  | { kind: 'refused'; detail: string; faults?: unknown };
