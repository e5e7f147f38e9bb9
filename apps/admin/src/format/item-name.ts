/** How a content item is called outside the content screen, which alone knows the model: `Hero, slide build`. */
export function formatItemName(section: string, key: string): string {
  return `${formatSectionName(section)}, ${key.replaceAll('-', ' ')}`;
}

export function formatSectionName(section: string): string {
  return sectionTitles[section] ?? capitalised(section);
}

const sectionTitles: Record<string, string> = { cta: 'CTA', site: 'Site settings' };

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
