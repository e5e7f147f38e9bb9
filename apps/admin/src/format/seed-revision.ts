/** The seed is the first revision: it goes live when the site starts, and nobody waits for it. */
export const seedRevision = 1;
