/**
 * Loads the code of the slim header with the first scrolling, or at once if the page opens further down. Without it, the
 * header stays at the top of the page.
 */
export function loadSlimHeader(): void {
  const url = document.querySelector<HTMLElement>('.site-header')?.dataset.script;
  if (!url) return;
  const load = () => import(/* @vite-ignore */ url).catch(() => {});
  if (scrollY > 0) load();
  else addEventListener('scroll', load, { once: true, passive: true });
}
