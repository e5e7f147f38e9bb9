import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { findDefinition } from '@threadline/schema/content/content-model';
import { getField } from '@threadline/schema/content/form-field';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { InApp } from '../../../test-render.tsx';
import { completeValue, validate } from '../model/form-model.ts';
import { PublishDialog } from './publish-dialog.tsx';

const definition = findDefinition('insights', 'article-new');
const written = {
  title: 'Paid in time',
  excerpt: 'One call.',
  picture: { src: '/art/cover-friday' },
  body: {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2, anchor: '' } },
      { type: 'paragraph', content: [{ type: 'text', text: 'Call.' }] },
    ],
  },
};

function setUp(change: object = {}, isPublic = false, isScheduling = false, at?: string) {
  if (!definition) throw new Error('There are no articles.');
  const { schema } = definition;
  const field = getField(schema);
  const seen = { published: 0, shown: [] as string[], times: [] as string[], value: {} as unknown };
  function Holder() {
    const [value, setValue] = useState(() => completeValue(field, { ...written, ...change }));
    seen.value = value;
    return (
      <PublishDialog
        itemTitle="article"
        isPublic={isPublic}
        isUnlisted={false}
        form={{
          ...{ field, text: { value, title: '' }, errors: validate(schema, value) },
          ...{ change: setValue, check: () => undefined, focus: () => undefined },
        }}
        choices={{ links: [], address: '/insights/paid-in-time/' }}
        onPublish={async () => {
          seen.published += 1;
        }}
        schedule={isScheduling ? { at, onSchedule: async (chosen) => void seen.times.push(chosen) } : undefined}
        onShow={(pointer) => seen.shown.push(pointer)}
        onClose={() => undefined}
      />
    );
  }
  render(
    <InApp>
      <Holder />
    </InApp>,
  );
  return { seen, user: userEvent.setup() };
}

test('the step shows what will be published, and asks for a missing topic in its place', async () => {
  const { seen, user } = setUp();
  const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(facts).toEqual(['Paid in time', '/insights/paid-in-time/', expect.stringMatching(/^Today, \d+ \w+ 20\d\d$/)]);
  expect(screen.getByText('A heading is empty. Visitors do not see that heading.', { exact: false })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Publish now' }));
  expect(seen.published).toBe(0);
  const topic = screen.getByLabelText('Topic');
  expect(document.activeElement).toBe(topic);
  expect(screen.getByText('This field cannot be empty.')).toBeTruthy();
  await user.type(topic, 'Cash flow');
  await user.click(screen.getByRole('button', { name: 'Publish now' }));
  expect(seen).toMatchObject({ published: 1, value: { kicker: 'Cash flow' } });
});

test('a missing title is named, and both it and an empty heading are found from the step', async () => {
  const { seen, user } = setUp({ kicker: 'Cash flow', title: '' });
  await user.click(screen.getByRole('button', { name: 'Publish now' }));
  expect(seen.published).toBe(0);
  expect(screen.getByRole('alert').textContent).toContain('Title: This field cannot be empty.');
  await user.click(screen.getByRole('button', { name: /^Go to it/ }));
  await user.click(screen.getByRole('button', { name: /^Show it/ }));
  expect(seen.shown).toEqual(['/title', '/body/content/0']);
});

test('an image without alt text can be marked as decorative, and its alt text is written in the form', async () => {
  const publicId = '0a'.repeat(16);
  const image = { _id: 'i1', publicId, originalName: 'desk.png', alt: '', decorative: false, focus: { x: 50, y: 50 } };
  vi.stubGlobal('fetch', async () => Response.json({ success: true, images: [image] }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { seen, user } = setUp({ kicker: 'Cash flow', picture: { src: `/media/${publicId}-480.webp` } });
  await screen.findByText(/^“desk.png” has no alt text/);
  await user.click(screen.getByRole('button', { name: 'Mark as decorative' }));
  expect(seen.value).toMatchObject({ picture: { decorative: true } });
});

test('changes of a published entry are not asked for its details again', async () => {
  const { seen, user } = setUp({ kicker: 'Cash flow', publishedOn: '2026-11-02' }, true);
  expect(screen.getAllByRole('definition').at(-1)?.textContent).toBe('2 Nov 2026');
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Publish changes' }));
  expect(seen.published).toBe(1);
});

test('a schedule asks for a missing topic in its place, and for a time of 24 hours', async () => {
  const { seen, user } = setUp({}, false, true, '2026-11-30T03:30:00.000Z');
  expect(screen.queryByText(/^Proposed/)).toBeNull();
  expect(screen.getAllByRole('definition').at(-1)?.textContent).toBe('30 Nov 2026');
  const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(buttons.slice(-2)).toEqual(['Cancel', 'Set the schedule']);
  await user.click(screen.getByRole('button', { name: 'Set the schedule' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Topic'));
  await user.type(screen.getByLabelText('Topic'), 'Cash flow');
  const time = screen.getByRole<HTMLInputElement>('textbox', { name: 'Time (IST)' });
  expect(time.value).toBe('09:00');
  await user.clear(time);
  await user.click(screen.getByRole('button', { name: 'Set the schedule' }));
  expect(screen.getByRole('alert').textContent).toBe('Choose a date such as 23 Nov 2026, and a time such as 09:00.');
  await user.type(time, '14:30');
  await user.click(screen.getByRole('button', { name: 'Set the schedule' }));
  expect(seen).toMatchObject({ times: ['2026-11-30T09:00:00.000Z'], published: 0 });
});

test('the proposed time of a schedule has its reason until it is changed', async () => {
  const { user } = setUp({}, false, true);
  screen.getByText('Proposed: the next working morning.');
  await user.type(screen.getByRole('textbox', { name: 'Time (IST)' }), '0');
  expect(screen.queryByText(/^Proposed/)).toBeNull();
});
