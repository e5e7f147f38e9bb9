/** The states of an enquiry. This module does not import zod because the dashboard loads it. */
export const enquiryStatuses = ['new', 'read', 'replied', 'closed', 'spam'] as const;
export type EnquiryStatus = (typeof enquiryStatuses)[number];

export const statusLabels: Record<EnquiryStatus, string> = {
  new: 'New',
  read: 'Read',
  replied: 'Replied',
  closed: 'Closed',
  spam: 'Spam',
};

/** Enquiries that still need a reply or a decision. */
export const openStatuses: readonly EnquiryStatus[] = ['new', 'read'];

/** Pending items are counted up to this number; larger numbers are not shown. */
export const maxCounted = 100;
