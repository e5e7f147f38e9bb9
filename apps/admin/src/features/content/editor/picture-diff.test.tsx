import { render, screen } from '@testing-library/react';
import type { ContentItem } from '@threadline/schema/content/content-item';
import { findDefinition, type ItemDefinition } from '@threadline/schema/content/content-model';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { InApp, offlineClient } from '../../../test-render.tsx';
import { knownImageQuery } from '../../images/images-query.ts';
import { RestoreTextPrompt } from '../saving/restore-text-prompt.tsx';
import { ConflictView } from './conflict-view.tsx';

const publicId = '0a'.repeat(16);
const uploaded = `/media/${publicId}-1536.webp`;
const shown = `${uploaded}?current=0`;
const drawing = '/art/about-hub';
const image = { publicId, originalName: 'team.jpg', alt: 'Our team' };
const definition = findDefinition('about', 'block-a') as ItemDefinition;
const ignore = () => undefined;

const block = (src: string) => ({
  heading: 'A',
  body: 'B',
  link: { label: '', href: '' },
  picture: { src, alt: '', decorative: false },
  labels: [],
});

function show(view: ReactNode) {
  const client = offlineClient([[knownImageQuery(publicId).queryKey, image]]);
  return render(<InApp client={client}>{view}</InApp>);
}

const thumbnailsIn = (container: HTMLElement) =>
  [...container.querySelectorAll('img')].map((thumbnail) => thumbnail.getAttribute('src'));

test('an unsaved picture is shown as a thumbnail with its name', () => {
  const stored = { at: new Date().toISOString(), version: 1, text: { value: block(uploaded), title: '' } };
  const { container } = show(
    <RestoreTextPrompt
      definition={definition}
      stored={stored as never}
      saved={{ value: block(drawing), title: '' }}
      onRestore={ignore}
      onDrop={ignore}
    />,
  );
  expect(thumbnailsIn(container)).toEqual(['/admin/art/about-hub.svg', shown]);
  expect(container.textContent).toContain('Illustration: Eleven threads to one hub');
  expect(container.textContent).toContain('Image: Our team (team.jpg)');
  expect(container.textContent).not.toMatch(/\/(?:media|art)\//);
});

test('two conflicting pictures are shown as thumbnails', () => {
  const theirs = { section: 'about', key: 'block-a', value: block('/art/about-ring'), metadata: {}, version: 2 };
  const { container } = show(
    <ConflictView
      definition={definition}
      base={{ value: block(drawing), title: '' }}
      mine={{ value: block(uploaded), title: '' }}
      theirs={{ ...theirs, updatedBy: 'Asha', updatedAt: new Date().toISOString() } as unknown as ContentItem}
      choices={{ links: [] }}
      onSave={ignore}
      onTakeTheirs={ignore}
      onEdit={ignore}
      onUnsavedText={ignore}
    />,
  );
  expect(screen.getByRole('radio', { name: /^Yours.*Image: Our team/ })).toBeTruthy();
  expect(screen.getByRole('radio', { name: /^Asha’s.*Illustration: Two equal loops/ })).toBeTruthy();
  expect(thumbnailsIn(container)).toEqual(
    expect.arrayContaining(['/admin/art/about-hub.svg', shown, '/admin/art/about-ring.svg']),
  );
  expect(container.textContent).not.toMatch(/\/(?:media|art)\//);
});
