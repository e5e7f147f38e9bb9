/** Returns the name of a section without the content model: `Hero`. */
export function formatSectionName(section: string): string {
  return sectionTitles[section] ?? section.charAt(0).toUpperCase() + section.slice(1);
}

const sectionTitles: Record<string, string> = { cta: 'CTA', site: 'Site settings' };
