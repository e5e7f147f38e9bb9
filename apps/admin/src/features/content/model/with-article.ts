/** "an article", "a unit": how the name of an entry is spoken. */
export function withArticle(name: string): string {
  return /^(?!uni)[aeiou]/i.test(name) ? `an ${name}` : `a ${name}`;
}
