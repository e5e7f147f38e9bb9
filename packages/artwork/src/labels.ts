import { palette } from '@threadline/design-tokens/palette';
import { colors } from '@threadline/design-tokens/tokens';
import type { ArtName } from '@threadline/schema/primitives/art';

/** A position for text in a drawing of 720 by 460. The text is content, so it can be edited and translated. */
interface LabelPosition {
  x: number;
  y: number;
  role: 'caption' | 'figure' | 'title' | 'note' | 'legend';
  /** Set if it differs from the page's text colour. */
  color?: string;
  anchor?: 'end' | 'middle';
  /** Distance between words that are placed one by one. */
  step?: number;
  /** The text after the colon is hidden on phones. */
  isShortened?: boolean;
}

const pale = colors.bandText.light;

/** In the order of the texts in the content. */
const places: Partial<Record<ArtName, LabelPosition[]>> = {
  'about-hub': [
    { x: 56, y: 428, role: 'caption', color: palette.gray[9], isShortened: true },
    { x: 372, y: 428, role: 'caption', color: pale, isShortened: true },
  ],
  'about-grid': [0, 1, 2, 3].flatMap((row): LabelPosition[] => [
    { x: 62, y: 54 + row * 102, role: 'caption' },
    { x: 658, y: 54 + row * 102, role: 'caption', anchor: 'end' },
    { x: 658, y: 102 + row * 102, role: 'figure', anchor: 'end' },
  ]),
  'about-ring': [
    { x: 212, y: 180, role: 'title', color: palette.gray[9] },
    { x: 212, y: 232, role: 'figure', color: palette.danger[7] },
    { x: 508, y: 232, role: 'note', color: palette.gray[7], anchor: 'end' },
    { x: 212, y: 305, role: 'note', color: palette.gray[7] },
    { x: 378, y: 305, role: 'note', color: palette.gray[7] },
  ],
  'about-path': [
    { x: 85, y: 408, role: 'legend', color: pale, anchor: 'middle', step: 50 },
    { x: 62, y: 440, role: 'legend', color: palette.danger[3] },
    { x: 660, y: 440, role: 'legend', color: palette.accent[4], anchor: 'end' },
  ],
};

/** Returns the texts with their positions in a drawing, without those for which it has no position. */
export function placeLabels(
  name: string | undefined,
  labels: readonly string[],
): (LabelPosition & { text: string; rest: string })[] {
  return (places[name as ArtName] ?? []).flatMap((place, index) => {
    const text = labels[index] ?? '';
    if (text === '') return [];
    if (place.step === undefined) return [shortened(place, text)];
    return text.split(' ').map((word, at) => ({ ...place, x: place.x + at * (place.step ?? 0), text: word, rest: '' }));
  });
}

function shortened(place: LabelPosition, text: string) {
  const colon = place.isShortened ? text.indexOf(':') : -1;
  return colon < 0 ? { ...place, text, rest: '' } : { ...place, text: text.slice(0, colon), rest: text.slice(colon) };
}
