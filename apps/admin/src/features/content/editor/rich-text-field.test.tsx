import { render, screen } from '@testing-library/react';
import { getField } from '@threadline/schema/content/form-field';
import { group } from '@threadline/schema/primitives/fields';
import { richText } from '@threadline/schema/rich-text/rich-text';
import { expect, test } from 'vitest';
import { InApp } from '../../../test-render.tsx';
import { SchemaForm } from './schema-form.tsx';

function renderError(content: object[], pointer: string, error: string) {
  const value = { body: { type: 'doc', content } };
  render(
    <InApp>
      <SchemaForm
        field={getField(group('Article', { body: richText('Text') }))}
        value={value}
        base={value}
        errors={{ [`/body${pointer}`]: error }}
        choices={{ links: [] }}
        entryIds={{}}
        onChange={() => undefined}
        onLeave={() => undefined}
      />
    </InApp>,
  );
}

test('an error in a formatted text names the text that it is about', () => {
  const marks = [{ type: 'link', attrs: { href: '/nowhere/' } }];
  const content = [
    { type: 'text', text: 'See our ' },
    { type: 'text', text: 'services', marks },
  ];
  const pointer = '/content/0/content/1/marks/0/attrs/href';
  renderError([{ type: 'paragraph', content }], pointer, 'No page has this address.');
  expect(screen.getByText('“services”: No page has this address.')).toBeTruthy();
});

test('an error in an attribute of a heading names the heading', () => {
  const content = [
    { type: 'text', text: 'Our ' },
    { type: 'text', text: 'prices', marks: [{ type: 'bold' }] },
  ];
  const heading = { type: 'heading', attrs: { level: 2, anchor: 'prices' }, content };
  renderError([heading], '/content/0/attrs/anchor', 'Another heading is linked to as prices, too.');
  expect(screen.getByText('“Our prices”: Another heading is linked to as prices, too.')).toBeTruthy();
});
