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
