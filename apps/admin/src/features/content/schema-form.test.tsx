import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fieldOf } from '@threadline/schema/form-field';
import { phoneError } from '@threadline/schema/phone';
import { wordlessPicture } from '@threadline/schema/picture-words';
import {
  choice,
  date,
  group,
  href,
  listOf,
  longText,
  mediaSource,
  number,
  phoneNumber,
  picture,
  text,
  toggle,
} from '@threadline/schema/primitives';
import { heroSlideSchema } from '@threadline/schema/sections/hero';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { z } from 'zod';
import { Themed } from '../../test-render.tsx';
import type { EntryIds } from './entry-ids.ts';
import { validate } from './form-model.ts';
import { SchemaForm } from './schema-form.tsx';

const schema = group('Everything', {
  line: text('Line', { hint: 'One line.', max: 72 }),
  box: longText('Box', { max: 300 }),
  link: href('Leads to'),
  media: mediaSource('File'),
  cover: picture('Cover'),
  count: number('Count', { max: 100 }),
  shown: toggle('Shown', true),
  kind: choice('Kind', { image: 'Picture', video: 'Film' }),
  day: date('Day'),
  lines: listOf('Lines', text('Line of the list', { max: 20 }), { min: 1, max: 3, itemTitle: 'line' }),
});

const choices = {
  links: [{ href: '#contact', label: 'Contact', group: 'On the landing page' }],
};

const start = {
  line: 'A line',
  box: 'A box',
  link: '#about',
  media: '/art/hero-build',
  cover: { src: '/art/hero-pms', alt: '', decorative: false },
  count: 3,
  shown: true,
  kind: 'image',
  day: '2026-11-21',
  lines: ['one', 'two'],
};

/** Shows the form and keeps what it says in `latest`. */
function setUp(form: z.ZodType = schema, value: unknown = start) {
  const latest = { value };
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  function Holder() {
    const [current, setCurrent] = useState(value);
    latest.value = current;
    const [entryIds, setEntryIds] = useState<EntryIds>({});
    const [left, setLeft] = useState<string[]>([]);
    const errors = Object.fromEntries(
      Object.entries(validate(form, current)).filter(([pointer]) => left.includes(pointer)),
    );
    return (
      <Themed>
        <QueryClientProvider client={queryClient}>
          <SchemaForm
            field={fieldOf(form)}
            value={current}
            base={value}
            errors={errors}
            choices={choices}
            entryIds={entryIds}
            onChange={(next, _, ids) => {
              setCurrent(next);
              setEntryIds(ids);
            }}
            onLeave={(pointer) => setLeft((before) => [...before, pointer])}
          />
        </QueryClientProvider>
      </Themed>
    );
  }
  render(<Holder />);
  return { latest, user: userEvent.setup() };
}

async function retype(user: ReturnType<typeof userEvent.setup>, control: HTMLElement, words: string) {
  await user.clear(control);
  await user.type(control, words);
}

test('what only films have is asked for films only, and keeps its value meanwhile', async () => {
  const media = {
    type: 'image',
    src: '/art/hero-build',
    poster: '',
    alt: '',
    playsInline: true,
    muted: true,
    loop: true,
  };
  const { latest, user } = setUp(heroSlideSchema.shape.media, { ...media, ken_burns: true });
  expect(screen.queryByRole('switch', { name: 'Without sound' })).toBeNull();
  expect(screen.queryByText('Still picture of the film')).toBeNull();
  await user.click(screen.getByRole('combobox', { name: 'Kind' }));
  await user.click(await screen.findByRole('option', { name: 'Film', hidden: true }));
  expect(screen.getByRole('switch', { name: 'Without sound' })).toBeTruthy();
  expect(screen.getByText('Still picture of the film')).toBeTruthy();
  expect(latest.value).toEqual({ ...media, type: 'video', ken_burns: true });
});

test('each kind of field shows its value and gives back what is entered', async () => {
  const { latest, user } = setUp();
  await retype(user, screen.getByRole('textbox', { name: 'Line' }), 'New line');
  await retype(user, screen.getByRole('textbox', { name: 'Box' }), 'New{Enter}box');
  await retype(user, screen.getByRole('combobox', { name: 'Leads to' }), '#contact');
  await retype(user, screen.getByRole('spinbutton', { name: 'Count' }), '42');
  await user.click(screen.getByRole('switch', { name: 'Shown' }));
  await retype(user, screen.getByLabelText('Day'), '2027-01-31');
  await retype(user, screen.getByRole('textbox', { name: /^Description for people/ }), 'A drawing');
  await user.click(screen.getByRole('combobox', { name: 'Kind' }));
  await user.click(await screen.findByRole('option', { name: 'Film', hidden: true }));

  expect(latest.value).toEqual({
    ...start,
    line: 'New line',
    box: 'New\nbox',
    link: '#contact',
    count: 42,
    shown: false,
    day: '2027-01-31',
    cover: { src: '/art/hero-pms', alt: 'A drawing', decorative: false },
    kind: 'video',
  });
  expect(validate(schema, latest.value)).toEqual({});
});

test('a field that still holds a placeholder says so until it has words of its own', async () => {
  const contact = group('Contact details', { phone: text('Phone', { max: 20 }), city: text('City', { max: 20 }) });
  const { user } = setUp(contact, { phone: '+910000000000', city: 'Pune' });
  const phone = screen.getByRole('textbox', { name: 'Phone', description: /^Placeholder. Hidden from visitors/ });
  expect(screen.queryByRole('textbox', { name: 'City', description: /placeholder/i })).toBe(null);
  await retype(user, phone, '+919876543210');
  expect(screen.queryByRole('textbox', { description: /placeholder/i })).toBe(null);
});

test('a phone number is taken as it is written, kept in E.164 and shown the Indian way', async () => {
  const contact = group('Contact details', { phone: phoneNumber('Phone') });
  const { user, latest } = setUp(contact, { phone: '+919876543210' });
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

test('a picture without alt text says so until it has one, or is marked as decorative in this place', async () => {
  const publicId = '0a'.repeat(16);
  const image = { _id: 'i1', publicId, originalName: 'desk.png', alt: '', decorative: false, focus: { x: 50, y: 50 } };
  const methods = new Set<string | undefined>();
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    methods.add(method);
    return Response.json({ success: true, images: [image] });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { user, latest } = setUp(picture(), { src: `/media/${publicId}-480.webp`, alt: '', decorative: false });
  await screen.findByText(wordlessPicture);
  const words = screen.getByRole('textbox', { name: /^Description for people/ });
  await user.type(words, 'A desk');
  expect(screen.queryByText(wordlessPicture)).toBe(null);
  await user.clear(words);
  await user.click(screen.getByRole('button', { name: 'Mark as decorative here' }));
  await screen.findByText(/^Decorative here,/);
  expect(screen.queryByText(wordlessPicture)).toBe(null);
  expect(screen.queryByRole('textbox', { name: /^Description for people/ })).toBe(null);
  // The mark is part of this use. The image of the library is only read.
  expect(latest.value).toMatchObject({ decorative: true });
  expect([...methods]).toEqual(['GET']);
});

test('a picture whose words cannot be read says so, and reads them again', async () => {
  const publicId = '0b'.repeat(16);
  const image = { _id: 'i2', publicId, originalName: 'wall.png', alt: 'A wall', focus: { x: 50, y: 50 } };
  vi.stubGlobal('fetch', async () => Response.json({ code: 'internal' }, { status: 500 }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { user } = setUp(picture(), { src: `/media/${publicId}-480.webp`, alt: '' });
  await screen.findByText('What is known about this image could not be read.');
  vi.stubGlobal('fetch', async () => Response.json({ success: true, images: [image] }));
  await user.click(screen.getByRole('button', { name: 'Try again: Picture' }));
  const words = (await screen.findByText('Described as: A wall')).parentElement;
  await waitFor(() => expect(document.activeElement).toBe(words));
  expect(screen.queryByRole('alert')).toBe(null);
});

test('a media field takes a file at another address', async () => {
  const { latest, user } = setUp();
  await user.click(screen.getByRole('button', { name: 'Use a web address: File' }));
  await user.type(screen.getByRole('textbox', { name: 'File: address' }), 'https://example.com/film.mp4');
  expect(latest.value).toMatchObject({ media: 'https://example.com/film.mp4' });
});

test('a number that was cleared is not silently zero', async () => {
  const { latest, user } = setUp();
  await user.clear(screen.getByRole('spinbutton', { name: 'Count' }));
  await user.tab();
  expect(validate(schema, latest.value)).toEqual({ '/count': 'Write a number.' });
  expect(screen.getByText('Write a number.')).toBeTruthy();
});

test('limits are shown before they are reached and the error names the rule', async () => {
  const { user } = setUp();
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

test('a changed field says so, can be undone alone, and typing back is the same', async () => {
  const { latest, user } = setUp();
  const line = screen.getByRole('textbox', { name: 'Line' });
  await user.type(line, '!');
  expect(screen.getByText('changed')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo this field' }));
  expect(latest.value).toEqual(start);
  await user.type(line, '!{Backspace}');
  expect(screen.queryByText('changed')).toBeNull();
});

test('entries of a list are added, moved and removed by buttons, within the limits', async () => {
  const { latest, user } = setUp();
  await user.click(screen.getByRole('button', { name: 'Add a line' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Line of the list 3' }));
  await user.keyboard('three');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add a line' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Move line 3 up' }));
  expect(latest.value).toMatchObject({ lines: ['one', 'three', 'two'] });
  await user.click(screen.getByRole('button', { name: 'Move line 1 down' }));
  expect(latest.value).toMatchObject({ lines: ['three', 'one', 'two'] });
  await user.click(screen.getByRole('button', { name: 'Remove line 3' }));
  await user.click(screen.getByRole('button', { name: 'Remove line 2' }));
  expect(latest.value).toMatchObject({ lines: ['three'] });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove line 1' }).disabled).toBe(true);
});

test('a plain value of more than 100 characters gets a multi-line box, a shorter one a line', () => {
  setUp(text('Short', { max: 90 }), 'x'.repeat(90));
  expect(screen.getByRole('textbox', { name: 'Short' }).tagName).toBe('INPUT');
  setUp(text('Long', { max: 160 }), 'x'.repeat(101));
  expect(screen.getByRole('textbox', { name: 'Long' }).tagName).toBe('TEXTAREA');
});

test('one-line texts stay one line in the box', async () => {
  const { latest, user } = setUp(text('Long', { max: 160 }), 'x'.repeat(101));
  await user.type(screen.getByRole('textbox', { name: 'Long' }), '{Enter}y');
  expect(latest.value).toBe(`${'x'.repeat(101)}y`);
});

test('what has to be filled in says so before anything is saved, also a picture, by the rule of the schema', () => {
  const form = group('Form', {
    needed: text('Needed'),
    free: text('Free', { optional: true }),
    number: number('Number'),
    cover: mediaSource('Cover'),
    extra: mediaSource('Extra', { optional: true }),
  });
  setUp(form, { needed: '', free: '', number: 1, cover: '', extra: '' });
  const isMarked = (label: string) => screen.getByText(label).hasAttribute('data-required');
  expect(['Needed', 'Free', 'Number', 'Cover', 'Extra'].map(isMarked)).toEqual([true, false, true, true, false]);
  expect(screen.getByRole('textbox', { name: 'Needed' }).getAttribute('aria-required')).toBe('true');
  expect(screen.getByRole('textbox', { name: 'Free' }).getAttribute('aria-required')).toBeNull();
  const chooser = screen.getByRole('button', { name: 'Choose a picture: Cover' });
  const note = document.getElementById(chooser.getAttribute('aria-describedby') ?? '');
  expect(note?.textContent).toBe('Choose one: without it this cannot be saved.');
});

test('a percentage above 100 is remarked on beside its field, and accepted', async () => {
  const figure = group('Figure', { value: number('Figure'), suffix: text('After the figure', { optional: true }) });
  const { latest } = setUp(figure, { value: 98, suffix: '%' });
  const user = userEvent.setup();
  const field = screen.getByRole('spinbutton', { name: 'Figure' });
  await user.clear(field);
  await user.type(field, '120');
  expect(screen.getByRole('spinbutton', { description: /^More than 100%/ })).toBe(field);
  expect(validate(figure, latest.value)).toEqual({});
  await user.clear(screen.getByRole('textbox', { name: 'After the figure' }));
  expect(screen.queryByText(/^More than 100%/)).toBe(null);
});

test('the hint of a form as a whole is read before its fields', () => {
  const message = group('Message', { subject: text('Subject') }, { hint: '{name} becomes the name.' });
  setUp(message, { subject: 'Hello' });
  const hint = screen.getByText('{name} becomes the name.');
  const subject = screen.getByRole('textbox', { name: 'Subject' });
  expect(hint.compareDocumentPosition(subject) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});
