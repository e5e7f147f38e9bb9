/** `ALL_LOOKS=1` for a nightly run: accessibility and layout in every combination of width, scheme and pixel density. */
export const hasAllLooks = Boolean(process.env.ALL_LOOKS);

/** Returns the values for `npm test`, or all values at night. */
export function chooseLooks<Look>(some: readonly Look[], all: readonly Look[]): readonly Look[] {
  return hasAllLooks ? all : some;
}
