const adopted = new Set<string>();

/** Adds a style sheet to the page once. Islands bring the styles of their hydrated state with their code. */
export function adoptStyles(css: string): void {
  if (adopted.has(css)) return;
  adopted.add(css);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
