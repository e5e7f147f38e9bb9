import {
  findFormerName,
  getCompanyName,
  type NameChange,
  replaceFormerName,
  shippedCompanyName,
} from '@threadline/schema/content/company-name';
import type { ContentItem, GroupedContent, ItemVersion } from '@threadline/schema/content/content-item';
import { contentModel, findDefinition } from '@threadline/schema/content/content-model';
import { getField, getLabelAt } from '@threadline/schema/content/form-field';
import { getItemTitle } from '@threadline/schema/content/item-name';
import type { Save } from '../../../store/last-changes.ts';

/** A field of an item, for a link to its form. */
export interface NamedField {
  section: string;
  key: string;
  /** JSON Pointer of the field. */
  field: string;
  /** `Site settings, SEO and social sharing, Title` */
  label: string;
}

interface FormerNameReport extends NameChange {
  /** Those whose texts still contain the former name. */
  fields: NamedField[];
  /** The saves that replace the name. A text that would become too long has none. */
  saves: Save[];
}

/**
 * Returns where texts still contain a former company name: the one before the current name, else that of the example
 * content. Returns undefined if no text does.
 *
 * @param versions the versions of the brand, newest first
 */
export function reportFormerName(
  content: GroupedContent,
  versions: readonly Pick<ItemVersion, 'value'>[],
): FormerNameReport | undefined {
  const items = Object.values(content).flatMap((section) => Object.values(section));
  const current = getCompanyName(items);
  const names = versions.map(({ value }) => getCompanyName([{ section: 'site', key: 'brand', value }]));
  const former = names.find((name) => name !== '' && name !== current);
  const reports = [former ?? shippedCompanyName, shippedCompanyName].map((name) =>
    createReport(items, { former: name, current }),
  );
  return reports.find(({ fields }) => fields.length > 0);
}

function createReport(items: readonly ContentItem[], change: NameChange): FormerNameReport {
  const uses = findFormerName(items, change);
  const found = items.map((item) => ({
    item,
    pointers: uses.filter(({ section, key }) => section === item.section && key === item.key),
  }));
  return {
    ...change,
    fields: found.flatMap(({ item, pointers }) => pointers.flatMap(({ pointer }) => describeField(item, pointer))),
    saves: found.flatMap(({ item, pointers }) => (pointers.length > 0 ? createSave(item, change) : [])),
  };
}

/** Returns a field with its label for a list of links. */
export function describeField(item: ContentItem, field: string): NamedField[] {
  const { section, key } = item;
  const definition = findDefinition(section, key);
  if (!definition) return [];
  const names = [
    contentModel[definition.section].title,
    getItemTitle(item, definition),
    getLabelAt(getField(definition.schema), field),
  ];
  return [{ section, key, field, label: [...new Set(names)].join(', ') }];
}

function createSave(item: ContentItem, change: NameChange): Save[] {
  const { section, key, metadata, version } = item;
  const value = replaceFormerName(item, change);
  const isValid = findDefinition(section, key)?.schema.safeParse(value).success;
  return isValid ? [{ kind: 'save', section, key, value, metadata, version }] : [];
}
