import { styleText } from './sanitize-source.ts';

/** Returns the value of a property of the element's own style, in lower case. */
export function readStyle(element: Element, property: string): string | undefined {
  for (const declaration of (element.getAttribute(styleText) ?? '').split(';')) {
    const colon = declaration.indexOf(':');
    if (declaration.slice(0, colon).trim().toLowerCase() === property)
      return declaration
        .slice(colon + 1)
        .trim()
        .toLowerCase();
  }
  return undefined;
}
