/** Loads the code of the slim header with the first scrolling. Without it, the header stays at the top of the page. */
export function loadSlimHeader(): void {
  const url = document.querySelector<HTMLElement>('.site-header')?.dataset.script;
  if (!url) return;
  addEventListener('scroll', () => import(/* @vite-ignore */ url).catch(() => {}), { once: true, passive: true });
}
