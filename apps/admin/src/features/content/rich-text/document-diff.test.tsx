import { render, screen } from '@testing-library/react';
import type { BlockNode, RichText } from '@threadline/schema/rich-text/rich-text';
import { expect, test } from 'vitest';
import { InApp } from '../../../test-render.tsx';
import { DocumentDiff } from './document-diff.tsx';

const paragraph = (text: string): BlockNode => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const heading: BlockNode = {
  type: 'heading',
  attrs: { level: 2, anchor: '' },
  content: [{ type: 'text', text: 'Cash first' }],
};
const image = (src: string): BlockNode => ({
  type: 'image',
  attrs: { src, alt: '', decorative: true, caption: '', width: 'text' },
});
const doc = (...content: BlockNode[]): RichText => ({ type: 'doc', content });

test('a version is shown as visitors see it, with the added and removed parts of text and pictures', () => {
  const before = doc(heading, paragraph('Bills are late for {days}.'), image('/art/hero-build'));
  const after = doc(heading, paragraph('Bills are paid for {days}.'), image('/art/hero-pms'));
  const variables = { days: 'working days' };
  render(
    <InApp>
      <DocumentDiff title="Text" before={before} after={after} variables={variables} />
    </InApp>,
  );
  const text = screen.getByRole('group', { name: 'Text' });
  const list = (selector: string) => [...text.querySelectorAll(selector)].map(({ textContent }) => textContent);
  expect(list('h2')).toEqual(['Cash first']);
  expect(list('p')).toEqual(['Bills are latepaid for working days.']);
  expect([list('del'), list('ins')]).toEqual([['late'], ['paid']]);
  const pictures = [...text.querySelectorAll('figure')].map((figure) => figure.getAttribute('data-difference'));
  expect(pictures).toEqual(['removed', 'added']);
  expect(screen.getByRole('status').textContent).toBe('2 changes');
  expect(text.getAttribute('contenteditable')).toBe('false');
});
