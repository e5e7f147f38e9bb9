/** The revision of the seed. It goes live when the site first starts. */
export const seedRevision = 1;
