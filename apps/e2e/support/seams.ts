import type { Page } from '@playwright/test';
import sharp from 'sharp';

interface Sample {
  /** Distances along an over strand, 0 to 1 between its ends, with the place in device px. */
  points: { share: number; x: number; y: number }[];
  /** Width of the strand, in device px. */
  width: number;
}

/** Below this width, antialiasing leaves no pixel in the colour of the strand. */
const minWidth = 3;
/** How far a channel may differ from the middle of the strand, of 255. */
const tolerance = 12;

/**
 * Photographs an SVG document and follows every strand that goes over another one beyond both of its ends, where it
 * continues as the thread below.
 *
 * @param page shows the drawing as the whole document
 * @returns how many strands were visible and wide enough, and those that change their colour on the way
 */
export async function findSeams(page: Page): Promise<{ strands: number; seams: string[] }> {
  const samples = await page.evaluate(measureStrands);
  const { data, info } = await sharp(await page.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colorAt = ({ x, y }: { x: number; y: number }) => {
    const start = (Math.floor(y) * info.width + Math.floor(x)) * info.channels;
    return [...data.subarray(start, start + 3)];
  };
  const isInside = ({ x, y }: { x: number; y: number }) => x >= 0 && y >= 0 && x < info.width && y < info.height;
  const seams: string[] = [];
  let strands = 0;
  for (const { points, width } of samples) {
    if (width < minWidth || !points.every(isInside)) continue;
    const colors = points.map(colorAt);
    const middle = colors[Math.floor(colors.length / 2)] ?? [];
    const differs = colors.map((color) =>
      color.some((value, index) => Math.abs(value - (middle[index] ?? 0)) > tolerance),
    );
    strands += 1;
    if (differs.some(Boolean)) {
      const [{ x = 0, y = 0 } = {}] = points.filter((_, index) => differs[index]);
      seams.push(`${Math.round(x)},${Math.round(y)}`);
    }
  }
  return { strands, seams };
}

/** Runs in the page. */
function measureStrands(): Sample[] {
  const beyond = 0.15;
  // Dotted lines and the lens cross strands.
  for (const other of document.querySelectorAll('[stroke-dasharray], [stroke="var(--art-dot)"]')) other.remove();
  const steps = 60;
  // The gap around the strands follows the same path as the strands, which are drawn next.
  const gaps = [...document.querySelectorAll<SVGPathElement>('path[stroke-linecap="butt"]:has(+ path)')];
  return gaps.flatMap((path) => {
    const matrix = path.getScreenCTM() as DOMMatrix;
    const scale = Math.hypot(matrix.a, matrix.b) * devicePixelRatio;
    const strokeWidth = Number.parseFloat(getComputedStyle(path.nextElementSibling as Element).strokeWidth);
    return listSubpaths(path.getAttribute('d') ?? '').map((d) => {
      const strand = createPath(d);
      const length = strand.getTotalLength();
      const at = (share: number) => {
        const inside = Math.min(Math.max(share, 0), 1);
        const point = strand.getPointAtLength(inside * length);
        // Beyond the ends, along the tangent.
        const near = strand.getPointAtLength((inside === 0 ? 0.02 : 0.98) * length);
        const factor = (share - inside) / 0.02;
        const sign = inside === 0 ? -1 : 1;
        point.x += sign * factor * (point.x - near.x);
        point.y += sign * factor * (point.y - near.y);
        const { x, y } = point.matrixTransform(matrix);
        return { share, x: x * devicePixelRatio, y: y * devicePixelRatio };
      };
      const points = Array.from({ length: steps + 1 }, (_, step) => at(-beyond + (step / steps) * (1 + 2 * beyond)));
      return { points, width: strokeWidth * scale };
    });
  });

  function createPath(d: string): SVGPathElement {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', d);
    return path;
  }

  /** Returns each subpath with an absolute start: in the drawing, most begin where the pen is. */
  function listSubpaths(d: string): string[] {
    const parts = d.split(/(?=[Mm])/);
    return parts.map((part, index) => {
      const [, move = '', rest = ''] = /^([Mm][^a-z]*)(.*)$/.exec(part) ?? [];
      // A path has no length after its last move, so the pen moves on by a little.
      const before = createPath(`${parts.slice(0, index).join('')}${move}h.01`);
      const { x, y } = before.getPointAtLength(before.getTotalLength());
      return `M${x} ${y}${rest}`;
    });
  }
}
