/** Fetches the code of the dialog, which waits for a press, but draws nothing: on a slow line a press finds it there. */
export function fetchAhead(): void {
  const url = document.querySelector('astro-island[client=intent]')?.getAttribute('component-url');
  // Without a connection the press itself tries again.
  if (url) import(/* @vite-ignore */ url).catch(() => undefined);
}
