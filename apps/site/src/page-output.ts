import { createHash } from 'node:crypto';

/** Astro writes it beside the first island; HTML allows it in the head only. `base.css` has the same rule. */
const islandStyle = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';

/** Begins the scripts that Astro writes beside the first island. `scripts/after-paint.ts` runs the same code later. */
const islandScript = '<script>(()=>{';
const scriptEnd = '</script>';

/** Returns the HTML of a page without what Astro adds for islands, which the page loads after its first paint. */
export function removeIslandCode(html: string): string {
  const [start = '', ...parts] = html.replace(islandStyle, '').split(islandScript);
  return start + parts.map((part) => part.slice(part.indexOf(scriptEnd) + scriptEnd.length)).join('');
}

/** Returns a policy without the hashes of scripts and styles that the page does not have: Astro lists those of all pages. */
export function removeUnusedHashes(policy: string, html: string): string {
  const used = new Set(listInlineCode(html).map(getHash));
  return policy.replace(/ 'sha256-([^']+)'/g, (source, hash: string) => (used.has(hash) ? source : ''));
}

/** Returns the scripts and styles in a page. */
function listInlineCode(html: string): string[] {
  return ['script', 'style'].flatMap((name) => {
    const elements = html.split(`<${name}`).slice(1);
    const run = elements.filter((element) => !element.startsWith(' type="application/ld+json"'));
    return run.map((element) => element.slice(element.indexOf('>') + 1, element.indexOf(`</${name}>`)));
  });
}

const metaPolicy = '<meta http-equiv="content-security-policy"';

/** Returns the HTML of a static page, whose policy is in the page, without unused hashes. */
export function removeUnusedMetaHashes(html: string): string {
  const start = html.indexOf(metaPolicy);
  if (start < 0) return html;
  const end = html.indexOf('>', start);
  return html.slice(0, start) + removeUnusedHashes(html.slice(start, end), html) + html.slice(end);
}

/** The same few scripts and styles are in every page. */
const hashes = new Map<string, string>();

function getHash(code: string): string {
  const known = hashes.get(code);
  if (known) return known;
  const hash = createHash('sha256').update(code).digest('base64');
  hashes.set(code, hash);
  return hash;
}
