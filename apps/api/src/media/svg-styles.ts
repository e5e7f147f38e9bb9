/**
 * Returns whether a value of an attribute or a property can refer to nothing outside the file: it consists of words, numbers,
 * colours, functions and quoted names, and its only addresses are `url(#id)`.
 */
export function isLocalValue(value: string): boolean {
  const parts = value.split(/\burl\(/i);
  const rest = parts.slice(1).map((part) => {
    const end = part.indexOf(')');
    const target = part.slice(0, Math.max(0, end)).trim().replaceAll('"', '').replaceAll("'", '');
    return end !== -1 && /^#[\w.-]+$/.test(target) ? part.slice(end + 1) : undefined;
  });
  return [parts[0], ...rest].every((part) => part !== undefined && isPlain(part));
}

/** No backslash, colon, brace, at sign or slash: CSS has no escape, scheme, block, rule or comment without one of them. */
function isPlain(text: string): boolean {
  return /^[\p{L}\p{N}\s#.,;%()+\-_'"!*]*$/u.test(text);
}

/** Returns the declarations of a `style` attribute whose properties are allowed and whose values are local. */
export function sanitizeDeclarations(source: string, allowed: ReadonlySet<string>): string {
  return source
    .split(';')
    .map((declaration) => {
      const at = declaration.indexOf(':');
      const [name, value] = [declaration.slice(0, at).trim().toLowerCase(), declaration.slice(at + 1).trim()];
      return at > 0 && allowed.has(name) && value !== '' && isLocalValue(value) ? `${name}:${value}` : '';
    })
    .filter((declaration) => declaration !== '')
    .join(';');
}

const selectors = /^[.#]?[a-z_][\w-]*(?:\s*,\s*[.#]?[a-z_][\w-]*)*$/i;

/** Returns the rules of a style sheet that have simple selectors, such as `.st0`. At-rules and comments are left out. */
export function sanitizeStyleSheet(source: string, allowed: ReadonlySet<string>): string {
  return source
    .split('}')
    .map((rule) => {
      const [head = '', declarations = '', ...nested] = rule.split('{');
      // A statement such as `@import` ends before the rule.
      const selector = head.slice(head.lastIndexOf(';') + 1).trim();
      if (nested.length > 0 || !selectors.test(selector)) return '';
      const accepted = sanitizeDeclarations(declarations, allowed);
      return accepted === '' ? '' : `${selector}{${accepted}}`;
    })
    .join('');
}
