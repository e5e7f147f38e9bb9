/** A file as the site's bundle renders it. */
export interface RenderedPage {
  status: number;
  contentType: string;
  /** Headers of this page, in lower case. */
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

/** URL path → page, in the order of the bundle's routes. */
export type RenderedSite = Map<string, RenderedPage>;

/** The worker's messages: one when the bundle is loaded, then one per snapshot. */
export type WorkerMessage =
  | { kind: 'ready' }
  /** `same` is an unchanged page since the worker's previous response. */
  | { kind: 'rendered'; site: Map<string, RenderedPage | 'same'> }
  | { kind: 'refused'; detail: string; path?: string; faults?: unknown };
