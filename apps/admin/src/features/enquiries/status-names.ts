import type { EnquiryStatus } from '@threadline/schema/enquiry-status';

export const statusNames: Record<EnquiryStatus, string> = {
  new: 'New',
  read: 'Read',
  replied: 'Replied',
  closed: 'Closed',
  spam: 'Spam',
};
