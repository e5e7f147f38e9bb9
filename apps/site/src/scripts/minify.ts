/** A script without comments and line breaks: it is part of every page. */
export function minify(script: string): string {
  return script.replace(/^[ \t]*\/\/.*\n/gm, '').replace(/\n\s*/g, '');
}
