export type ProseBlock = { kind: 'paragraph'; text: string } | { kind: 'list'; lines: string[] };

const bullet = /^\s*- /;

/** Parses a long text: a blank line starts a new paragraph, lines beginning with "- " become a list. */
export function parseProse(text: string): ProseBlock[] {
  return text.split(/\n\s*\n/).flatMap(parseChunk);
}

function parseChunk(chunk: string): ProseBlock[] {
  const blocks: ProseBlock[] = [];
  for (const line of chunk.split('\n')) {
    if (line.trim() === '') continue;
    const last = blocks.at(-1);
    const isItem = bullet.test(line);
    const words = line.replace(bullet, '').trim();
    if (isItem && last?.kind === 'list') last.lines.push(words);
    else if (isItem) blocks.push({ kind: 'list', lines: [words] });
    else if (last?.kind === 'paragraph') last.text += ` ${words}`;
    else blocks.push({ kind: 'paragraph', text: words });
  }
  return blocks;
}

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

function renderBlock(block: ProseBlock): string {
  if (block.kind === 'paragraph') return `<p>${escapeMarkup(block.text)}</p>`;
  return `<ul>${block.lines.map((line) => `<li>${escapeMarkup(line)}</li>`).join('')}</ul>`;
}
