import { adoptStyles } from '../../styles/adopt-styles.ts';
import styles from './slim-header.css?inline';

/** Less scrolling has no direction: a finger is never still. */
const minScrollPx = 8;
/** Without an event for so long, the scrolling has ended, also in browsers without `scrollend`. */
const scrollEndMs = 150;

function hideOnScrollDown(header: Element): void {
  let before = scrollY;
  // The header covers the space that anchors leave for it. The first scrolling may be a jump as well.
  let isJump = true;
  let timer: ReturnType<typeof setTimeout>;
  const endJump = () => {
    isJump = false;
  };
  addEventListener('scrollend', endJump);
  document.addEventListener('click', ({ target }) => {
    if (!(target as Element).closest?.('a[href*="#"]')) return;
    isJump = true;
    clearTimeout(timer);
  });
  addEventListener(
    'scroll',
    () => {
      clearTimeout(timer);
      timer = setTimeout(endJump, scrollEndMs);
      const by = scrollY - before;
      if (Math.abs(by) < minScrollPx) return;
      before = scrollY;
      header.toggleAttribute('data-hidden', by > 0 && !isJump);
    },
    { passive: true },
  );
}

function nameSection(header: Element): void {
  const name = header.querySelector('.section-name');
  const links = new Map<Element, HTMLAnchorElement>();
  let current: Element | undefined;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) current = target;
        else if (target === current) current = undefined;
      }
      for (const [section, link] of links) link.ariaCurrent = section === current ? 'location' : null;
      name?.replaceChildren((current && links.get(current)?.text.trim()) ?? '');
    },
    // A line below the header
    { rootMargin: '-25% 0px -74% 0px' },
  );
  for (const link of header.querySelectorAll<HTMLAnchorElement>('nav a')) {
    const section = link.pathname === location.pathname && document.getElementById(link.hash.slice(1));
    if (!section) continue;
    links.set(section, link);
    observer.observe(section);
  }
}

/*
 * Past the first screen, the header becomes a slim bar at the top of the window: it hides while the visitor scrolls down,
 * returns while they scroll up and after a jump, and names the section in view.
 */
const header = document.querySelector('.site-header');
const first = document.querySelector('.hero, .inner-head');
if (header && first) {
  adoptStyles(styles);
  new IntersectionObserver((entries) => {
    // On a busy device, one call reports several changes: the last one is the current state.
    header.toggleAttribute('data-slim', !entries.at(-1)?.isIntersecting);
  }).observe(first);
  hideOnScrollDown(header);
  nameSection(header);
}
