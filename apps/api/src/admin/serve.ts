import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import type { MiddlewareHandler } from 'hono';
import { etagMatches } from '../http/etag.ts';
import { securityHeaders } from '../http/security-headers.ts';

/** Strict: no inline script or style, nothing from elsewhere; the preview frame is the site itself. */
export const adminPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
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

const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

/** Serves the built admin under `/admin/`. Unknown paths without an extension are screens: they get index.html. */
export function serveAdmin(adminDir: string): MiddlewareHandler {
  return async (context) => {
    const { method, path } = context.req;
    if (method !== 'GET' && method !== 'HEAD')
      return context.body(null, 405, { ...securityHeaders, allow: 'GET, HEAD' });
    const wanted = path.replace(/^\/admin\/?/, '');
    const file = extname(wanted) === '' ? 'index.html' : wanted;
    const absolute = normalize(join(adminDir, file));
    const type = contentTypes[extname(file)];
    if (!type || !absolute.startsWith(adminDir + sep)) return context.text('Not found', 404, securityHeaders);
    const accepted = context.req.header('accept-encoding') ?? '';
    const found = await findEncoded(absolute, accepted);
    if (!found) return context.text('Not found', 404, securityHeaders);
    const hashed = /\.[\w-]{8,}\.(?:chunk\.)?\w+$/.test(file);
    const headers: Record<string, string> = {
      ...securityHeaders,
      'referrer-policy': 'no-referrer',
      'content-security-policy': adminPolicy,
      'content-type': type,
      'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
      etag: `"${createHash('sha256').update(found.body).digest('hex').slice(0, 32)}"`,
      ...(found.encoding && { 'content-encoding': found.encoding }),
    };
    if (etagMatches(context.req.header('if-none-match'), headers.etag ?? '')) return context.body(null, 304, headers);
    return context.body(found.body, 200, headers);
  };
}

async function findEncoded(
  file: string,
  accepted: string,
): Promise<{ body: Uint8Array<ArrayBuffer>; encoding?: string } | undefined> {
  for (const { name, suffix } of encodings) {
    if (accepted.includes(name) && (await isFile(file + suffix)))
      return { body: await readFile(file + suffix), encoding: name };
  }
  return (await isFile(file)) ? { body: await readFile(file) } : undefined;
}

async function isFile(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}
