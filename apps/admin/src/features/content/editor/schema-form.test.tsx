import { screen, waitFor, within } from '@testing-library/react';
import { group, mediaSource, number, text } from '@threadline/schema/primitives/fields';
import { expect, test } from 'vitest';
import { validate } from '../model/form-model.ts';
import { renderForm, retype, schema, start } from './schema-form-fixture.tsx';

test('each kind of field shows its value and returns the entered one', async () => {
  const { latest, user } = renderForm();
  await retype(user, screen.getByRole('textbox', { name: 'Line' }), 'New line');
  await retype(user, screen.getByRole('textbox', { name: 'Box' }), 'New{Enter}box');
  await retype(user, screen.getByRole('combobox', { name: 'Link' }), '#contact');
  await retype(user, screen.getByRole('spinbutton', { name: 'Count' }), '42');
  await user.click(screen.getByRole('switch', { name: 'Shown' }));
  for (const name of ['Tuesday', 'Monday', 'Monday', 'Wednesday'])
    await user.click(within(screen.getByRole('group', { name: 'Days' })).getByRole('checkbox', { name }));
  await retype(user, screen.getByLabelText('Day'), '2027-01-31');
  await retype(user, screen.getByRole('textbox', { name: /^Alt text/ }), 'A drawing');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Video');

  expect(latest.value).toEqual({
    ...start,
    line: 'New line',
    box: 'New\nbox',
    link: '#contact',
    count: 42,
    shown: false,
    days: ['mon', 'tue'],
    day: '2027-01-31',
    cover: { src: '/art/hero-pms', alt: 'A drawing', decorative: false },
    kind: 'video',
  });
  expect(validate(schema, latest.value)).toEqual({});
});

test('a field with a placeholder is marked until its text is replaced', async () => {
  const contact = group('Contact details', { phone: text('Phone', { max: 20 }), city: text('City', { max: 20 }) });
  const { user } = renderForm(contact, { phone: '+910000000000', city: 'Pune' });
  const phone = screen.getByRole('textbox', { name: 'Phone', description: /^Placeholder. Visitors do not see it/ });
  expect(screen.queryByRole('textbox', { name: 'City', description: /placeholder/i })).toBe(null);
  await retype(user, phone, '+919876543210');
  expect(screen.queryByRole('textbox', { description: /placeholder/i })).toBe(null);
});

test('limits are shown before they are reached, and the error names the rule', async () => {
  const { user } = renderForm();
  const line = screen.getByRole('textbox', { name: 'Line' });
  expect(screen.getByText('6 of 72')).toBeTruthy();
  await user.clear(line);
  await user.paste('x'.repeat(73));
  expect(screen.getByText('73 of 72, 1 too many')).toBeTruthy();
  expect(screen.queryByText('Use at most 72 characters.')).toBeNull();
  await user.tab();
  expect(screen.getByText('Use at most 72 characters.')).toBeTruthy();
  expect(line.getAttribute('aria-invalid')).toBe('true');
  expect(line.getAttribute('aria-describedby')).toContain('-foot');
});

test('a changed field is marked and can be undone separately; typing the old text removes the mark', async () => {
  const { latest, user } = renderForm();
  const line = screen.getByRole('textbox', { name: 'Line' });
  await user.type(line, '!');
  expect(screen.getByText('changed')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo this field' }));
  expect(latest.value).toEqual(start);
  await user.type(line, '!{Backspace}');
  expect(screen.queryByText('changed')).toBeNull();
});

test('required fields are marked before saving, including pictures, as the schema defines', () => {
  const form = group('Form', {
    needed: text('Needed'),
    free: text('Free', { optional: true }),
    number: number('Number'),
    cover: mediaSource('Cover'),
    extra: mediaSource('Extra', { optional: true }),
  });
  renderForm(form, { needed: '', free: '', number: 1, cover: '', extra: '' });
  const isMarked = (label: string) => screen.getByText(label).hasAttribute('data-required');
  expect(['Needed', 'Free', 'Number', 'Cover', 'Extra'].map(isMarked)).toEqual([true, false, true, true, false]);
  expect(screen.getByRole('textbox', { name: 'Needed' }).getAttribute('aria-required')).toBe('true');
  expect(screen.getByRole('textbox', { name: 'Free' }).getAttribute('aria-required')).toBeNull();
  const chooser = screen.getByRole('button', { name: 'Choose an image: Cover' });
  const note = document.getElementById(chooser.getAttribute('aria-describedby') ?? '');
  expect(note?.textContent).toBe('Needed before you can save.');
});

test('a draft can be saved without its picture', () => {
  renderForm(group('Form', { cover: mediaSource('Cover') }), { cover: '' }, { isDraft: true });
  expect(screen.getByText('Needed before you publish.')).toBeTruthy();
});

test('a value that the site fills in is inserted by its meaning, and stored by its name', async () => {
  const message = group('Message', { subject: text('Subject', { variables: { name: 'name of the user' } }) });
  const { user, latest } = renderForm(message, { subject: 'Hello ' });
  const subject = await waitFor(() => {
    const field = screen.getByRole('textbox', { name: 'Subject' });
    expect(field.getAttribute('contenteditable')).toBe('true');
    return field;
  });
  await user.click(screen.getByRole('button', { name: 'name of the user' }));
  expect(latest.value).toEqual({ subject: 'Hello {name}' });
  expect(subject.textContent).toBe('Hello name of the user');
});

test('only a short text without buttons below it shares its row with another field', () => {
  renderForm(
    group('Texts', {
      short: text('Short', { max: 60 }),
      long: text('Long', { max: 61 }),
      filled: text('Filled', { max: 60, variables: { name: 'name of the author' } }),
    }),
    { short: '', long: '', filled: '{name}' },
  );
  const sizes = screen
    .getAllByRole('textbox')
    .map((box) => box.closest('[data-field-size]')?.getAttribute('data-field-size'));
  expect(sizes).toEqual(['short', 'long', 'long']);
});

test('the hint of a form is read before its fields', () => {
  const message = group('Message', { subject: text('Subject') }, { hint: 'Sent once.' });
  renderForm(message, { subject: 'Hello' });
  const hint = screen.getByText('Sent once.');
  const subject = screen.getByRole('textbox', { name: 'Subject' });
  expect(hint.compareDocumentPosition(subject) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});
