import { screen } from '@testing-library/react';
import { site } from '@threadline/schema/content/sections/site';
import { clockTimeError } from '@threadline/schema/primitives/clock-time';
import { group, longText, phoneNumber, text } from '@threadline/schema/primitives/fields';
import { phoneError } from '@threadline/schema/primitives/phone';
import { expect, test } from 'vitest';
import { validate } from '../model/form-model.ts';
import { renderForm, retype, schema } from './schema-form-fixture.tsx';

test('a phone number is accepted in any spelling, stored in E.164 and shown in Indian format', async () => {
  const contact = group('Contact details', { phone: phoneNumber('Phone') });
  const { user, latest } = renderForm(contact, { phone: '+919876543210' });
  const phone = screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone' });
  expect(phone.value).toBe('+91 98765 43210');
  await retype(user, phone, '098450-12345');
  expect(phone.value).toBe('098450-12345');
  expect(latest.value).toEqual({ phone: '+919845012345' });
  await user.tab();
  expect(phone.value).toBe('+91 98450 12345');
  await retype(user, phone, '12345');
  await user.tab();
  expect(phone.value).toBe('12345');
  expect(validate(contact, latest.value)).toEqual({ '/phone': phoneError });
});

test('a time is accepted in any spelling, and shown as it is stored once the field is left', async () => {
  const contact = group('Contact details', { opens: site.singles.contact.shape.opens });
  const { user, latest } = renderForm(contact, { opens: '09:30' });
  const opens = screen.getByRole<HTMLInputElement>('textbox', { name: 'Opens at (India time)' });
  await retype(user, opens, '10 am');
  expect(opens.value).toBe('10 am');
  expect(latest.value).toEqual({ opens: '10:00' });
  await user.tab();
  expect(opens.value).toBe('10:00');
  await retype(user, opens, 'late');
  await user.tab();
  expect(validate(contact, latest.value)).toEqual({ '/opens': clockTimeError });
});

test.each([20, 80])(
  'line breaks, tabs and special spaces of a pasted text become spaces in one line (up to %i)',
  async (max) => {
    const { user, latest } = renderForm(group('Slide', { line: text('Line', { max }) }), { line: 'We build' });
    await user.click(screen.getByRole('textbox', { name: 'Line' }));
    await user.paste(' firms');
    await user.paste('\t in\u00a0Pune\r\nand\u200b\u202e\u2066');
    expect(latest.value).toEqual({ line: 'We build firmsin Pune and' });
    await user.keyboard('{Backspace}');
    expect(latest.value).toEqual({ line: 'We build firmsin Pune an' });
  },
);

test('a pasted text of several lines loses characters that reverse it', async () => {
  const note = group('Slide', { note: longText('Note') });
  const { user, latest } = renderForm(note, { note: '' });
  await user.click(screen.getByRole('textbox', { name: 'Note' }));
  await user.paste('One\u202e\n\u2067two\u200b');
  expect(latest.value).toEqual({ note: 'One\ntwo' });
});

test('an emptied number field is not zero', async () => {
  const { latest, user } = renderForm();
  await user.clear(screen.getByRole('spinbutton', { name: 'Count' }));
  await user.tab();
  expect(validate(schema, latest.value)).toEqual({ '/count': 'Write a number.' });
  expect(screen.getByText('Write a number.')).toBeTruthy();
});

test('a plain value of more than 100 characters gets a multi-line field, a shorter one a line that wraps', () => {
  renderForm(text('Name', { max: 30 }), 'x');
  expect(screen.getByRole('textbox', { name: 'Name' }).tagName).toBe('INPUT');
  const readRows = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name }).rows;
  renderForm(text('Short', { max: 90 }), 'x'.repeat(90));
  expect(readRows('Short')).toBe(1);
  renderForm(text('Long', { max: 160 }), 'x'.repeat(101));
  expect(readRows('Long')).toBe(2);
});

test('a headline has a field that grows, so that all of it is visible', () => {
  const width = { fontSize: 40, width: 320 };
  const fit = { maxLines: 5, phone: width, desktop: width, letterSpacing: 0 };
  renderForm(text('Headline', { max: 72, fit }), 'Short');
  expect(screen.getByRole('textbox', { name: 'Headline' }).tagName).toBe('TEXTAREA');
});

test('a single-line text stays one line in the multi-line field', async () => {
  const { latest, user } = renderForm(text('Long', { max: 160 }), 'x'.repeat(101));
  await user.type(screen.getByRole('textbox', { name: 'Long' }), '{Enter}y');
  expect(latest.value).toBe(`${'x'.repeat(101)}y`);
});

test('a field with suggestions offers the names of its group, and accepts any other name', async () => {
  const form = group('Article', { author: text('Author', { suggestedGroup: 'People' }) });
  const { latest, user } = renderForm(form, { author: '' });
  const author = screen.getByRole('combobox', { name: 'Author' });
  await user.click(author);
  const options = await screen.findAllByRole('option', { hidden: true });
  expect(options.map(({ textContent }) => textContent)).toEqual(['Asha Rao']);
  await user.click(screen.getByRole('option', { name: 'Asha Rao', hidden: true }));
  expect(latest.value).toEqual({ author: 'Asha Rao' });
  await retype(user, author, 'A guest');
  expect(latest.value).toEqual({ author: 'A guest' });
});

test('the counter of a text for search results says how much of it they show', () => {
  const title = text('SEO title', { max: 90, cutAt: 60 });
  renderForm(title, 'x'.repeat(42));
  renderForm(title, 'x'.repeat(72));
  renderForm(title, 'x'.repeat(93));
  for (const counter of ['42 of about 60', '72 characters, Google shows about 60', '93 of 90, 3 too many'])
    expect(screen.getByText(counter)).toBeTruthy();
});
