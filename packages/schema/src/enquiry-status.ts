/** Where an enquiry stands. Without zod: the dashboard loads it. */
export const enquiryStatuses = ['new', 'read', 'replied', 'closed', 'spam'] as const;
export type EnquiryStatus = (typeof enquiryStatuses)[number];

/** What is still to be dealt with. */
export const openStatuses: readonly EnquiryStatus[] = ['new', 'read'];

/** What waits is counted up to here; larger numbers are not shown. */
export const maxCounted = 100;
