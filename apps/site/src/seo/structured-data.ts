import type { LoadedContent } from '../content.ts';

/** One JSON-LD graph for the landing page. Everything in it is also readable on the page. */
export function structuredData({ content, siteUrl }: LoadedContent) {
  const { brand, contact, social, seo } = content.site;
  const organization = `${siteUrl}/#organization`;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'ProfessionalService',
        '@id': organization,
        name: brand.name,
        legalName: brand.legalName,
        url: `${siteUrl}/`,
        slogan: brand.tagline,
        email: contact.email,
        telephone: contact.phone,
        address: { '@type': 'PostalAddress', streetAddress: contact.addressLines.join(', '), addressCountry: 'IN' },
        areaServed: 'IN',
        sameAs: Object.values(social).filter((link) => link !== ''),
        makesOffer: content.services.cards.map(({ id, value }) => ({
          '@type': 'Offer',
          itemOffered: { '@type': 'Service', name: value.title, description: value.body, url: `${siteUrl}/#${id}` },
        })),
      },
      {
        '@type': 'WebSite',
        '@id': `${siteUrl}/#website`,
        url: `${siteUrl}/`,
        name: brand.name,
        publisher: { '@id': organization },
      },
      {
        '@type': 'WebPage',
        url: `${siteUrl}/`,
        name: seo.title,
        description: seo.description,
        inLanguage: 'en-IN',
        about: { '@id': organization },
      },
      {
        '@type': 'FAQPage',
        mainEntity: content.cta.faqs.map(({ value }) => ({
          '@type': 'Question',
          name: value.question,
          acceptedAnswer: { '@type': 'Answer', text: value.answer },
        })),
      },
    ],
  };
}

/** JSON that cannot end the script element it is written into. */
export function toScriptJson(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
