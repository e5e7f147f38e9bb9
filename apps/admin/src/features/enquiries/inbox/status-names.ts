import type { Mail } from '@threadline/schema/enquiry';
import type { EnquiryStatus } from '@threadline/schema/enquiry-status';

export const statusNames: Record<EnquiryStatus, string> = {
  new: 'New',
  read: 'Read',
  replied: 'Replied',
  closed: 'Closed',
  spam: 'Spam',
};

export const mailStateNames: Record<Mail['state'], string> = {
  pending: 'waits',
  sent: 'sent',
  filed: 'only a file, nobody has it',
  failed: 'failed',
  dismissed: 'not sent, dismissed',
};

export const mailNames: Record<Mail['kind'], string> = {
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
export function mailWords({ kind, to }: Pick<Mail, 'kind' | 'to'>): string {
  return `${mailNames[kind]} to ${to}`;
}
