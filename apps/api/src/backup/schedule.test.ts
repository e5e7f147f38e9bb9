import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { refuseAll, startFaultyStore } from '../../../../packages/object-store/test/faulty-store.ts';
import { useInstallation } from '../../test/backup-fixture.ts';
import { hourMs, minuteMs } from '../platform/durations.ts';
import { scheduleBackups } from './schedule.ts';

const site = useInstallation();

test('a backup that fails after several minutes counts as one failure', async () => {
  const { config, now } = site.deps();
  const lines: string[] = [];
  const log = pino({}, { write: (line) => lines.push(line) });
  const readFailures = () => lines.map((line) => JSON.parse(line).failures);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const hourly = { ...config, backup: { ...config.backup, everyHours: 1 } };
  const backups = site.store({ BACKUP_URL: await startFaultyStore(refuseAll) });
  onTestFinished(scheduleBackups({ config: hourly, now, log }, backups));
  vi.advanceTimersByTime(3 * minuteMs);
  await vi.waitFor(() => expect(readFailures()).toEqual([1]), 20_000);
  site.clock().advance(2 * hourMs);
  vi.advanceTimersByTime(3 * minuteMs);
  await vi.waitFor(() => expect(readFailures()).toEqual([1, 2]), 20_000);
});
