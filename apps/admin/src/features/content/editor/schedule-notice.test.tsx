import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Themed } from '../../../test-render.tsx';
import type { DraftState } from '../saving/draft-writer.ts';
import { ScheduleNotice } from './schedule-notice.tsx';

const at = '2026-11-30T03:30:00.000Z';
const text = { value: { title: 'A note' }, title: '' };

function createState(version: number, problem: string | null = null): DraftState {
  return {
    phase: 'saved',
    acknowledged: {
      ...{ section: 'insights', key: 'article-a-note', title: 'A note', summary: {}, value: text.value, metadata: {} },
      ...{ base: null, baseVersion: null, version, updatedAt: at, updatedBy: 'Editor' },
      schedule: { at, by: 'Editor', version: 7, problem },
    },
  } as DraftState;
}

test('a text that is newer than its scheduled version is named, and scheduled for the same time by one button', () => {
  const schedule = vi.fn(async () => true);
  render(<ScheduleNotice state={createState(8)} onSchedule={schedule} check={(run) => run(text)} />, {
    wrapper: Themed,
  });
  expect(screen.getByRole('status').textContent).toContain(
    'On 30 Nov 2026, 09:00 IST the text goes live as it was when you scheduled it, without your later changes.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Schedule the current text' }));
  expect(schedule).toHaveBeenCalledWith(text, at);
});

test('a schedule of the present text, or one that has failed, has no notice', () => {
  for (const state of [createState(7), createState(8, 'Another user has removed this item.')]) {
    const { container } = render(<ScheduleNotice state={state} onSchedule={vi.fn()} check={vi.fn()} />, {
      wrapper: Themed,
    });
    expect(container.childElementCount).toBe(0);
  }
});
