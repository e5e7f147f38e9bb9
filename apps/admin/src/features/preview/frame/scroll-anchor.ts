import type { HostMessage } from '../messages.ts';

type SectionRequest = Extract<HostMessage, { kind: 'section' }>;

const userEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/**
 * Keeps the focused field or the requested section in view while fonts and pictures change the height of the page, until
 * the user scrolls.
 */
export function createScrollAnchor(scrollToSection: (section: string) => void) {
  let anchor: 'field' | { section: string } | undefined;
  /** The section to show once its page is there. */
  let request: SectionRequest | undefined;
  const release = () => {
    anchor = undefined;
  };
  for (const type of userEvents) window.addEventListener(type, release, { capture: true, passive: true });

  const onPage = (path: string | undefined): void => {
    if (!request || request.path !== path) return;
    const { section } = request;
    anchor = { section };
    request = undefined;
    scrollToSection(section);
  };

  return {
    setFocus(hasFocus: boolean): void {
      if (hasFocus) {
        anchor = 'field';
        request = undefined;
      } else if (anchor === 'field') release();
    },
    /** @param path the page that is shown */
    requestSection(next: SectionRequest, path: string | undefined): void {
      request = next;
      onPage(path);
    },
    /** Reports the page that is shown. */
    onPage,
    isField: () => anchor === 'field',
    /** Reports that the height of the page has changed. */
    onResize(): void {
      if (typeof anchor === 'object') scrollToSection(anchor.section);
    },
  };
}
