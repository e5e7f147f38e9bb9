import type { SiteContent } from '@threadline/schema/content/site-content';
import type { LoadedContent } from '../content.ts';
import { openingHoursSpecification } from '../text/opening-hours.ts';

/** The description of a page in its head. */
export interface PageDescription {
  /** URL path. */
  path: string;
  title: string;
  description: string;
  article?: SiteContent['insights']['articles'][number];
}

/** The JSON-LD graph of a page. Everything in it is also readable on that page. */
export function structuredData(loaded: LoadedContent, page: PageDescription) {
  const { content, siteUrl } = loaded;
  const isLanding = page.path === '/';
  const url = siteUrl + page.path;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      isLanding ? business(loaded) : { '@type': 'Organization', ...identity(loaded) },
      website(loaded),
      {
        '@type': 'WebPage',
        '@id': `${url}#page`,
        url,
        name: isLanding ? content.site.brand.name : page.title,
        inLanguage: 'en-IN',
        isPartOf: { '@id': `${siteUrl}/#website` },
        about: { '@id': organizationId(siteUrl) },
      },
      ...(isLanding ? [questions(content)] : [breadcrumbs(loaded, page)]),
      ...(page.article ? [describeArticle(page.article, { url, siteUrl })] : []),
    ],
  };
}

function organizationId(siteUrl: string): string {
  return `${siteUrl}/#organization`;
}

function identity({ content, siteUrl }: LoadedContent) {
  return { '@id': organizationId(siteUrl), name: content.site.brand.name, url: `${siteUrl}/` };
}

function business(loaded: LoadedContent) {
  const { content, siteUrl } = loaded;
  const { brand, contact, social } = content.site;
  const reach = {
    ...(contact.email && { email: contact.email }),
    ...(contact.phone && { telephone: contact.phone }),
  };
  const address = { '@type': 'PostalAddress', streetAddress: contact.addressLines, addressCountry: 'IN' };
  return {
    '@type': ['Organization', 'ProfessionalService'],
    ...identity(loaded),
    ...(brand.legalName && { legalName: brand.legalName }),
    logo: `${siteUrl}/favicon.svg`,
    ...reach,
    ...(contact.addressLines.length > 0 && { address }),
    areaServed: 'IN',
    openingHoursSpecification: openingHoursSpecification(content.site),
    sameAs: Object.values(social).filter((link) => link !== ''),
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'sales',
      url: `${siteUrl}/#enquiry`,
      ...reach,
      availableLanguage: ['en', 'hi'],
    },
    hasOfferCatalog: {
      '@type': 'OfferCatalog',
      name: content.services.heading,
      itemListElement: content.services.cards.map(({ id, value }) => ({
        '@type': 'Offer',
        itemOffered: { '@type': 'Service', name: value.title, description: value.body, url: `${siteUrl}/#${id}` },
      })),
    },
  };
}

function website({ content, siteUrl }: LoadedContent) {
  const publisher = { '@id': organizationId(siteUrl) };
  return {
    '@type': 'WebSite',
    '@id': `${siteUrl}/#website`,
    url: `${siteUrl}/`,
    name: content.site.brand.name,
    publisher,
  };
}

function questions(content: SiteContent) {
  return {
    '@type': 'FAQPage',
    mainEntity: content.cta.faqs.map(({ value }) => ({
      '@type': 'Question',
      name: value.question,
      acceptedAnswer: { '@type': 'Answer', text: value.answer },
    })),
  };
}

function breadcrumbs({ content, siteUrl }: LoadedContent, { path, title, article }: PageDescription) {
  const trail = [
    { name: content.site.brand.name, path: '/' },
    ...(article ? [{ name: content.insights.all, path: '/insights/' }] : []),
    { name: title, path },
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map((stop, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: stop.name,
      item: siteUrl + stop.path,
    })),
  };
}

function describeArticle(
  { value, updatedAt }: NonNullable<PageDescription['article']>,
  { url, siteUrl }: { url: string; siteUrl: string },
) {
  const author = { '@id': organizationId(siteUrl) };
  return {
    '@type': 'Article',
    '@id': `${url}#article`,
    headline: value.title,
    description: value.excerpt,
    articleSection: value.kicker,
    datePublished: value.publishedOn,
    dateModified: updatedAt,
    inLanguage: 'en-IN',
    mainEntityOfPage: { '@id': `${url}#page` },
    author,
    publisher: author,
  };
}

/** JSON that cannot end the script element it is written into. */
export function toScriptJson(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
