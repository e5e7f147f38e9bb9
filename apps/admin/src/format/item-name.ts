/** Returns the name of a content item outside the content screen, without the content model: `Hero, slide build`. */
export function formatItemName(section: string, key: string): string {
  return `${formatSectionName(section)}, ${key.replaceAll('-', ' ')}`;
}

export function formatSectionName(section: string): string {
  return sectionTitles[section] ?? capitalize(section);
}

const sectionTitles: Record<string, string> = { cta: 'CTA', site: 'Site settings' };

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
