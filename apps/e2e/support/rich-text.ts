import type { Locator, Page } from '@playwright/test';

/** A node of a stored text. */
export interface StoredNode {
  type: string;
  attrs?: Record<string, unknown>;
  content?: StoredNode[];
  marks?: { type: string; attrs?: Record<string, unknown> }[];
  text?: string;
}

const signs: Record<string, string> = { bold: '**', italic: '_' };

function writeText({ text = '', marks = [] }: StoredNode): string {
  return marks.reduce((written, { type, attrs }) => {
    if (type === 'link') return `[${written}](${attrs?.href})`;
    return `${signs[type]}${written}${signs[type]}`;
  }, text);
}

const prefixes: Record<string, (node: StoredNode, index: number) => string> = {
  bulletList: () => '- ',
  orderedList: (_, index) => `${index + 1}. `,
  quote: () => '> ',
  callout: ({ attrs }) => `${attrs?.tone}! `,
};

/** Returns the lines of a stored text in a short notation, for comparison. */
export function outline(node: StoredNode): string[] {
  const { type, content = [], attrs } = node;
  if (type === 'paragraph') return [content.map(writeText).join('')];
  if (type === 'heading') return [`${'#'.repeat(Number(attrs?.level))} ${content.map(writeText).join('')}`];
  if (type === 'image') return [`image ${attrs?.src} (${attrs?.caption})`];
  if (type === 'figure') return [`number ${attrs?.value}: ${attrs?.label}`];
  if (type === 'tableRow') return [content.map((cell) => outline(cell).join(' ')).join(' | ')];
  const prefix = prefixes[type];
  if (!prefix) return content.flatMap(outline);
  return content.flatMap((part, index) =>
    outline(part).map((line, place) => (place === 0 ? prefix(node, index) : '  ') + line),
  );
}

/** The text of the open writer. */
export const getText = (page: Page): Locator => page.locator('[data-writing] [contenteditable=true]');

/** Returns the outline of the body of the open draft: as this browser keeps it, or as the server has it. */
export function readDraft(page: Page): Promise<string[]> {
  return page
    .evaluate(async () => {
      const name = Object.keys(localStorage).find((key) => key.startsWith('local-text:'));
      if (name) return JSON.parse(localStorage.getItem(name) ?? '').text.value.body;
      const search = new URLSearchParams(location.search);
      const headers = { authorization: `Bearer ${localStorage.getItem('token')}` };
      const reply = await fetch(`/api/drafts/${search.get('section')}/${search.get('item')}`, { headers });
      return (await reply.json()).draft?.value.body;
    })
    .then((body) => (body ? outline(body) : []));
}

interface Transfer {
  html?: string;
  text?: string;
}

/** Pastes or drops at the caret, with the content that another program would provide. */
export function transfer(text: Locator, kind: 'paste' | 'drop', { html, text: plain }: Transfer): Promise<void> {
  return text.evaluate(
    (element, [type, markup, words]) => {
      const data = new DataTransfer();
      if (markup) data.setData('text/html', markup);
      if (words) data.setData('text/plain', words);
      const { left, bottom } = (element.lastElementChild ?? element).getBoundingClientRect();
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        type === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data, clientX: left + 4, clientY: bottom - 4 }),
      );
    },
    [kind, html, plain] as const,
  );
}
