import type { ToFrame } from './messages.ts';

type Sought = Extract<ToFrame, { kind: 'section' }>;

/** What moves the page without being told to. */
const movesOfReader = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/**
 * Remembers what was asked for last, the field with the caret or a section: it stays in sight while fonts and pictures
 * change the height of what is above it, until the reader moves the page.
 *
 * @param scrollToSection brings a section of the page that is shown into sight
 */
export function createKeptInSight(scrollToSection: (section: string) => void) {
  let kept: 'field' | { section: string } | undefined;
  /** The section that is to come into sight when its page is there. */
  let sought: Sought | undefined;
  const letGo = () => {
    kept = undefined;
  };
  for (const type of movesOfReader) window.addEventListener(type, letGo, { capture: true, passive: true });

  const arriveAt = (path: string | undefined): void => {
    if (!sought || sought.path !== path) return;
    const { section } = sought;
    kept = { section };
    sought = undefined;
    scrollToSection(section);
  };

  return {
    /** A field has the caret now; or none has it any more. */
    keepField(hasCaret: boolean): void {
      if (hasCaret) {
        kept = 'field';
        sought = undefined;
      } else if (kept === 'field') letGo();
    },
    /** A section was asked for. @param path of the page that is shown */
    seek(wanted: Sought, path: string | undefined): void {
      sought = wanted;
      arriveAt(path);
    },
    /** A page is shown, perhaps that of the section. */
    arriveAt,
    isField: () => kept === 'field',
    /** Heights have changed. */
    keepSection(): void {
      if (typeof kept === 'object') scrollToSection(kept.section);
    },
  };
}
