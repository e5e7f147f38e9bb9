/** Returns a function that reads these texts from the query of an address, without empty and unknown ones. */
export function pickTexts<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): { [Each in Name]?: string } => {
    // The router parses a text such as `2026` as a number.
    const texts = names.map((name) => [name, typeof search[name] === 'number' ? String(search[name]) : search[name]]);
    return Object.fromEntries(texts.filter(([, value]) => typeof value === 'string' && value !== ''));
  };
}
