/** Fetches the code of the contact dialog, so that a press on a slow connection finds it in the cache. */
export function prefetchContactDialog(): void {
  const url = document.querySelector('astro-island[client=interaction]')?.getAttribute('component-url');
  // If it fails, the press fetches it again.
  if (url) import(/* @vite-ignore */ url).catch(() => undefined);
}
