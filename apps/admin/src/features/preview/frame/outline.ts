/** A box in the window, as `getBoundingClientRect` returns it. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Returns the box around all visible rectangles. */
export function getBoundingBox(rects: readonly DOMRect[]): Box | undefined {
  const visible = rects.filter(({ width, height }) => width > 0 && height > 0);
  if (visible.length === 0) return undefined;
  const left = Math.min(...visible.map((rect) => rect.left));
  const top = Math.min(...visible.map((rect) => rect.top));
  const right = Math.max(...visible.map((rect) => rect.right));
  const bottom = Math.max(...visible.map((rect) => rect.bottom));
  return { left, top, width: right - left, height: bottom - top };
}

/** Sizes in pixels of the admin. The frame may be scaled down. */
const rules = `
  div { position: absolute; pointer-events: none; z-index: 2147483647; box-sizing: border-box; border-radius: calc(4px / var(--scale)); }
  div[hidden] { display: none; }
  .hover { border: calc(1.5px / var(--scale)) dashed #f5b301; }
  .focus { border: calc(2px / var(--scale)) solid #f5b301; }
  .hover span, .focus span {
    position: absolute;
    right: calc(-2px / var(--scale));
    bottom: 100%;
    padding: calc(2px / var(--scale)) calc(7px / var(--scale));
    border-radius: calc(4px / var(--scale));
    background: #ffc63d;
    color: #0e2433;
    font: 600 calc(12px / var(--scale)) / 1.4 var(--type-text, sans-serif);
    white-space: nowrap;
  }
  .hover span { right: auto; left: calc(-2px / var(--scale)); background: #fff4d6; font-weight: 500; }
  .hover span:empty { display: none; }
  small { margin-left: calc(6px / var(--scale)); font: inherit; font-weight: 500; }
  small:empty { display: none; }
  .focus[data-over] span { background: #c62828; color: #ffffff; }
  [data-covering] span { visibility: hidden; }
  [data-label=below] span { bottom: auto; top: 100%; }
  [data-align=left] span { right: auto; left: calc(-2px / var(--scale)); }
  [data-label=beside] span { right: auto; bottom: auto; top: calc(-2px / var(--scale)); left: calc(100% + 4px / var(--scale)); }
`;

/** Distance between a text and its outline, and space for the label above it, in pixels of the admin. */
const gap = 4;
const labelHeight = 24;
const minLabelSpace = 160;

interface FocusLabel {
  name: string;
  /** Where else the page shows the text. */
  otherPlaces: string | undefined;
  /** The text is longer than it may be. */
  isOver: boolean;
}

type LabelPlace = 'above' | 'beside' | 'below';

/** Places the label of an outline where it covers no text of the page, and hides it if it covers one everywhere: the form names the field. */
function placeLabel(outline: HTMLElement, preferred: LabelPlace): void {
  const label = outline.querySelector('span');
  const others = (['above', 'beside', 'below'] as const).filter((place) => place !== preferred);
  const isFree = (place: LabelPlace) => {
    outline.dataset.label = place;
    const box = label?.getBoundingClientRect();
    return !box || (box.left >= 0 && box.right <= innerWidth && box.top + scrollY >= 0 && !coversText(box));
  };
  const hasPlace = [preferred, ...others].some(isFree);
  outline.toggleAttribute('data-covering', !hasPlace);
  if (!hasPlace) outline.dataset.label = preferred;
}

function coversText({ left, right, top, bottom }: DOMRect): boolean {
  const columns = [left + 1, (left + right) / 2, right - 1];
  const rows = [top + 1, (top + bottom) / 2, bottom - 1];
  const elements = columns.flatMap((x) => rows.map((y) => document.elementFromPoint(x, y)));
  return [...new Set(elements)]
    .flatMap((element) => [...(element?.childNodes ?? [])].filter(isText))
    .flatMap(listLines)
    .some((line) => line.left < right && line.right > left && line.bottom > top && line.top < bottom);
}

const isText = (node: ChildNode): node is Text => node instanceof Text && node.data.trim() !== '';

function listLines(text: Text): DOMRect[] {
  const range = document.createRange();
  range.selectNodeContents(text);
  return [...range.getClientRects()];
}

/** Creates the outlines of the focused and the hovered field. They are above the page and not part of it. */
export function createOutline() {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  root.adoptedStyleSheets = [sheet];
  const [focus, hover] = [document.createElement('div'), document.createElement('div')];
  const [label, hoverNote] = [document.createElement('span'), document.createElement('span')];
  const note = document.createElement('small');
  focus.className = 'focus';
  hover.className = 'hover';
  focus.hidden = true;
  hover.hidden = true;
  focus.append(label);
  hover.append(hoverNote);
  root.append(focus, hover);
  document.documentElement.append(host);
  let scale = 1;

  const place = (outline: HTMLElement, box: Box | undefined) => {
    outline.hidden = !box;
    if (!box) return;
    const margin = gap / scale;
    outline.style.left = `${box.left - margin + scrollX}px`;
    outline.style.top = `${box.top - margin + scrollY}px`;
    outline.style.width = `${box.width + 2 * margin}px`;
    outline.style.height = `${box.height + 2 * margin}px`;
    outline.dataset.align = box.left + minLabelSpace / scale > innerWidth ? 'right' : 'left';
    placeLabel(outline, box.top + scrollY < labelHeight / scale ? 'below' : 'above');
  };

  return {
    setScale(next: number): void {
      scale = next;
      host.style.setProperty('--scale', String(next));
    },
    /** @param isOver the text is longer than it may be */
    focus(box: Box | undefined, { name, otherPlaces, isOver }: FocusLabel): void {
      note.textContent = otherPlaces ?? '';
      label.replaceChildren(name, note);
      focus.toggleAttribute('data-over', isOver);
      place(focus, box);
    },
    hover(box: Box | undefined, otherPlaces?: string): void {
      hoverNote.textContent = otherPlaces ?? '';
      place(hover, box);
    },
  };
}
