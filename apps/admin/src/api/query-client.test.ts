import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { queryClient } from './query-client.ts';

/** A visible list whose responses the test controls. */
function watchedList() {
  const answers: PromiseWithResolvers<string[]>[] = [];
  const queryFn = () => {
    const answer = Promise.withResolvers<string[]>();
    answers.push(answer);
    return answer.promise;
  };
  const observer = new QueryObserver(queryClient, { queryKey: ['list'], queryFn });
  onTestFinished(observer.subscribe(() => undefined));
  onTestFinished(() => queryClient.clear());
  return { answers, shown: () => observer.getCurrentResult() };
}

test('a list that was being read for the first time is read again after a change', async () => {
  const { answers, shown } = watchedList();
  const refreshed = queryClient.invalidateQueries({ queryKey: ['list'] });
  expect(answers).toHaveLength(2);
  answers[0]?.resolve([]);
  answers[1]?.resolve(['new']);
  await refreshed;
  expect(shown()).toMatchObject({ data: ['new'], fetchStatus: 'idle' });
});

test('other lists are not reloaded', async () => {
  const { answers, shown } = watchedList();
  await queryClient.invalidateQueries({ queryKey: ['another'] });
  answers[0]?.resolve(['known']);
  await expect.poll(() => shown().data, { timeout: 20_000 }).toEqual(['known']);
  expect(answers).toHaveLength(1);
});

test('a failure of the second read is reported', async () => {
  const { answers, shown } = watchedList();
  const refreshed = queryClient.invalidateQueries({ queryKey: ['list'] });
  answers[0]?.resolve([]);
  answers[1]?.reject(new Error('No luck.'));
  await refreshed;
  expect(shown()).toMatchObject({ status: 'error', fetchStatus: 'idle' });
});
