import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getField } from '@threadline/schema/content/form-field';
import {
  choice,
  choices as choicesField,
  date,
  group,
  href,
  list,
  longText,
  mediaSource,
  number,
  picture,
  text,
  toggle,
} from '@threadline/schema/primitives/fields';
import { useState } from 'react';
import type { z } from 'zod';
import { Themed } from '../../../test-render.tsx';
import type { EntryIds } from '../model/entry-ids.ts';
import { validate } from '../model/form-model.ts';
import type { FormChoices } from './field-frame.tsx';
import { SchemaForm } from './schema-form.tsx';

/** One field of each kind. */
export const schema = group('Everything', {
  line: text('Line', { hint: 'One line.', max: 72 }),
  box: longText('Box', { max: 300 }),
  link: href('Link'),
  media: mediaSource('File'),
  cover: picture('Cover'),
  count: number('Count', { max: 100 }),
  shown: toggle('Shown', true),
  kind: choice('Kind', { image: 'Picture', video: 'Video' }),
  days: choicesField('Days', { mon: 'Monday', tue: 'Tuesday', wed: 'Wednesday' }),
  day: date('Day'),
  lines: list('Lines', text('Line of the list', { max: 20 }), { min: 1, max: 3, itemTitle: 'line' }),
});

const choices = {
  links: [
    { href: '#contact', label: 'Contact', group: 'On the home page' },
    { href: '#person-asha', label: 'Asha Rao', group: 'People' },
  ],
};

export const start = {
  line: 'A line',
  box: 'A box',
  link: '#about',
  media: '/art/hero-build',
  cover: { src: '/art/hero-pms', alt: '', decorative: false },
  count: 3,
  shown: true,
  kind: 'image',
  days: ['mon', 'wed'],
  day: '2026-11-21',
  lines: ['one', 'two'],
};

/** Renders the form and keeps its value in `latest`. */
export function renderForm(form: z.ZodType = schema, value: unknown = start, options: Partial<FormChoices> = {}) {
  const latest = { value };
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  function Holder() {
    const [current, setCurrent] = useState(value);
    latest.value = current;
    const [entryIds, setEntryIds] = useState<EntryIds>({});
    const [leftFields, setLeftFields] = useState<string[]>([]);
    const errors = Object.fromEntries(
      Object.entries(validate(form, current)).filter(([pointer]) => leftFields.includes(pointer)),
    );
    return (
      <Themed>
        <QueryClientProvider client={queryClient}>
          <SchemaForm
            field={getField(form)}
            value={current}
            base={value}
            errors={errors}
            choices={{ ...choices, ...options }}
            entryIds={entryIds}
            onChange={(next, _, ids) => {
              setCurrent(next);
              setEntryIds(ids);
            }}
            onLeave={(pointer) => setLeftFields((before) => [...before, pointer])}
          />
        </QueryClientProvider>
      </Themed>
    );
  }
  render(<Holder />);
  return { latest, user: userEvent.setup() };
}

/** Replaces the text of a control. */
export async function retype(user: ReturnType<typeof userEvent.setup>, control: HTMLElement, text: string) {
  await user.clear(control);
  await user.type(control, text);
}
