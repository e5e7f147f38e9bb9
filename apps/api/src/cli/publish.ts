import { desc, eq } from 'drizzle-orm';
import { deliveries } from '../db/schema.ts';
import { publisherReceiver } from '../publishing/service.ts';
import { CliError, type Command, requireDatabase } from './command.ts';

export const publishCommand: Command = {
  usage: 'publish',
  summary: 'Asks the publisher once more to make the saved content live, within a minute.',
  run(_args, context) {
    requireDatabase(context);
    const { db, now } = context.deps();
    const newest = db
      .select()
      .from(deliveries)
      .where(eq(deliveries.receiver, publisherReceiver))
      .orderBy(desc(deliveries.revision), desc(deliveries.createdAt))
      .limit(1)
      .get();
    if (!newest) throw new CliError('Nothing has been saved yet, or the API has never run with a publisher.');
    db.update(deliveries)
      .set({ state: 'pending', attempts: 0, nextAttemptAt: now().toISOString(), lastError: null })
      .where(eq(deliveries.id, newest.id))
      .run();
    context.print(`The publisher will be told about revision ${newest.revision} again.`);
    return 0;
  },
};
