declare module 'subset-font' {
  interface Options {
    targetFormat?: 'sfnt' | 'woff' | 'woff2';
    variationAxes?: Record<string, number | { min: number; max: number; default?: number }>;
    /** OpenType features; all of them by default. */
    keepFeatures?: readonly string[];
  }
  const subsetFont: (font: Uint8Array, text: string, options?: Options) => Promise<Buffer>;
  export = subsetFont;
}
