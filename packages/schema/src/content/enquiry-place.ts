import { formatSectionName } from './section-name.ts';

/** Where the enquiry form was opened. */
interface EnquiryPlace {
  originSection: string;
  originSlide: string;
  originCta: string;
  /** The name that the opener gives itself; used if it has no label. */
  origin: string;
}

/** Returns the place in which the enquiry form was opened: `Hero, slide “Build”, button “Talk to us”`. */
export function formatEnquiryPlace({ originSection, originSlide, originCta, origin }: EnquiryPlace): string {
  const section = originSection && formatSectionName(originSection);
  const slide = originSlide && `slide “${originSlide}”`;
  const button = originCta && `button “${originCta}”`;
  return [section, slide, button || origin].filter(Boolean).join(', ');
}
