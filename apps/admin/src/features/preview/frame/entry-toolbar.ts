import type { EntryAction, EntryBar } from '../messages.ts';

/** Paths of icons, 24 units wide. */
const icons = {
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  left: 'M19 12H5M11 6l-6 6 6 6',
  right: 'M5 12h14M13 6l6 6-6 6',
  hide: 'M3 12c2.5-4 5.5-6 9-6s6.5 2 9 6c-2.5 4-5.5 6-9 6s-6.5-2-9-6M12 10a2 2 0 1 0 0 4a2 2 0 0 0 0-4M4 4l16 16',
  add: 'M12 5v14M5 12h14',
  remove: 'M4 7h16M10 11v6M14 11v6M6 7l1 13h10l1-13M9 7V4h6v3',
};

/** Sizes in pixels of the admin. The frame may be scaled down. */
const rules = `
  :host { --size: 28px; }
  @media (pointer: coarse) { :host { --size: 44px; } }
  [hidden] { display: none !important; }
  .entry {
    position: absolute;
    z-index: 2147483646;
    box-sizing: border-box;
    border: calc(1.5px / var(--scale)) solid #0e2433;
    border-radius: calc(4px / var(--scale));
    box-shadow: 0 0 0 calc(1px / var(--scale)) #ffffff;
    pointer-events: none;
  }
  .bar {
    position: absolute;
    z-index: 2147483647;
    display: flex;
    align-items: center;
    padding: calc(2px / var(--scale));
    border: calc(1px / var(--scale)) solid rgb(255 255 255 / 0.55);
    border-radius: calc(8px / var(--scale));
    background: #0e2433;
    color: #ffffff;
    font: 600 calc(12px / var(--scale)) / 1.3 var(--type-text, sans-serif);
    cursor: default;
    user-select: none;
  }
  .bar span {
    max-width: calc(180px / var(--scale));
    padding: 0 calc(8px / var(--scale));
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  button {
    display: grid;
    place-items: center;
    width: calc(var(--size) / var(--scale));
    height: calc(var(--size) / var(--scale));
    padding: 0;
    border: 0;
    border-radius: calc(6px / var(--scale));
    background: none;
    color: inherit;
    cursor: pointer;
  }
  button:hover:not([aria-disabled=true]) { background: rgb(255 255 255 / 0.18); }
  button:focus-visible { outline: calc(2px / var(--scale)) solid #ffc63d; outline-offset: calc(-2px / var(--scale)); }
  button[aria-disabled=true] { opacity: 0.4; cursor: default; }
  svg { width: calc(17px / var(--scale)); height: calc(17px / var(--scale)); }
  path { fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
`;

/** The space between the bar and the edges of the window, in pixels of the admin. */
const margin = 4;
/** An entry lower than this many bars has its bar outside. */
const minBarsInside = 2.5;

export interface Shown {
  bar: EntryBar;
  element: Element;
}

/** Creates the toolbar of an entry and the outline around the entry. They are above the page and not part of it. */
export function createEntryToolbar(onAction: (shown: Shown, action: EntryAction) => void) {
  const { host, root, outline, box, name } = createElements();
  let scale = 1;
  let shown: Shown | undefined;
  /** Where the focus was before the toolbar had it. */
  let focusBefore: HTMLElement | undefined;
  /** Where the focus goes if the action removes the entry. */
  let focusAfter: HTMLElement | undefined;

  const getButtons = () => [...box.querySelectorAll('button')];
  const getTabStop = () => getButtons().find(({ tabIndex }) => tabIndex === 0);
  /** A toolbar is one tab stop, whose buttons the arrow keys reach. */
  const setTabStop = (stop: HTMLElement | undefined) => {
    for (const button of getButtons()) button.tabIndex = button === stop ? 0 : -1;
  };

  const place = () => {
    outline.hidden = !shown;
    box.hidden = !shown;
    if (!shown) return;
    const entry = shown.element.getBoundingClientRect();
    outline.style.width = `${entry.width}px`;
    outline.style.height = `${entry.height}px`;
    moveTo(outline, entry);
    moveTo(box, findToolbarPlace(entry, box, margin / scale));
  };

  // The press must not take the focus from the text in which the user types.
  box.addEventListener('mousedown', (event) => event.preventDefault());
  box.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    const action = shown?.bar.buttons.find((each) => each.action === button?.dataset.action)?.action;
    if (!shown || !button || !action || button.ariaDisabled === 'true') return;
    setTabStop(button);
    focusAfter = findTabStopAfter(shown.element);
    onAction(shown, action);
  });
  box.addEventListener('keydown', (event) => {
    const buttons = getButtons();
    const index = buttons.findIndex(({ tabIndex }) => tabIndex === 0);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    let next: HTMLElement | undefined;
    if (step !== undefined) {
      next = buttons.at((index + step) % buttons.length);
      setTabStop(next);
    } else if (event.key === 'Escape' || (event.key === 'Tab' && event.shiftKey)) next = focusBefore;
    else if (event.key === 'Tab') next = shown && findTabStopAfter(shown.element);
    // At the end of the page the Tab key leaves it.
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  // The toolbar follows the last control of its entry in the order of the Tab key.
  document.addEventListener('keydown', (event) => {
    const { activeElement } = document;
    if (event.key !== 'Tab' || event.shiftKey || !shown || !(activeElement instanceof HTMLElement)) return;
    if (listTabStops(shown.element).at(-1) !== activeElement) return;
    event.preventDefault();
    focusBefore = activeElement;
    getTabStop()?.focus();
  });
  document.addEventListener('scroll', place, { passive: true });

  return {
    place,
    hasFocus: () => root.activeElement !== null,
    /** Returns whether an event happened in the toolbar. */
    includes: (event: Event): boolean => event.composedPath().includes(host),
    getShown: () => shown,
    setScale(next: number): void {
      scale = next;
      host.style.setProperty('--scale', String(next));
      place();
    },
    show(next: Shown): void {
      const focused = root.activeElement instanceof HTMLElement ? root.activeElement.dataset.action : undefined;
      const isSame = shown?.element === next.element && JSON.stringify(shown.bar) === JSON.stringify(next.bar);
      shown = next;
      if (!isSame) {
        const { kind, name: entryName, buttons } = next.bar;
        name.textContent = kind;
        box.ariaLabel = entryName ? `${kind}: ${entryName}` : kind;
        const isInRow = hasRow(next.element);
        box.replaceChildren(name, ...buttons.map((button) => createButton(button, isInRow)));
        setTabStop(getButtons().find(({ dataset }) => dataset.action === focused) ?? getButtons()[0]);
      }
      place();
      if (focused) getTabStop()?.focus({ preventScroll: true });
    },
    /** Hides the toolbar. The focus returns to where it was before, or goes on if that is gone with the entry. */
    hide(): void {
      const hadFocus = root.activeElement !== null;
      shown = undefined;
      place();
      const next = [focusBefore, focusAfter].find((element) => element?.isConnected);
      if (hadFocus) next?.focus({ preventScroll: true });
    },
  };
}

function createElements() {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  root.adoptedStyleSheets = [sheet];
  const [outline, box, name] = [
    document.createElement('div'),
    document.createElement('div'),
    document.createElement('span'),
  ];
  outline.className = 'entry';
  box.className = 'bar';
  box.role = 'toolbar';
  outline.hidden = true;
  box.hidden = true;
  root.append(outline, box);
  document.documentElement.append(host);
  return { host, root, outline, box, name };
}

/** Moves an element to a place in the window. */
function moveTo({ style }: HTMLElement, { left, top }: { left: number; top: number }): void {
  style.left = `${left + scrollX}px`;
  style.top = `${top + scrollY}px`;
}

/** Returns the place on the upper edge of an entry, or beside a low one, where the window shows the toolbar. */
function findToolbarPlace(entry: DOMRect, { offsetWidth: width, offsetHeight: height }: HTMLElement, gap: number) {
  const isLow = entry.height < minBarsInside * height;
  const above = isLow ? entry.top - height : entry.top - height / 2;
  // The header of the page stays at the top of the window.
  const header = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const highest = scrollY > header ? header + gap : gap;
  const covered = isLow ? entry.bottom : Math.min(highest, entry.bottom - height - gap);
  return {
    left: Math.max(gap, Math.min(entry.right - width, innerWidth - width - gap)),
    top: above < highest ? covered : above,
  };
}

/** Returns the first control behind an element. */
function findTabStopAfter(element: Element): HTMLElement | undefined {
  return listTabStops(document.body).find(
    (stop) => !element.contains(stop) && element.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
}

/** Returns whether some elements of a list are beside each other. Slides are: they follow from left to right. */
function hasRow({ localName, parentElement }: Element): boolean {
  const boxes = [...(parentElement?.children ?? [])]
    .filter((sibling) => sibling.localName === localName)
    .map((sibling) => sibling.getBoundingClientRect());
  return boxes.some((box, index) => {
    const before = boxes[index - 1];
    return before !== undefined && box.top < before.bottom - 1 && box.bottom > before.top + 1;
  });
}

function createButton({ action, label, isDisabled }: EntryBar['buttons'][number], isInRow: boolean): HTMLButtonElement {
  const direction = { 'move-back': isInRow ? 'left' : 'up', 'move-on': isInRow ? 'right' : 'down' } as const;
  const icon = action === 'move-back' || action === 'move-on' ? direction[action] : action;
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.action = action;
  button.ariaLabel = label ?? `Move ${icon}`;
  button.title = button.ariaLabel;
  if (isDisabled) button.ariaDisabled = 'true';
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  drawing.setAttribute('viewBox', '0 0 24 24');
  drawing.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', icons[icon]);
  drawing.append(path);
  button.append(drawing);
  return button;
}

function listTabStops(element: Element): HTMLElement[] {
  return [
    ...element.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [contenteditable]'),
  ].filter(
    (stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility({ visibilityProperty: true }),
  );
}
