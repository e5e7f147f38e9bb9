/** Where an enquiry stands. Without zod: the dashboard loads it. */
export const enquiryStatuses = ['new', 'read', 'replied', 'closed', 'spam'] as const;
export type EnquiryStatus = (typeof enquiryStatuses)[number];

/** What is still to be dealt with. */
export const openStatuses: readonly EnquiryStatus[] = ['new', 'read'];

/** What waits is counted up to here; beyond it nobody needs the figure. */
export const maxCounted = 100;
