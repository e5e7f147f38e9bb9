/** A colour in OKLCH: lightness from 0 to 1, chroma, and hue in degrees. Equal steps of lightness look equal. */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

/** Returns a colour such as `#123f6b` in OKLCH. */
export function toOklch(hex: string): Oklch {
  const [r = 0, g = 0, b = 0] = toLinear(hex);
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const bb = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return { l, c: Math.hypot(a, bb), h: (Math.atan2(bb, a) * 180) / Math.PI };
}

/** Returns the colour as `#rrggbb`, with less chroma if no screen can show it. */
export function toHex({ l, c, h }: Oklch): string {
  let [low, high] = [0, c];
  if (!isShown(toChannels({ l, c, h }))) {
    for (let step = 0; step < 16; step += 1) {
      const middle = (low + high) / 2;
      if (isShown(toChannels({ l, c: middle, h }))) low = middle;
      else high = middle;
    }
    high = low;
  }
  const bytes = toChannels({ l, c: high, h }).map((part) => {
    const linear = Math.min(1, Math.max(0, part));
    const encoded = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${bytes.join('')}`;
}

/** Returns the contrast of two colours as WCAG defines it, from 1 to 21. */
export function getContrast(one: string, other: string): number {
  const [dim = 0, bright = 0] = [getLuminance(one), getLuminance(other)].sort((low, high) => low - high);
  return (bright + 0.05) / (dim + 0.05);
}

function getLuminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = toLinear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toLinear(hex: string): number[] {
  return [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
}

function toChannels({ l, c, h }: Oklch): number[] {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function isShown(channels: readonly number[]): boolean {
  return channels.every((part) => part >= -0.0005 && part <= 1.0005);
}
