import { screen } from '@testing-library/react';
import { contentModel } from '@threadline/schema/content/content-model';
import { group, href } from '@threadline/schema/primitives/fields';
import { expect, test } from 'vitest';
import { renderForm, retype } from './schema-form-fixture.tsx';

const form = group('Button', { href: href('Leads to') });
const getField = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Leads to' });

test('a page is found by two parts of its title, and shown by its title', async () => {
  const { latest, user } = renderForm(form, { href: '' });
  await retype(user, getField(), 'rao ash');
  await user.click(await screen.findByRole('option', { name: /^Asha Rao/, hidden: true }));
  expect(latest.value).toEqual({ href: '#person-asha' });
  expect(getField().value).toBe('Asha Rao');
  expect(screen.getByText('Home page, section People', { selector: '[id$=-foot]' })).toBeTruthy();
});

test('a title that is typed in full is its page; an address loses the spaces around and in it', async () => {
  const { latest, user } = renderForm(form, { href: '' });
  await retype(user, getField(), 'contact');
  expect(latest.value).toEqual({ href: '#contact' });
  expect(getField().value).toBe('contact');
  await user.clear(getField());
  await user.paste(' https://example.org/a note ');
  expect(latest.value).toEqual({ href: 'https://example.org/anote' });
  await user.tab();
  expect(getField().value).toBe('https://example.org/anote');
});

test('a mistyped address stays as it was typed, with an error', async () => {
  const { latest, user } = renderForm(form, { href: '' });
  await retype(user, getField(), 'htp:/my site');
  expect(latest.value).toEqual({ href: 'htp:/my site' });
  expect(form.safeParse(latest.value).error?.issues[0]?.message).toMatch(/^Choose a page from the list/);
});

test('an example address is reported, with and without its scheme', async () => {
  const { user } = renderForm(form, { href: '' });
  for (const address of ['https://www.example.com/page', 'example.org', 'me@example.net']) {
    await retype(user, getField(), address);
    expect(screen.getByText(/^This is an example address\. Visitors see no link/)).toBeTruthy();
  }
  await retype(user, getField(), 'https://threadline.test');
  expect(screen.queryByText(/^This is an example address/)).toBeNull();
});

test('an article shows the address of its title until another one is typed', async () => {
  const { insights } = contentModel;
  const address = insights.lists.articles.schema.shape.address.unwrap();
  const { latest, user } = renderForm(group('Article', { address }), { address: '' }, { address: '/insights/first/' });
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: /^Address/ });
  expect(input.value).toBe('first');
  await retype(user, input, 'Second');
  expect([input.value, latest.value]).toEqual(['second', { address: 'second' }]);
  await user.clear(input);
  expect([input.value, latest.value]).toEqual(['', { address: '' }]);
  await user.tab();
  expect(input.value).toBe('first');
});
