/** A script without comments and indentation: it is part of every page. */
export function compact(script: string): string {
  return script.replace(/^\s*\/\/.*\n/gm, '').replace(/^\s+/gm, '');
}
