import type { ServerDraft } from '@threadline/schema/wire/drafts';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../api/client.ts';
import type { FormText } from '../model/form-model.ts';
import { createDraftWriter, type DraftState, maxPauseMs, pauseMs } from './draft-writer.ts';
import { describeSave } from './use-draft-writer.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const text = (value: string): FormText => ({ value, title: '' });
const draft = (value: unknown, version: number) => ({ value, version, updatedBy: 'Editor Two' }) as ServerDraft;

/** A server that stores each text as the next version, once `answer` has let it. */
function setUp() {
  const sent: [value: unknown, from: number | undefined][] = [];
  const states: DraftState[] = [];
  let answer: () => Promise<void> = () => Promise.resolve();
  const writer = createDraftWriter(null, {
    onState: (state) => states.push(state),
    async save({ value }, acknowledged) {
      sent.push([value, acknowledged?.version]);
      await answer();
      return draft(value, (acknowledged?.version ?? 0) + 1);
    },
  });
  return { writer, sent, states, setAnswer: (next: typeof answer) => (answer = next) };
}

test('a text is saved once, after a pause in the typing', async () => {
  const { writer, sent } = setUp();
  for (const value of ['W', 'Wo', 'Wor']) {
    writer.change(text(value));
    await vi.advanceTimersByTimeAsync(pauseMs - 1);
  }
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([['Wor', undefined]]);
  expect(writer.state()).toMatchObject({ phase: 'saved', acknowledged: { version: 1 } });
});

test('typing without a pause is saved, too', async () => {
  const { writer, sent } = setUp();
  for (let typedMs = 0; typedMs < maxPauseMs * 2.5; typedMs += 500) {
    writer.change(text(String(typedMs)));
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(sent).toHaveLength(2);
});

test('a text that is typed during a request follows it, and starts from its version', async () => {
  const { writer, sent, setAnswer } = setUp();
  const request = Promise.withResolvers<void>();
  setAnswer(() => request.promise);
  writer.change(text('first'));
  const first = writer.flush();
  writer.change(text('second'));
  const second = writer.flush();
  expect(sent).toHaveLength(1);
  request.resolve();
  expect([await first, await second]).toEqual([true, true]);
  expect(sent).toEqual([
    ['first', undefined],
    ['second', 1],
  ]);
});

test('a failed save says why, is repeated, and sends what was typed since', async () => {
  const { writer, sent, setAnswer } = setUp();
  setAnswer(() => Promise.reject(new ApiError('The server cannot be reached.', { code: 'network' })));
  writer.change(text('first'));
  expect(await writer.flush()).toBe(false);
  expect(writer.state()).toMatchObject({ phase: 'failed', problem: 'The server cannot be reached.' });
  setAnswer(() => Promise.resolve());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(writer.state().phase).toBe('saved');
  expect(sent.map(([value]) => value)).toEqual(['first', 'first']);
});

test('after a conflict nothing is sent until the editor has decided', async () => {
  const { writer, sent, setAnswer } = setUp();
  const current = draft('theirs', 8);
  setAnswer(() => Promise.reject(new ApiError('Editor Two has saved it.', { code: 'conflict', current })));
  writer.change(text('mine'));
  await writer.flush();
  expect(writer.state()).toMatchObject({ phase: 'conflict', theirs: current });
  writer.change(text('mine, typed on'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
  setAnswer(() => Promise.resolve());
  writer.settle(current);
  writer.change(text('both'));
  await writer.flush();
  expect(sent.at(-1)).toEqual(['both', 8]);
  expect(writer.state().phase).toBe('saved');
});

test('a text that equals the saved one again is not sent', async () => {
  const { writer, sent } = setUp();
  writer.change(text('typed'));
  writer.forget();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([]);
  expect(writer.state().phase).toBe('saved');
});

test('closing the editor sends the last text at once', async () => {
  const { writer, sent } = setUp();
  writer.change(text('last'));
  writer.stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([['last', undefined]]);
});

const stored = { updatedAt: '2026-11-27T08:32:00.000Z', schedule: null } as ServerDraft;
const schedule = { at: '2026-11-30T03:30:00.000Z', problem: null } as unknown as ServerDraft['schedule'];

test.each([
  [null, undefined, true, 'Nothing to save yet.'],
  [null, 'Published', true, 'No changes to save: this text is published.'],
  [stored, undefined, false, 'Saved. The draft is not published yet.'],
  [stored, 'Published', true, 'Already saved at 14:02. The changes are not published yet.'],
  [{ ...stored, schedule }, undefined, false, 'Saved. It is scheduled for 30 Nov 2026, 09:00 IST.'],
] as const)(
  'Save of the draft %j that visitors see as %s answers %4$s',
  (acknowledged, visibility, isUnchanged, text) => {
    expect(describeSave({ acknowledged }, { isUnchanged, visibility })).toBe(text);
  },
);
