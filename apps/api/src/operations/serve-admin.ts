import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { type BrandColors, hasBrandColors, recolorFile } from '@threadline/design-tokens/brand-colors';
import { chooseEncoding, matchesEtag } from '@threadline/schema/wire/negotiation';
import { apiHeaders, securityHeaders } from '@threadline/schema/wire/release-response';
import type { MiddlewareHandler } from 'hono';

/**
 * Strict: no inline script or style, and nothing from other origins. The only policy of Trusted Types parses what an editor
 * pastes into an article (`rich-text/paste/paste-handler.ts` of the admin).
 */
export const adminPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types article-paste',
].join('; ');

/**
 * The document in which the editor shows the preview. The styles of the page are inline, and its images may be anywhere. It
 * runs only the script of the frame, sends no requests and can be framed only by the admin.
 */
const previewFrame = 'preview-frame.html';
const previewFramePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https:",
  "media-src 'self' https:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types preview-page',
].join('; ');

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

const encodings = ['br', 'gzip'] as const;
const suffixes = { br: '.br', gzip: '.gz' };

/**
 * Serves the built admin under `/admin/`. Unknown paths without an extension are screens: they get index.html.
 *
 * @param readColors reads the colours of the site, in which its drawings are shown
 */
export function serveAdmin(adminDir: string, readColors: () => BrandColors): MiddlewareHandler {
  return async (context) => {
    const { method, path } = context.req;
    if (method !== 'GET' && method !== 'HEAD') return context.body(null, 405, { ...apiHeaders, allow: 'GET, HEAD' });
    const wanted = path.replace(/^\/admin\/?/, '');
    const file = extname(wanted) === '' ? 'index.html' : wanted;
    const found = isDrawing(file)
      ? await findDrawing(adminDir, file, readColors())
      : await findEncoded(adminDir, file, context.req.header('accept-encoding'));
    if (!found) return context.text('Not found', 404, apiHeaders);
    const headers = createHeaders(file, found);
    if (matchesEtag(context.req.header('if-none-match'), headers.etag)) return context.body(null, 304, headers);
    return context.body(found.body, 200, headers);
  };
}

interface FoundFile {
  body: Uint8Array<ArrayBuffer>;
  type: string;
  encoding?: string;
}

function createHeaders(file: string, { body, type, encoding }: FoundFile) {
  return {
    ...securityHeaders,
    'referrer-policy': 'no-referrer',
    ...(file === previewFrame
      ? { 'content-security-policy': previewFramePolicy, 'x-frame-options': 'SAMEORIGIN' }
      : { 'content-security-policy': adminPolicy }),
    'content-type': type,
    'cache-control': getCacheControl(file),
    vary: 'accept-encoding',
    etag: `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`,
    ...(encoding && { 'content-encoding': encoding }),
  };
}

/** Documents are never cached; files with a hash in their name never change. */
function getCacheControl(file: string): string {
  if (extname(file) === '.html') return 'no-store';
  return /\.[\w-]{8,}\.(?:chunk\.)?\w+$/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache';
}

async function findEncoded(adminDir: string, name: string, accepted?: string): Promise<FoundFile | undefined> {
  const file = normalize(join(adminDir, name));
  const type = contentTypes[extname(name)];
  // Folders with a leading dot hold files of the build itself, such as its manifest.
  const isInternal = name.startsWith('.') || name.includes('/.');
  if (!type || isInternal || !file.startsWith(adminDir + sep)) return undefined;
  const isCompressed = await Promise.all(encodings.map((name) => isFile(file + suffixes[name])));
  const encoding = chooseEncoding(
    accepted,
    encodings.filter((_, index) => isCompressed[index]),
  );
  if (encoding) return { type, encoding, body: await readFile(file + suffixes[encoding]) };
  return (await isFile(file)) ? { type, body: await readFile(file) } : undefined;
}

/** The thumbnails of the site's drawings, and the drawing of the sign-in page. */
const isDrawing = (file: string) => file.startsWith('art/') || file === 'sign-in.svg';

/** Returns a drawing in the colours of the site. */
async function findDrawing(adminDir: string, file: string, colors: BrandColors): Promise<FoundFile | undefined> {
  const found = await findEncoded(adminDir, file);
  if (!found || !hasBrandColors(colors)) return found;
  return { ...found, body: Buffer.from(recolorFile(Buffer.from(found.body).toString(), colors)) };
}

async function isFile(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}
