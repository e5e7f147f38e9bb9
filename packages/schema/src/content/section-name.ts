/** Returns the name of a section without the content model: `Hero`. */
export function formatSectionName(section: string): string {
  return sectionTitles[section] ?? (section.charAt(0).toUpperCase() + section.slice(1)).replaceAll('-', ' ');
}

const sectionTitles: Record<string, string> = {
  cta: 'CTA',
  site: 'Site settings',
  // Where visitors can open the enquiry form.
  'growth-audit': 'Growth check',
  'sticky-bar': 'Bar at the bottom of the screen',
  offer: 'Offer below an article',
};
