const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
];
const systems: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** What Chrome and Safari say of themselves. A browser that is built from one of them adds a name of its own. */
const browserTokens = new Set([
  'Mozilla',
  'AppleWebKit',
  'Version',
  'Chrome',
  'HeadlessChrome',
  'CriOS',
  'Mobile',
  'Safari',
]);
const appleSystems = new Set(['iPhone', 'iPad', 'Mac']);

/** `Chrome on Android`: enough for its owner to know a browser again, and nothing that is only likely. */
export function getDeviceName(userAgent: string | null): string {
  const words = userAgent ?? '';
  const find = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(words))?.[1];
  const system = find(systems);
  const browser = find(browsers) ?? builtBrowser(words, system);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

/** Chrome, or Safari where there is one: all that are built from WebKit call themselves Safari, on any system. */
function builtBrowser(words: string, system: string | undefined): string | undefined {
  const said = words.replace(/\([^()]*\)/g, '').matchAll(/(?<![\w.])([\w.]+)\//g);
  if ([...said].some(([, word = '']) => !browserTokens.has(word))) return undefined;
  if (/Chrome\/|CriOS\//.test(words)) return 'Chrome';
  return /Safari\//.test(words) && appleSystems.has(system ?? '') ? 'Safari' : undefined;
}
