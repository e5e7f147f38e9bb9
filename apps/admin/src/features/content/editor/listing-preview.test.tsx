import { render, screen } from '@testing-library/react';
import type { ListedPage } from '@threadline/schema/content/listing';
import { expect, test } from 'vitest';
import { contentKey } from '../../../api/query-keys.ts';
import { InApp, offlineClient } from '../../../test-render.tsx';
import { ListingPreview } from './listing-preview.tsx';

const article = { title: 'The Friday page', excerpt: 'One sheet. Six meetings.', picture: { src: '/art/hero-build' } };

function renderPreview(page: ListedPage, image = '', address = '/insights/the-friday-page/') {
  const site = { brand: { value: { name: 'Threadline' } }, seo: { value: { image } } };
  const client = offlineClient([[contentKey, { content: { site }, revision: 1 }]]);
  const { container } = render(<ListingPreview page={page} address={address} />, {
    wrapper: ({ children }) => <InApp client={client}>{children}</InApp>,
  });
  const [google = '', whatsApp = ''] = screen.getAllByRole('figure').map(({ textContent }) => textContent ?? '');
  return { google, whatsApp, picture: container.querySelector('img')?.getAttribute('src') };
}

test('the previews show address, title and summary of a page', () => {
  const { google, whatsApp, picture } = renderPreview(article);
  expect(google).toContain(`${window.location.host} › insights › the-friday-page`);
  expect(google).toContain('The Friday page | Threadline');
  for (const text of [google, whatsApp]) expect(text).toContain('One sheet. Six meetings.');
  expect(picture).toBeUndefined();
});

test('texts that Google cuts off are cut off, with a note', () => {
  const seo = { title: 'page '.repeat(14).trim(), description: 'word '.repeat(40).trim() };
  const { google } = renderPreview({ ...article, seo });
  expect(google).toContain(`${'page '.repeat(11)}page…`);
  expect(google).toContain('Google shows about 60 of the 69 characters of the title.');
  expect(google).toContain('Google shows about 155 of the 199 characters of the description.');
});

test('the card shows the share picture, or the one of the site', () => {
  const siteImage = 'https://example.com/site.jpg';
  const own = 'https://example.com/own.jpg';
  expect(renderPreview({ ...article, seo: { picture: own } }, siteImage).picture).toBe(own);
  expect(renderPreview(article, siteImage).picture).toBe(siteImage);
});

test('the title of the home page is shown as it is, without the brand', () => {
  const { google } = renderPreview({ title: 'Consultancy in India' }, '', '/');
  expect(google).toContain('Consultancy in India');
  expect(google).not.toContain('| Threadline');
});
