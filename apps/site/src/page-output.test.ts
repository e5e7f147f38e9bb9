import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { removeIslandCode, removeUnusedHashes, removeUnusedMetaHashes } from './page-output.ts';

const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

test('the code that Astro adds for islands is removed, and nothing else', () => {
  const own = '<script data-styles="/a.css">{run();}</script><script type="module">()=>{}</script>';
  const astro = '<script>(()=>{var f=1;})();\n</script><script>(()=>{class I{}})();</script>';
  const style = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';
  expect(removeIslandCode(`<p>a${style}${astro}<astro-island></astro-island>${own}</p>`)).toBe(
    `<p>a<astro-island></astro-island>${own}</p>`,
  );
});

test('a policy keeps the hashes of the scripts and styles in the page only', () => {
  const html = '<style>p{}</style><script data-a="1">run()</script><script type="application/ld+json">{}</script>';
  const policy = `script-src 'self' ${hash('run()')} ${hash('other()')} ${hash('{}')}; style-src 'self' ${hash('p{}')};`;
  const rest = `script-src 'self' ${hash('run()')}; style-src 'self' ${hash('p{}')};`;
  expect(removeUnusedHashes(policy, html)).toBe(rest);
  const meta = (content: string) => `<meta http-equiv="content-security-policy" content="${content}">`;
  expect(removeUnusedMetaHashes(meta(policy) + html)).toBe(meta(rest) + html);
  expect(removeUnusedMetaHashes(html)).toBe(html);
});
