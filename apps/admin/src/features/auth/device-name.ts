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

/** The tokens of Chrome and Safari. Browsers derived from them add a token of their own. */
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

/** Returns a name such as `Chrome on Android` by which the owner recognises a browser. */
export function getDeviceName(userAgent: string | null): string {
  const text = userAgent ?? '';
  const find = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(text))?.[1];
  const system = find(systems);
  const browser = find(browsers) ?? findWebKitBrowser(text, system);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

/** Returns Chrome, or Safari on Apple systems: all browsers derived from WebKit call themselves Safari. */
function findWebKitBrowser(text: string, system: string | undefined): string | undefined {
  const tokens = text.replace(/\([^()]*\)/g, '').matchAll(/(?<![\w.])([\w.]+)\//g);
  if ([...tokens].some(([, token = '']) => !browserTokens.has(token))) return undefined;
  if (/Chrome\/|CriOS\//.test(text)) return 'Chrome';
  return /Safari\//.test(text) && appleSystems.has(system ?? '') ? 'Safari' : undefined;
}
