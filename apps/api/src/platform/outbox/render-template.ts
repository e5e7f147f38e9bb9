import { stripControlCharacters } from '../text/strip-control-characters.ts';

/** Value of a placeholder: text, labelled lines, a link or a quotation. */
export type Filling = string | { rows: [label: string, value: string][] } | { link: string } | { quote: string };

interface Template {
  subject: string;
  body: string;
}

export interface FilledMail {
  subject: string;
  text: string;
  html: string;
}

/** Fills in a template. Typed values stay text in both parts: they add no line to the subject and no element to the HTML. */
export function fillTemplate({ subject, body }: Template, fillings: Record<string, Filling>): FilledMail {
  const blocks = body.split(/\n{2,}/);
  return {
    subject: toOneLine(replace(subject, (name) => formatFilling(fillings[name]))),
    text: replace(body, (name) => formatFilling(fillings[name])),
    html: renderPage(blocks.map((block) => renderBlock(block, fillings)).join('\n')),
  };
}

function replace(template: string, fill: (name: string) => string): string {
  return template.replace(/\{([^{}]*)\}/g, (_, name: string) => fill(name));
}

function formatFilling(filling: Filling | undefined): string {
  if (filling === undefined) return '';
  if (typeof filling === 'string') return stripControlCharacters(filling).replace(/\r\n?/g, '\n');
  if ('link' in filling) return filling.link;
  if ('quote' in filling)
    return splitLines(filling.quote)
      .map((line) => `> ${line}`.trimEnd())
      .join('\n');
  return filling.rows.map(([label, value]) => `${label}: ${toOneLine(value)}`).join('\n');
}

/**
 * Splits at every character that some mail program treats as the end of a line, so that each line gets the mark of a
 * quotation.
 */
function splitLines(value: string): string[] {
  return value === ''
    ? []
    : value.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).map((line) => stripControlCharacters(line));
}

/** Puts a value on one line, for headers and labelled lines. */
export function toOneLine(value: string): string {
  return stripControlCharacters(value).replace(/\s+/g, ' ').trim();
}

/** Renders a paragraph. One that consists of a placeholder may become a table or a button. */
function renderBlock(block: string, fillings: Record<string, Filling>): string {
  const only = fillings[/^\s*\{([^{}]*)\}\s*$/.exec(block)?.[1] ?? ''];
  if (typeof only === 'object') return renderValue(only);
  const parts = block.split(/(\{[^{}]*\})/).map((part) => {
    const name = /^\{([^{}]*)\}$/.exec(part)?.[1];
    return escapeHtml(name === undefined ? part : formatFilling(fillings[name]));
  });
  return `<p style="margin:0 0 16px">${parts.join('').replaceAll('\n', '<br>')}</p>`;
}

function renderValue(filling: Exclude<Filling, string>): string {
  if ('link' in filling) return renderLink(filling.link);
  return 'quote' in filling ? renderQuotation(filling.quote) : renderTable(filling.rows);
}

function renderQuotation(text: string): string {
  const lines = splitLines(text).map(escapeHtml).join('<br>');
  return `<blockquote style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #9fb0bb">${lines}</blockquote>`;
}

function renderTable(rows: [string, string][]): string {
  const lines = rows.map(
    ([label, value]) =>
      `<tr><td style="padding:4px 16px 4px 0;color:#4e616d;vertical-align:top">${escapeHtml(label)}</td><td style="padding:4px 0">${escapeHtml(toOneLine(value))}</td></tr>`,
  );
  return `<table role="presentation" style="margin:0 0 16px;border-collapse:collapse;font-size:15px">${lines.join('')}</table>`;
}

const linkColor = '#123f6b';

/** Returns the HTML part with links in another colour. */
export function colorLinks(html: string, color: string): string {
  return html.replaceAll(`style="color:${linkColor}"`, `style="color:${color}"`);
}

function renderLink(link: string): string {
  const address = escapeHtml(link);
  return `<p style="margin:0 0 16px"><a href="${address}" style="color:${linkColor}">${address}</a></p>`;
}

function renderPage(body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><body style="margin:0;padding:24px;font:16px/1.5 'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#0e2433;max-width:600px">${body}</body></html>`;
}

const htmlEscapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for an HTML document, also inside quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => htmlEscapes[character] ?? character);
}
