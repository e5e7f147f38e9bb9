/** Keys of the queries that several features invalidate or change. */
export const contentKey = ['content'];
export const historyKey = ['content-history'];
export const removedKey = ['content-removed'];
export const draftsKey = ['drafts'];
export const dashboardKey = ['dashboard'];
export const enquiriesKey = ['enquiries'];
export const feedbackKey = ['preview-feedback'];
