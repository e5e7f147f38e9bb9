const desktop = '(min-width: 768px)';

/** Spec §2, §4: the menu below 768 px closes after a choice, on Escape, and when the page becomes wide. */
export function startMenu(): void {
  const button = document.querySelector<HTMLButtonElement>('.menu-button');
  const menu = document.getElementById('site-menu');
  if (!button || !menu) return;

  const setOpen = (isOpen: boolean) => {
    button.ariaExpanded = String(isOpen);
    document.documentElement.toggleAttribute('data-menu-open', isOpen);
  };
  const isOpen = () => button.ariaExpanded === 'true';

  button.addEventListener('click', () => setOpen(!isOpen()));
  menu.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (!link || !isOpen()) return;
    setOpen(false);
    // Following the link moves the focus to the document, with the next frame.
    requestAnimationFrame(() => requestAnimationFrame(() => focusTarget(link.hash)));
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !isOpen()) return;
    setOpen(false);
    button.focus();
  });
  matchMedia(desktop).addEventListener('change', ({ matches }) => {
    if (matches) setOpen(false);
  });
}

/** The chosen link disappears with the menu; focus goes on to what it led to. */
function focusTarget(hash: string): void {
  const heading = hash && document.querySelector<HTMLElement>(`${hash} :is(h1, h2)`);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
