import type { MailHealth, OutboxMessage } from '@threadline/schema/wire/enquiry';

const messageStateLabels: Record<OutboxMessage['state'], string> = {
  pending: 'pending',
  sent: 'sent',
  'written-to-disk': 'not sent, because email is not set up',
  failed: 'failed',
  dismissed: 'not sent, deleted from the outbox',
};

/** @param mode the present one: a message that was written to disk waits until a user sends it, also after email was set up */
export function getMessageStateLabel(state: OutboxMessage['state'], mode: MailHealth['mode'] | undefined): string {
  const isWaiting = state === 'written-to-disk' && mode === 'smtp';
  return isWaiting ? 'waiting since before email was set up' : messageStateLabels[state];
}

export const messageKindLabels: Record<OutboxMessage['kind'], string> = {
  notification: 'Alert about a new enquiry',
  reminder: 'Reminder of a reply that is due soon',
  acknowledgement: 'Confirmation of an enquiry',
  reply: 'Reply',
  'newsletter-confirmation': 'Newsletter confirmation',
  'my-data': 'Link to personal data',
  'account-changed': 'Notice of a change to an account',
  'failed-sign-ins': 'Notice of failed sign-ins',
  unassigned: 'Notice about unassigned enquiries',
  'schedule-failed': 'Notice of a scheduled draft that was not published',
  'preview-feedback': 'Notice of feedback on a preview',
  invitation: 'Invitation',
  'password-reset': 'Password reset link',
};
