import { createPublishing, publisherReceiver } from '../publishing/service.ts';
import { CliError, type Command, requireDatabase } from './command.ts';

export const publishCommand: Command = {
  usage: 'publish',
  summary: 'Asks the publisher once more to make the saved content live, also after a failure.',
  run(_args, context) {
    requireDatabase(context);
    const publishing = createPublishing(context.deps(), [publisherReceiver]);
    const { revision } = publishing.desired();
    if (revision === 0) throw new CliError('Nothing has been saved yet.');
    publishing.repeat();
    context.print(`The publisher will be asked for revision ${revision} again.`);
    return 0;
  },
};
