import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Themed } from '../../test-render.tsx';
import { isLoopback, LinkPanel, withReachableOrigin } from './link-panel.tsx';

test('a loopback link comes with an instruction without technical terms', () => {
  const made = {
    kind: 'invitation' as const,
    link: 'http://localhost:3000/admin/password#abc',
    expiresAt: '2026-11-23T10:00:00.000Z',
    isMailed: false,
  };
  render(
    <Themed>
      <LinkPanel made={made} email="new@example.com" onDone={() => undefined} />
    </Themed>,
  );
  const note = screen.getByText(/works only on this computer/).textContent ?? '';
  expect(note).toContain('Put the site online first');
  expect(note).not.toMatch(/[A-Z]{2,}_[A-Z]/);
});

test.each([
  [true, 'The invitation is being sent to new@example.com. You can also pass the link on yourself:'],
  [
    false,
    'The invitation could not be emailed, because email does not work. Pass the link on to new@example.com yourself:',
  ],
])('the panel says whether the invitation is emailed: %s', (isMailed, text) => {
  const link = 'https://site.test/admin/password#abc';
  const made = { kind: 'invitation' as const, link, expiresAt: '2026-11-23T10:00:00.000Z', isMailed };
  render(
    <Themed>
      <LinkPanel made={made} email="new@example.com" onDone={() => undefined} />
    </Themed>,
  );
  screen.getByText(text);
  const shared = screen.getByRole('link', { name: 'Share on WhatsApp' }).getAttribute('href') ?? '';
  expect(decodeURIComponent(shared)).toBe(
    `https://wa.me/?text=I invite you to edit our website. Choose your password here: ${link}`,
  );
});

test.each([
  ['http://localhost:3000/admin/password#abc', 'http://192.0.2.7:3000', 'http://192.0.2.7:3000/admin/password#abc'],
  ['http://127.0.0.1:3000/admin/password#abc', 'https://site.test', 'https://site.test/admin/password#abc'],
  ['https://site.test/admin/password#abc', 'http://192.0.2.7:3000', 'https://site.test/admin/password#abc'],
])('the link %s, seen at %s, is shown as %s', (link, origin, shown) => {
  expect(withReachableOrigin(link, origin)).toBe(shown);
});

test('a loopback address is recognised', () => {
  const addresses = ['http://localhost:3000/', 'http://127.0.0.1/', 'http://[::1]:3000/'];
  expect(addresses.map(isLoopback)).toEqual([true, true, true]);
  expect(['https://site.test/', 'http://192.0.2.7/', 'https://localhost.site.test/'].map(isLoopback)).toEqual([
    false,
    false,
    false,
  ]);
});
