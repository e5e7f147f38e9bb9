import { render, screen } from '@testing-library/react';
import { getField } from '@threadline/schema/content/form-field';
import { group } from '@threadline/schema/primitives/fields';
import { richText } from '@threadline/schema/rich-text/rich-text';
import { expect, test } from 'vitest';
import { InApp } from '../../../test-render.tsx';
import { SchemaForm } from './schema-form.tsx';

test('an error in a formatted text names the text that it is about', () => {
  const marks = [{ type: 'link', attrs: { href: '/nowhere/' } }];
  const content = [
    { type: 'text', text: 'See our ' },
    { type: 'text', text: 'services', marks },
  ];
  const value = { body: { type: 'doc', content: [{ type: 'paragraph', content }] } };
  render(
    <InApp>
      <SchemaForm
        field={getField(group('Article', { body: richText('Text') }))}
        value={value}
        base={value}
        errors={{ '/body/content/0/content/1/marks/0/attrs/href': 'No page has this address.' }}
        choices={{ links: [] }}
        entryIds={{}}
        onChange={() => undefined}
        onLeave={() => undefined}
      />
    </InApp>,
  );
  expect(screen.getByText('“services”: No page has this address.')).toBeTruthy();
});
