import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createReporter } from './reporter.ts';

const log = pino({ level: 'silent' });

test('a report that is refused is repeated, and only the newest one is sent', async () => {
  const sent: string[] = [];
  const accepted = Promise.withResolvers<void>();
  let isDown = true;
  const reporter = createReporter(async (value: string) => {
    sent.push(value);
    if (value === 'first') {
      reporter.report('second');
      reporter.report('third');
    }
    if (isDown) {
      isDown = false;
      throw new Error('The API is down.');
    }
    if (value === 'third') accepted.resolve();
  }, log);
  reporter.report('first');
  await accepted.promise;
  expect(sent).toEqual(['first', 'third']);
  reporter.stop();
});

test('a cancelled report is not repeated', async () => {
  const sent: string[] = [];
  const done = Promise.withResolvers<void>();
  const reporter = createReporter(async (value: string) => {
    sent.push(value);
    if (value === 'last') done.resolve();
    else throw new Error('The API is down.');
  }, log);
  reporter.report('first');
  reporter.cancel();
  reporter.report('last');
  await done.promise;
  expect(sent).toEqual(['first', 'last']);
  reporter.stop();
});
