import { parseProse } from './prose.ts';

/** For text and attributes of XML and HTML alike. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The parts of an article as plain HTML, for readers that take it without the site's components. */
export function proseToHtml(sections: readonly { heading: string; text: string }[]): string {
  return sections
    .map(({ heading, text }) => renderHeading(heading) + parseProse(text).map(renderBlock).join(''))
    .join('');
}

function renderHeading(heading: string): string {
  return heading === '' ? '' : `<h2>${escapeMarkup(heading)}</h2>`;
}

function renderBlock(block: ReturnType<typeof parseProse>[number]): string {
  if (block.kind === 'paragraph') return `<p>${escapeMarkup(block.text)}</p>`;
  return `<ul>${block.lines.map((line) => `<li>${escapeMarkup(line)}</li>`).join('')}</ul>`;
}
