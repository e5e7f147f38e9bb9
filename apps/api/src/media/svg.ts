import { parseXml, XmlCdata, XmlDocumentType, XmlElement, XmlText } from '@rgrove/parse-xml';
import { ProblemError } from '../platform/http/problem-error.ts';
import { notAnImage } from './receive-file.ts';
import { isLocalValue, sanitizeDeclarations, sanitizeStyleSheet } from './svg-styles.ts';

const maxSvgBytes = 1024 * 1024;
const maxElements = 10_000;
const maxDepth = 50;
/** The same limit as for other images. */
const maxSide = 16_000;

const namespace = 'http://www.w3.org/2000/svg';

/** Elements that draw, or that are referred to by elements that do. Everything else is left out with its content. */
const allowedElements = new Set(
  `svg g defs symbol use title desc style path rect circle ellipse line polyline polygon text tspan linearGradient
  radialGradient stop clipPath mask pattern marker image filter feBlend feColorMatrix feComponentTransfer feComposite
  feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feOffset`.split(/\s+/),
);

const textElements = new Set(['title', 'desc', 'text', 'tspan']);

const allowedAttributes = new Set(
  `id class transform d points x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy rotate textLength lengthAdjust pathLength
  width height viewBox preserveAspectRatio gradientUnits gradientTransform spreadMethod offset patternUnits
  patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight refX
  refY orient filterUnits primitiveUnits in in2 result mode operator k1 k2 k3 k4 stdDeviation values type tableValues slope
  intercept amplitude exponent alignment-baseline baseline-shift clip-path clip-rule color color-interpolation
  color-interpolation-filters display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity
  font-family font-size font-size-adjust font-stretch font-style font-variant font-weight letter-spacing marker-end
  marker-mid marker-start mask mask-type opacity overflow paint-order shape-rendering stop-color stop-opacity stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor
  text-decoration text-rendering vector-effect visibility word-spacing writing-mode`.split(/\s+/),
);

/** Elements whose `href` refers to another element of the same file. */
const referringElements = new Set(['use', 'linearGradient', 'radialGradient', 'pattern']);
const localReference = /^#[\w.:-]+$/;
const rasterData = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/=\s]+$/;

export interface SanitizedSvg {
  svg: string;
  width: number;
  height: number;
}

/**
 * Parses an SVG file and writes it again with nothing but elements and attributes that draw. Scripts, event handlers, links,
 * foreign content, animations, and references to anything outside the file are left out.
 *
 * @throws ProblemError 422 with a sentence for a file that is not well-formed, not an SVG, too complex, or without a size
 */
export function sanitizeSvg(source: string): SanitizedSvg {
  if (source.length > maxSvgBytes) throw refuse('This SVG is larger than 1 MB. Simplify it, or export it as PNG.');
  const root = parseRoot(source);
  const size = readSize(root.attributes);
  refuseExpansion(root);
  const counter = { elements: 0 };
  const content = writeChildren(root, { depth: 1, counter });
  const { viewBox = `0 0 ${size.width} ${size.height}` } = root.attributes;
  const own = { ...root.attributes, viewBox, width: String(size.width), height: String(size.height) };
  return { svg: `<svg xmlns="${namespace}"${writeAttributes('svg', own)}>${content}</svg>`, ...size };
}

const unreadable = 'This SVG is damaged or has parts that are not allowed. Export it as plain SVG, or as PNG.';

function parseRoot(source: string): XmlElement {
  let document: ReturnType<typeof parseXml>;
  try {
    document = parseXml(source, { preserveDocumentType: true });
  } catch (cause) {
    throw Object.assign(refuse(source.includes('<svg') ? unreadable : notAnImage), { cause });
  }
  const hasEntities = document.children.some((node) => node instanceof XmlDocumentType && node.internalSubset !== null);
  if (hasEntities) throw refuse(unreadable);
  const { root } = document;
  const isSvg = root?.name === 'svg' && (root.attributes.xmlns ?? namespace) === namespace;
  if (!root || !isSvg) throw refuse(notAnImage);
  return root;
}

function readSize(attributes: Record<string, string>): { width: number; height: number } {
  const [, , boxWidth = 0, boxHeight = 0] = (attributes.viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [width, height] = [readLength(attributes.width), readLength(attributes.height)];
  const ratio = boxWidth > 0 && boxHeight > 0 ? boxWidth / boxHeight : undefined;
  const size = {
    width: width ?? (height && ratio ? height * ratio : boxWidth),
    height: height ?? (width && ratio ? width / ratio : boxHeight),
  };
  const rounded = { width: Math.round(size.width), height: Math.round(size.height) };
  const sides = [rounded.width, rounded.height];
  if (!sides.every((side) => side >= 1))
    throw refuse('This SVG has no size. Export it with a width and a height, or with a viewBox.');
  if (Math.max(...sides) > maxSide) throw refuse(`This SVG has a side of more than ${maxSide} pixels.`);
  return rounded;
}

/** Returns a length in pixels; undefined for a missing one, or one in other units. */
function readLength(value = ''): number | undefined {
  const match = /^\s*(\d{1,6}(?:\.\d{1,9})?)(?:px)?\s*$/.exec(value);
  return match ? Number(match[1]) : undefined;
}

/** A few nested `use` elements can stand for millions of elements. */
function refuseExpansion(root: XmlElement): void {
  const byId = new Map<string, XmlElement>();
  const register = (element: XmlElement, depth: number): void => {
    if (depth > maxDepth) throw refuse('This SVG is nested too deeply. Simplify it, or export it as PNG.');
    const { id } = element.attributes;
    // Browsers would take the first one, and this count the last.
    if (id && byId.has(id)) throw refuse('This SVG uses an id twice. Export it again, or export it as PNG.');
    if (id) byId.set(id, element);
    for (const child of listElements(element)) register(child, depth + 1);
  };
  register(root, 0);
  const sizes = new Map<XmlElement, number>();
  const pending = new Set<XmlElement>();
  const count = (element: XmlElement): number => {
    const known = sizes.get(element);
    if (known !== undefined) return known;
    if (pending.has(element)) throw refuse('This SVG refers to itself.');
    pending.add(element);
    const target = element.name === 'use' ? byId.get((getHref(element) ?? '').slice(1)) : undefined;
    const parts = [...listElements(element), ...(target ? [target] : [])];
    const size = 1 + parts.reduce((sum, part) => sum + count(part), 0);
    pending.delete(element);
    if (size > maxElements) throw refuse('This SVG has too many elements. Simplify it, or export it as PNG.');
    sizes.set(element, size);
    return size;
  };
  count(root);
}

function listElements({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => child instanceof XmlElement);
}

function getHref({ attributes }: XmlElement): string | undefined {
  return attributes.href ?? attributes['xlink:href'];
}

interface Position {
  depth: number;
  counter: { elements: number };
}

function writeChildren(parent: XmlElement, position: Position): string {
  return parent.children
    .map((child) => {
      if (child instanceof XmlElement) return writeElement(child, { ...position, depth: position.depth + 1 });
      const isText = child instanceof XmlText || child instanceof XmlCdata;
      return isText && textElements.has(parent.name) ? escapeText(child.text) : '';
    })
    .join('');
}

function writeElement(element: XmlElement, position: Position): string {
  // A link draws its content.
  const name = element.name === 'a' ? 'g' : element.name;
  if (!allowedElements.has(name)) return '';
  if (name === 'style') return writeStyle(element);
  const attributes = writeAttributes(name, element.attributes);
  if (name === 'image' && !attributes.includes(' href=')) return '';
  return `<${name}${attributes}>${writeChildren(element, position)}</${name}>`;
}

function writeStyle(element: XmlElement): string {
  const rules = sanitizeStyleSheet(element.text, allowedAttributes);
  return rules === '' ? '' : `<style>${escapeText(rules)}</style>`;
}

function writeAttributes(element: string, attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => {
      if (name === 'href' || name === 'xlink:href') return acceptsHref(element, value) ? ['href', value.trim()] : [];
      if (name === 'style') return ['style', sanitizeDeclarations(value, allowedAttributes)];
      return allowedAttributes.has(name) && isLocalValue(value) ? [name, value] : [];
    })
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value = '']) => ` ${name}="${escapeText(value)}"`)
    .join('');
}

function acceptsHref(element: string, value: string): boolean {
  if (element === 'image') return rasterData.test(value.trim());
  return referringElements.has(element) && localReference.test(value.trim());
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function refuse(detail: string): ProblemError {
  return new ProblemError('validation-failed', { detail });
}
