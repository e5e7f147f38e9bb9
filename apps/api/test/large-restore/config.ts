/**
 * `RESTORE_ENQUIRIES=100000` rehearses a restore with that many enquiries and prints its duration. The default is none,
 * because other tests cover restores.
 */
export const restoredEnquiries = Number(process.env.RESTORE_ENQUIRIES ?? 0);

/** `BACKUP_FILES=200000` packs, verifies and restores that many media files. */
export const backedUpFiles = Number(process.env.BACKUP_FILES ?? 50_000);
