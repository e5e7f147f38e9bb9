import { z } from 'zod';
import { findArt } from './art.ts';
import { dayError, parseDay } from './calendar-day.ts';
import { phoneError, placeholderPhone, toE164 } from './phone.ts';
import type { PictureShape } from './picture-shapes.ts';
import { describeUnstorable, isStorable } from './storable-text.ts';
import type { TextVariables } from './text-variables.ts';

/**
 * Builders for the content model. Each returns a zod schema whose `.meta()` contains the properties of the form field:
 * `title` (label), `description` (hint) and `input` (control). `z.toJSONSchema` passes them on to the form.
 */

export interface FieldOptions {
  /** A sentence for editors beside the label. */
  hint?: string;
  max?: number;
  /** The values that the site fills in; the form offers them by name. */
  variables?: TextVariables;
  /**
   * An empty optional text is the empty string, never a missing property, so forms and templates have no second case.
   * Add `.default('')` to a new optional field, so that stored entries stay valid.
   */
  optional?: boolean;
  /**
   * Only the owner can provide this text. While it is a placeholder, the page leaves out the text, but not its entry.
   */
  isOwnerDetail?: boolean;
  /** The group of link targets whose names the form suggests. */
  suggestedGroup?: string;
  /** Search results cut the text off after about this many characters; the form says so. */
  cutAt?: number;
  /** The column that shows the text on the page; the admin displays how many lines the text takes there. */
  fit?: TextFit;
}

/** A column of display type with the metrics of the site's styles; an end-to-end test compares both. */
export interface TextFit {
  /** The maximum number of lines on a phone. */
  maxLines: number;
  /** In px, for viewports 360 and 1440 px wide. */
  phone: { fontSize: number; width: number };
  desktop: { fontSize: number; width: number };
  /** In em. */
  letterSpacing: number;
}

export type InputKind =
  | 'text'
  | 'textarea'
  | 'link'
  | 'address'
  | 'picture'
  | 'media'
  | 'video'
  | 'number'
  | 'switch'
  | 'select'
  | 'choices'
  | 'list'
  | 'table'
  | 'group'
  | 'date'
  | 'email'
  | 'phone'
  | 'time'
  | 'rich-text'
  | 'color';

const colorError = 'Enter a colour such as #123f6b.';

function characters(max: number, optional: boolean) {
  return z
    .string({ error: 'Write text here.' })
    .max(max, { error: `Use at most ${max} characters.`, abort: true })
    .refine(isStorable, { error: ({ input }) => describeUnstorable(String(input)) })
    .refine((value) => optional || value.trim() !== '', { error: 'This field cannot be empty.' });
}

/** A single line of text. */
export function text(
  title: string,
  {
    hint,
    max = 120,
    variables,
    optional = false,
    isOwnerDetail = false,
    suggestedGroup,
    cutAt,
    fit,
  }: FieldOptions = {},
) {
  return characters(max, optional)
    .refine((value) => !value.includes('\n'), { error: 'Use one line only.' })
    .meta({
      title,
      description: hint,
      input: 'text' satisfies InputKind,
      optional,
      isProse: true,
      ...(variables && { variables }),
      ...(isOwnerDetail && { isOwnerDetail }),
      ...(suggestedGroup && { suggestedGroup }),
      ...(cutAt && { cutAt }),
      ...(fit && { fit }),
    });
}

/** A text with several lines, which the site's `parseProse` divides into paragraphs, lists and tables. */
export function longText(title: string, { hint, max = 600, variables, optional = false }: FieldOptions = {}) {
  return characters(max, optional).meta({
    title,
    description: hint,
    input: 'textarea' satisfies InputKind,
    optional,
    isProse: true,
    ...(variables && { variables }),
  });
}

const anchor = /^#[a-z][a-z0-9-]*$/;
const sitePath = /^\/(?![/\\])[^\s\\]*$/;
const phoneLink = /^tel:\+[1-9]\d{6,14}$/;

function isSafeHref(value: string): boolean {
  if (anchor.test(value) || sitePath.test(value) || phoneLink.test(value)) return true;
  if (/[\s\\\p{Cc}]/u.test(value)) return false;
  const url = URL.parse(value);
  if (url?.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || url.protocol === 'http:' || (url.protocol === 'mailto:' && value.includes('@'));
}

/**
 * The target of a link: an anchor, a page of the site, a web address, `mailto:` or `tel:`, never a script (Spec §2).
 */
export function href(title: string, { hint, optional = false }: FieldOptions = {}) {
  return z
    .string({ error: 'Choose a link target.' })
    .max(500, { error: 'Use at most 500 characters.', abort: true })
    .refine((value) => (optional && value === '') || isSafeHref(value), {
      error: 'Choose a page from the list, or paste a full address that begins with https://.',
    })
    .meta({ title, description: hint, input: 'link' satisfies InputKind, optional });
}

/** `/media/<publicId>-<width>.<extension>`, as copied from the image library; with a version if the image was changed. */
export const mediaPath = /^\/media\/([0-9a-f]{32})(?:-[0-9a-f]{12})?-\d{1,5}\.(?:avif|webp|svg|jpg|png)$/;

/** `/media/<publicId>-<width>.<extension>` of an uploaded video. */
export const videoPath = /^\/media\/([0-9a-f]{32})-\d{1,5}\.(?:mp4|webm)$/;

function isMediaSource(value: string, takesVideos: boolean): boolean {
  if (takesVideos && videoPath.test(value)) return true;
  return findArt(value) !== undefined || mediaPath.test(value) || (value.startsWith('https://') && isSafeHref(value));
}

/**
 * The source of a picture: a drawing of the site (`/art/<name>`), a library image (`/media/…`) or an https URL.
 *
 * @param options.takesVideos also accepts an uploaded video
 */
export function mediaSource(
  title: string,
  { hint, optional = false, takesVideos = false }: FieldOptions & { takesVideos?: boolean } = {},
) {
  return z
    .string({ error: 'Choose an image.' })
    .max(500, { error: 'Use at most 500 characters.', abort: true })
    .refine((value) => optional || value !== '', { error: 'Choose an image.', abort: true })
    .refine((value) => value === '' || isMediaSource(value, takesVideos), {
      error: 'Use an illustration such as /art/hero-build, an address from Image Management, or an https:// address.',
    })
    .meta({ title, description: hint, input: 'media' satisfies InputKind, optional });
}

/**
 * The alt text of one use of a picture. A use without one gets the alt text of the image library, unless it is decorative.
 * `alt-text.ts` finds the uses that have neither.
 */
export const pictureDescription = {
  alt: text('Alt text', {
    hint: 'Describes the image for blind visitors and search engines. Leave empty to use the alt text of the image itself.',
    max: 240,
    optional: true,
  })
    .meta({ when: { decorative: false } })
    .default(''),
  decorative: toggle('Decorative', false, { hint: 'Screen readers skip it.' }),
};

/** How the site shows an image of the firm: on a light or dark ground, or as the icon of the site. */
export type OwnImageUse = 'logo' | 'logo-on-dark' | 'icon';

/** An image of the library, or empty. No illustration and no other address: the site needs its size and its formats. */
export function ownImage(title: string, use: OwnImageUse, hint: string) {
  return z
    .string({ error: 'Choose an image.' })
    .refine((value) => value === '' || mediaPath.test(value), { error: 'Choose one of your images.' })
    .meta({ title, description: hint, input: 'media' satisfies InputKind, optional: true, ownImageUse: use })
    .default('');
}

/**
 * A picture with its description.
 *
 * @param shown.hasCrops the site shows it in wide and in tall boxes, so the form previews both
 * @param shown.shape the shape of its largest box, which the crop editor offers
 */
export function picture(title = 'Image', shown: { hasCrops?: boolean; shape?: PictureShape } = {}) {
  return group(title, {
    src: mediaSource('Image', { hint: 'Choose an illustration, or an image of your own.' }).meta(shown),
    ...pictureDescription,
  });
}

/** A button or link: its text and target. */
export function callToAction(title: string) {
  return group(title, { label: text('Text', { max: 40 }), href: href('Leads to') });
}

/** Like `callToAction`, but both fields may be empty: then nothing is shown. */
export function optionalCallToAction(title: string) {
  return group(title, {
    label: text('Text', { max: 40, optional: true }).default(''),
    href: href('Leads to', { optional: true }).default(''),
  });
}

/** Formats a number with Indian digit grouping: 1,00,00,000. */
const formatNumber = (value: number) => value.toLocaleString('en-IN');

export function number(
  title: string,
  { hint, min = 0, max = 1_000_000_000 }: { hint?: string; min?: number; max?: number } = {},
) {
  return z
    .number({ error: 'Write a number.' })
    .min(min, { error: `Use ${formatNumber(min)} or more.` })
    .max(max, { error: `Use ${formatNumber(max)} or less.` })
    .meta({ title, description: hint, input: 'number' satisfies InputKind });
}

export function toggle(title: string, initial: boolean, { hint }: { hint?: string } = {}) {
  return z
    .boolean({ error: 'Choose yes or no.' })
    .default(initial)
    .meta({ title, description: hint, input: 'switch' satisfies InputKind });
}

/** A phone number as people write it; it is stored in E.164. */
export function phoneNumber(title: string, { hint, optional = false }: FieldOptions = {}) {
  const isAccepted = (typed: string) =>
    (optional && typed === '') || typed === placeholderPhone || toE164(typed) !== undefined;
  return z
    .string({ error: phoneError })
    .max(40, { error: phoneError, abort: true })
    .refine(isAccepted, { error: phoneError, abort: true })
    .overwrite((typed) => toE164(typed) ?? typed)
    .meta({ title, description: hint, input: 'phone' satisfies InputKind, optional });
}

export function emailAddress(title: string, { hint }: Pick<FieldOptions, 'hint'> = {}) {
  return z
    .email({ error: 'Enter an email address.' })
    .max(254)
    .meta({ title, description: hint, input: 'email' satisfies InputKind, optional: false });
}

/** One of several choices; `options` maps the stored value to its label. */
export function choice<const Options extends Record<string, string>>(
  title: string,
  options: Options,
  { hint }: { hint?: string } = {},
) {
  const values = Object.keys(options) as [keyof Options & string, ...(keyof Options & string)[]];
  return z
    .enum(values, { error: 'Choose one of the options.' })
    .meta({ title, description: hint, input: 'select' satisfies InputKind, options });
}

/** Any number of choices, each at most once. They are stored in the order of `options`. */
export function choices<const Options extends Record<string, string>>(
  title: string,
  options: Options,
  { hint }: { hint?: string } = {},
) {
  const values = Object.keys(options) as [keyof Options & string, ...(keyof Options & string)[]];
  return z
    .array(z.enum(values, { error: 'Choose from the options.' }), { error: 'This must be a list.' })
    .overwrite((chosen) => values.filter((value) => chosen.includes(value)) as typeof chosen)
    .meta({ title, description: hint, input: 'choices' satisfies InputKind, options });
}

/** Returns whether a text is a colour such as `#123f6b`. */
export function isColor(text: unknown): text is string {
  return typeof text === 'string' && /^#[0-9a-f]{6}$/.test(text);
}

/** A colour such as `#123f6b`, or empty for the one of the product. */
export function color(title: string, { hint }: { hint?: string } = {}) {
  return z
    .string({ error: colorError })
    .trim()
    .toLowerCase()
    .refine((text) => text === '' || isColor(text), { error: colorError })
    .meta({ title, description: hint, input: 'color' satisfies InputKind, optional: true });
}

/** A calendar day as people write it; it is stored as `2026-11-23`. */
export function date(title: string, { hint, optional = false }: FieldOptions = {}) {
  return z
    .string({ error: dayError })
    .max(40, { error: dayError, abort: true })
    .refine((typed) => (optional && typed === '') || parseDay(typed) !== undefined, { error: dayError, abort: true })
    .overwrite((typed) => parseDay(typed) ?? typed)
    .meta({ title, description: hint, input: 'date' satisfies InputKind, optional });
}

export function list<Item extends z.ZodType>(
  title: string,
  item: Item,
  {
    hint,
    min = 0,
    max = 20,
    itemTitle = 'entry',
  }: { hint?: string; min?: number; max?: number; itemTitle?: string } = {},
) {
  return z
    .array(item, { error: 'This must be a list.' })
    .min(min, { error: `Keep at least ${min}.` })
    .max(max, { error: `Keep at most ${max}.` })
    .meta({ title, description: hint, input: 'list' satisfies InputKind, itemTitle });
}

/** A group of fields. Unknown fields are rejected, so that no invisible data is stored. */
export function group<Shape extends z.ZodRawShape>(title: string, shape: Shape, { hint }: { hint?: string } = {}) {
  return z
    .strictObject(shape, {
      error: (issue) =>
        issue.code === 'unrecognized_keys' ? 'This field does not exist here.' : 'This must be a group of fields.',
    })
    .meta({ title, description: hint, input: 'group' satisfies InputKind });
}

interface TableOptions<Columns> {
  hint?: string;
  min?: number;
  max?: number;
  /** The name of one row, in lower case. */
  itemTitle?: string;
  /** The columns whose values together name a row, the first column by default. No two rows have the same name. */
  rowName?: (keyof Columns & string)[];
}

/** Rows of cells, edited as a spreadsheet. A column is a `text`, `number`, `date` or `choice`. */
export function table<Columns extends z.ZodRawShape>(
  title: string,
  columns: Columns,
  {
    hint,
    min = 0,
    max = 100,
    itemTitle = 'row',
    rowName = Object.keys(columns).slice(0, 1),
  }: TableOptions<Columns> = {},
) {
  return z
    .array(group('Row', columns), { error: 'This must be a table.' })
    .min(min, { error: `Keep at least ${min}.` })
    .max(max, { error: `Keep at most ${max}.` })
    .superRefine((rows, context) => {
      const known = new Set<string>();
      for (const [index, row] of rows.entries()) {
        const name = getRowName(rowName, row).join('\n').toLowerCase();
        if (known.has(name))
          context.addIssue({ code: 'custom', path: [index, rowName[0] ?? ''], message: 'This row is there already.' });
        known.add(name);
      }
    })
    .meta({ title, description: hint, input: 'table' satisfies InputKind, itemTitle, rowName });
}

/** Returns the values that name a row of a table. */
export function getRowName(rowName: readonly string[], row: unknown): string[] {
  const cells = (row ?? {}) as Record<string, unknown>;
  return rowName.map((column) => String(cells[column] ?? '').trim());
}
