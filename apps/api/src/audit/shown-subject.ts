import { receiverLabel } from '../publishing/receiver-label.ts';

/**
 * What an entry is shown to be about. Older ones name a receiver by its whole address, with which anybody could call it:
 * they stay as they are sealed, and nobody is shown more than the label.
 */
export function shownSubject({ action, subject }: { action: string; subject: string }): string {
  const [, receiver, change] = (action === 'delivery.resent' && /^(.*)(, change \d+)$/s.exec(subject)) || [];
  return receiver === undefined ? subject : `${receiverLabel(receiver)}${change}`;
}
