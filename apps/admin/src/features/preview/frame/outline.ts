import { type Box, grown, touches } from './box.ts';
import { sideOfTag } from './label-placement.ts';
import { isShown } from './visibility.ts';

/** In pixels of the editor's screen; the frame may be scaled down. */
const rules = `
  div { position: absolute; pointer-events: none; z-index: 2147483647; box-sizing: border-box; border-radius: calc(4px / var(--scale)); }
  div[hidden] { display: none; }
  .hover { border: calc(1.5px / var(--scale)) dashed #f5b301; }
  .focus { border: calc(2px / var(--scale)) solid #f5b301; }
  .focus span {
    --edge: calc(-2px / var(--scale));
    position: absolute;
    padding: calc(2px / var(--scale)) calc(7px / var(--scale));
    border-radius: calc(4px / var(--scale));
    background: #ffc63d;
    color: #0e2433;
    font: 600 calc(12px / var(--scale)) / 1.4 var(--type-text, sans-serif);
    white-space: nowrap;
  }
  :host([data-side^=above]) .focus span { right: var(--edge); bottom: 100%; }
  :host([data-side^=below]) .focus span { right: var(--edge); top: 100%; }
  :host([data-side=above-left]) .focus span, :host([data-side=below-left]) .focus span { right: auto; left: var(--edge); }
  :host([data-side=right]) .focus span { left: 100%; top: var(--edge); }
  :host([data-side=left]) .focus span { right: 100%; top: var(--edge); }
`;

/** Distance between the words and the line around them, in pixels of the editor's screen. */
const gap = 4;

/** The frames around what is edited and what is pointed at. They lie over the page and are no part of it. */
export function createOutline() {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
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
    const { left, top, width, height } = grown(box, gap / scale);
    frame.style.left = `${left + scrollX}px`;
    frame.style.top = `${top + scrollY}px`;
    frame.style.width = `${width}px`;
    frame.style.height = `${height}px`;
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
      const outline = grown(box, gap / scale);
      const tag = { width: label.offsetWidth, height: label.offsetHeight };
      host.dataset.side = sideOfTag({
        outline,
        tag,
        page: { left: -scrollX, top: -scrollY, width: document.documentElement.clientWidth },
        words: wordsIn(grown(outline, Math.max(tag.width, tag.height))),
      });
    },
    hover: (box: Box | undefined) => place(hover, box),
  };
}

/** The lines of words that can be seen in an area. Of what stands elsewhere nothing is measured: this runs with every key. */
function wordsIn(area: Box): Box[] {
  const isNear = (element: Element) => {
    const box = element.getBoundingClientRect();
    // What has no box of its own may have content that has.
    return box.width === 0 || box.height === 0 || touches(area, box);
  };
  const accept = (node: Node) => {
    if (node instanceof Element) return isNear(node) ? NodeFilter.FILTER_SKIP : NodeFilter.FILTER_REJECT;
    return node.parentElement && isShown(node.parentElement) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, accept);
  const lines: Box[] = [];
  const range = document.createRange();
  while (walker.nextNode()) {
    range.selectNodeContents(walker.currentNode);
    lines.push(...[...range.getClientRects()].filter((line) => touches(area, line)));
  }
  return lines;
}
