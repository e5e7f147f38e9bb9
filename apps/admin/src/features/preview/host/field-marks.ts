import { findDefinition } from '@threadline/schema/content/content-model';
import { type FormField, getField, getFieldAt } from '@threadline/schema/content/form-field';
import { toE164 } from '@threadline/schema/primitives/phone';
import type { PreviewField } from '@threadline/schema/wire/preview';
import { type FieldMarks, logoSelector } from '../messages.ts';

/** Returns how to find a field that the page does not show as a text of its own. */
export function getFieldMarks({ section, key, pointer }: PreviewField, value: unknown): FieldMarks | undefined {
  const definition = findDefinition(section, key);
  if (!definition) return undefined;
  const form = getField(definition.schema);
  const path = pathTo(form, pointer);
  return {
    isPicture: path.some(isMedia),
    shownIn: path.findLast(({ shownIn }) => shownIn !== undefined)?.shownIn,
    ...getSelector(getFieldAt(form, pointer), value),
  };
}

/** The fields from the form down to the one at the pointer. */
function pathTo(form: FormField, pointer: string): FormField[] {
  const names = pointer.split('/').slice(1);
  return ['', ...names].map((_, depth) => getFieldAt(form, ['', ...names.slice(0, depth)].join('/')));
}

/** A group with a picture or video and its settings, or the field of one. */
function isMedia(field: FormField): boolean {
  return isPicture(field) || Object.values(field.properties ?? {}).some(isPicture);
}

/** The logo is not near the texts of its item, and no page shows the icon. */
function isPicture({ input, ownImageUse }: FormField): boolean {
  return input === 'media' && ownImageUse === undefined;
}

function getSelector(field: FormField, value: unknown): Pick<FieldMarks, 'selector' | 'isUnique'> {
  const { input, isChat = false, ownImageUse } = field;
  if (ownImageUse && ownImageUse !== 'icon') return unique(logoSelector);
  if (input === 'number' && typeof value === 'number') return near(`[data-count="${value}"]`);
  if (typeof value !== 'string' || value === '') return { selector: undefined, isUnique: false };
  if (input === 'date') return near(`time[datetime=${quote(value)}]`);
  if (input === 'link')
    return hasOwnAddress(value) ? unique(linkTo(value)) : near(`${linkTo(value)}, ${linkTo(`/${value}`)}`);
  if (input === 'email') return unique(linkTo(`mailto:${value}`));
  if (input === 'phone') return unique(linkToPhone(value, isChat));
  return { selector: undefined, isUnique: false };
}

/** A string in a CSS selector: every escape of JSON is one of CSS. */
const quote = JSON.stringify;
const near = (selector: string) => ({ selector, isUnique: false });
const unique = (selector: string) => ({ selector, isUnique: true });

/** An address outside of the site. Links to places of the site occur many times on a page. */
function hasOwnAddress(href: string): boolean {
  return /^[a-z]+:/.test(href);
}

function linkTo(href: string): string {
  return `a[href=${quote(href)}]`;
}

function linkToPhone(typed: string, isChat: boolean): string {
  const number = toE164(typed) ?? typed;
  return isChat ? `a[href^="https://wa.me/${number.replace(/\D/g, '')}"]` : linkTo(`tel:${number}`);
}
