/** Returns a title in quotation marks, without its full stop: the sentence around it has one. */
export function quote(title: string): string {
  return `“${title.replace(/\.$/, '')}”`;
}
