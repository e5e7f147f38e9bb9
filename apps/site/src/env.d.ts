declare namespace Astro {
  interface ClientDirectives {
    'client:delayed'?: boolean;
  }
}

declare module 'virtual:snapshot' {
  /** Set in the static build only. */
  export const snapshot: import('@threadline/schema/content/snapshot').Snapshot | null;
}
