/** Anchors of the landing page, as they must be written on the page at `pathname`. */
export function hrefOn(pathname: string, href: string): string {
  return href.startsWith('#') && pathname !== '/' ? `/${href}` : href;
}
