import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { contentKey } from '../../../api/query-keys.ts';
import { setCurrentUser } from '../../../store/current-user.ts';
import { InApp, offlineClient } from '../../../test-render.tsx';
import { MessageSample } from './message-sample.tsx';

const variables = { name: 'sender’s name', hours: 'reply time in hours', brand: 'your brand name', phone: 'phone' };

function renderSample(message: { subject?: unknown; body?: unknown }): string {
  setCurrentUser({ _id: 'one', name: 'The reader' });
  const site = { brand: { value: { name: 'Mills' } } };
  const content = { site, mail: { sla: { value: { hours: 24 } } } };
  const client = offlineClient([[contentKey, { content, revision: 1 }]]);
  render(<MessageSample message={message} variables={variables} />, {
    wrapper: ({ children }) => <InApp client={client}>{children}</InApp>,
  });
  return screen.getByRole('figure').textContent ?? '';
}

test('a sample of an email has the details of the firm and the name of the reader', () => {
  const text = renderSample({ subject: 'Hello from {brand}', body: 'Hello {name},\n\nwithin {hours} hours. {other}' });
  expect(text).toContain('Hello from Mills');
  expect(text).toContain('Hello The reader,\n\nwithin 24 hours. {other}');
});

test('a value that is not known yet is named, and an empty text shows nothing', () => {
  expect(renderSample({ subject: undefined, body: 'Call {phone}' })).toContain('Call [phone]');
});
