/**
 * Returns the path of a URL below `public/`, as static servers expect it: `/` → `index.html`, `/terms/` →
 * `terms/index.html`, `/404/` → `404.html`.
 * @throws Error for a path that leaves the folder or is not a valid file name
 */
export function getFileName(path: string): string {
  const decoded = decode(path);
  const parts = decoded.slice(1).split('/');
  const isUsable =
    decoded.startsWith('/') &&
    !/[\\\p{Cc}?#]/u.test(decoded) &&
    parts.every((part, index) => part !== '..' && part !== '.' && (part !== '' || index === parts.length - 1));
  if (!isUsable) throw new Error(`The site has a page at an address that cannot be a file: ${path}`);
  if (decoded === '/404/') return '404.html';
  return decoded.endsWith('/') ? `${decoded.slice(1)}index.html` : decoded.slice(1);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}
