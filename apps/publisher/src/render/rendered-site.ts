/** A file as the site's bundle renders it. */
export interface RenderedPage {
  status: number;
  contentType: string;
  /** Headers that belong to this page, lower-case names. */
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

/** URL path → page, in the order of the bundle's route list. */
export type RenderedSite = Map<string, RenderedPage>;

/** What the worker says: first once that the bundle is loaded, then one answer per snapshot. */
export type WorkerMessage =
  | { kind: 'ready' }
  /** `same` stands for a page that is as it was in the worker's answer before. */
  | { kind: 'rendered'; site: Map<string, RenderedPage | 'same'> }
  | { kind: 'refused'; detail: string; path?: string; faults?: unknown };
