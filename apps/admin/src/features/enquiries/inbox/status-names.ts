import type { OutboxMessage } from '@threadline/schema/enquiry';
import type { EnquiryStatus } from '@threadline/schema/enquiry-status';

export const statusNames: Record<EnquiryStatus, string> = {
  new: 'New',
  read: 'Read',
  replied: 'Replied',
  closed: 'Closed',
  spam: 'Spam',
};

export const mailStateNames: Record<OutboxMessage['state'], string> = {
  pending: 'waits',
  sent: 'sent',
  'written-to-disk': 'only a file, nobody has it',
  failed: 'failed',
  dismissed: 'not sent, dismissed',
};

export const mailNames: Record<OutboxMessage['kind'], string> = {
  notification: 'Notice of a new enquiry',
  reminder: 'Reminder of a reply that is due soon',
  overdue: 'Notice of enquiries that are late',
  acknowledgement: 'Confirmation of an enquiry',
  reply: 'Reply',
  'newsletter-confirmation': 'Newsletter confirmation',
  'my-data': 'Link to their own details',
  'account-changed': 'Notice of a changed account',
  'failed-sign-ins': 'Notice of failed sign-ins',
  unassigned: 'Notice of enquiries without a person',
  invitation: 'Invitation',
  'password-reset': 'Link to a new password',
};

/** What a message is and who was to get it: "Reply to sender@example.org". */
export function mailWords({ kind, to }: Pick<OutboxMessage, 'kind' | 'to'>): string {
  return `${mailNames[kind]} to ${to}`;
}
