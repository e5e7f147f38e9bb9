/** `24–48 hours`, `Mon–Sat,`: no blank beside the dash; a short unit belongs to it. A preview's tag may follow. */
const range = /((?<![^\s–])[^\s–]+–[^\s–\uFDD0]+(?: [a-z]{3,6}\b)?(?:\uFDD0[\uFDD1-\uFDE0]+\uFDEF)?)/;

/** Splits a text at its ranges. Every second part, from the second on, is a range. */
export function splitAtRanges(text: string): string[] {
  return text.split(range);
}
