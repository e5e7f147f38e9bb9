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

/** Where the enquiry form was opened. */
interface EnquiryPlace {
  originSection: string;
  originSlide: string;
  originCta: string;
  /** The name that the opener gives itself; used if it has no label. */
  origin: string;
}

/** Returns the place in which the enquiry form was opened: `Hero, Build, Talk to us`. */
export function formatEnquiryPlace({ originSection, originSlide, originCta, origin }: EnquiryPlace): string {
  const section = originSection && formatSectionName(originSection);
  return [section, originSlide, originCta || origin].filter(Boolean).join(', ');
}
