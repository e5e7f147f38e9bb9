interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** In pixels of the editor's screen; the frame may be scaled down. */
const rules = `
  div { position: absolute; pointer-events: none; z-index: 2147483647; box-sizing: border-box; border-radius: calc(4px / var(--scale)); }
  div[hidden] { display: none; }
  .hover { border: calc(1.5px / var(--scale)) dashed #f5b301; }
  .focus { border: calc(2px / var(--scale)) solid #f5b301; }
  .focus span {
    position: absolute;
    right: calc(-2px / var(--scale));
    bottom: 100%;
    padding: calc(2px / var(--scale)) calc(7px / var(--scale));
    border-radius: calc(4px / var(--scale)) calc(4px / var(--scale)) 0 0;
    background: #ffc63d;
    color: #0e2433;
    font: 600 calc(12px / var(--scale)) / 1.4 system-ui, sans-serif;
    white-space: nowrap;
  }
  .focus[data-from-left] span { right: auto; left: calc(-2px / var(--scale)); }
  .focus[data-below] span { top: 100%; bottom: auto; border-radius: 0 0 calc(4px / var(--scale)) calc(4px / var(--scale)); }
`;

/** Distance between the words and the line around them, in pixels of the editor's screen. */
const gap = 4;

/** The frames around what is edited and what is pointed at. They lie over the page and are no part of it. */
export function createOutline() {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  root.adoptedStyleSheets = [sheet];
  const [focus, hover, label] = [
    document.createElement('div'),
    document.createElement('div'),
    document.createElement('span'),
  ];
  focus.className = 'focus';
  hover.className = 'hover';
  focus.hidden = true;
  hover.hidden = true;
  focus.append(label);
  root.append(focus, hover);
  document.documentElement.append(host);
  let scale = 1;

  const place = (frame: HTMLElement, box: Box | undefined) => {
    frame.hidden = !box;
    if (!box) return;
    const margin = gap / scale;
    frame.style.left = `${box.left + scrollX - margin}px`;
    frame.style.top = `${box.top + scrollY - margin}px`;
    frame.style.width = `${box.width + 2 * margin}px`;
    frame.style.height = `${box.height + 2 * margin}px`;
  };

  return {
    scaleTo(next: number): void {
      scale = next;
      host.style.setProperty('--scale', String(next));
    },
    focus(box: Box | undefined, name: string): void {
      label.textContent = name;
      place(focus, box);
      if (!box) return;
      // Beyond the left and the upper edge of the page nothing can be seen.
      focus.toggleAttribute('data-from-left', label.offsetWidth > box.left + box.width);
      focus.toggleAttribute('data-below', label.offsetHeight > box.top + scrollY - gap / scale);
    },
    hover: (box: Box | undefined) => place(hover, box),
  };
}

/** Around all of them. */
export function boxAround(rects: readonly DOMRect[]): Box | undefined {
  const seen = rects.filter(({ width, height }) => width > 0 && height > 0);
  if (seen.length === 0) return undefined;
  const left = Math.min(...seen.map((rect) => rect.left));
  const top = Math.min(...seen.map((rect) => rect.top));
  const right = Math.max(...seen.map((rect) => rect.right));
  const bottom = Math.max(...seen.map((rect) => rect.bottom));
  return { left, top, width: right - left, height: bottom - top };
}
