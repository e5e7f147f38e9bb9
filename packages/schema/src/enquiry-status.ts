/** Where an enquiry stands. `new` and `read` wait for an answer. Without zod: the dashboard loads it. */
export const enquiryStatuses = ['new', 'read', 'replied', 'closed', 'spam'] as const;
export type EnquiryStatus = (typeof enquiryStatuses)[number];

/** What waits is counted up to here; beyond it nobody needs the figure. */
export const mostCounted = 100;
