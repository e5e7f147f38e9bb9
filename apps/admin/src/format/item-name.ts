import { formatSectionName } from '@threadline/schema/content/section-name';

/** Returns the name of a content item outside the content screen, without the content model: `Hero, slide build`. */
export function formatItemName(section: string, key: string): string {
  return `${formatSectionName(section)}, ${key.replaceAll('-', ' ')}`;
}
