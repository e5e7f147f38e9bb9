import type { Listing } from '@threadline/schema/content/listing';
import type { SiteContent } from '@threadline/schema/content/site-content';
import type { LoadedContent } from '../content.ts';
import { findAuthor, type Person } from '../sections/insights/find-author.ts';
import { openingHoursSpecification } from '../text/opening-hours.ts';
import { getLogoAddress } from './own-images.ts';

/** The description of a page in its head. */
export interface PageDescription {
  /** URL path. */
  path: string;
  title: string;
  listing: Listing;
  article?: SiteContent['insights']['articles'][number];
}

/**
 * The JSON-LD graph of a page. Everything in it is also readable on that page, or was written for search engines.
 *
 * @param picture the address of the picture that is shared with the page
 */
export function structuredData(loaded: LoadedContent, page: PageDescription, picture: string) {
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
        name: isLanding ? content.site.brand.name : page.listing.title,
        inLanguage: 'en-IN',
        isPartOf: { '@id': `${siteUrl}/#website` },
        about: { '@id': organizationId(siteUrl) },
      },
      ...(isLanding ? [questions(content)] : [breadcrumbs(loaded, page)]),
      ...(page.article ? [describeArticle(page.article, loaded, picture)] : []),
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
  const { people } = content.about;
  const reach = {
    ...(contact.email && { email: contact.email }),
    ...(contact.phone && { telephone: contact.phone }),
  };
  const address = { '@type': 'PostalAddress', streetAddress: contact.addressLines, addressCountry: 'IN' };
  return {
    '@type': ['Organization', 'ProfessionalService'],
    ...identity(loaded),
    ...(brand.legalName && { legalName: brand.legalName }),
    ...(brand.gstin && { taxID: brand.gstin }),
    ...(brand.cin && { identifier: { '@type': 'PropertyValue', name: content.site.names.cin, value: brand.cin } }),
    logo: getLogoAddress(loaded),
    ...reach,
    ...(contact.addressLines.length > 0 && { address }),
    areaServed: 'IN',
    openingHoursSpecification: openingHoursSpecification(content.site),
    ...(people.length > 0 && { employee: people.map((person) => describePerson(person, siteUrl)) }),
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

/** A person under About. Testimonials are not described: search engines do not accept reviews of a site's own firm. */
function describePerson({ id, value }: Person, siteUrl: string) {
  return {
    '@type': 'Person',
    '@id': `${siteUrl}/#person-${id}`,
    name: value.name,
    jobTitle: value.role,
    worksFor: { '@id': organizationId(siteUrl) },
    ...(value.linkedin && { sameAs: [value.linkedin] }),
  };
}

function describeAuthor(author: string, { content, siteUrl }: LoadedContent) {
  if (author === '') return { '@id': organizationId(siteUrl) };
  const person = findAuthor(content, author);
  return person ? describePerson(person, siteUrl) : { '@type': 'Person', name: author };
}

function describeArticle(
  { id, value, updatedAt }: NonNullable<PageDescription['article']>,
  loaded: LoadedContent,
  image: string,
) {
  const { siteUrl } = loaded;
  const url = `${siteUrl}/insights/${id}/`;
  return {
    '@type': 'Article',
    '@id': `${url}#article`,
    headline: value.title,
    description: value.seo.description || value.excerpt,
    image,
    articleSection: value.kicker,
    datePublished: value.publishedOn,
    dateModified: updatedAt,
    inLanguage: 'en-IN',
    mainEntityOfPage: { '@id': `${url}#page` },
    author: describeAuthor(value.author, loaded),
    publisher: { '@id': organizationId(siteUrl) },
  };
}

/** JSON that cannot end the script element it is written into. */
export function toScriptJson(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
