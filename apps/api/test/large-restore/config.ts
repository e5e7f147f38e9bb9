/** `RESTORE_ENQUIRIES=100000` rehearses the restore of as many and prints its time. Without it there is none: others restore, too. */
export const restoredEnquiries = Number(process.env.RESTORE_ENQUIRIES ?? 0);

/** `BACKUP_FILES=200000` packs, verifies and restores as many media files. */
export const backedUpFiles = Number(process.env.BACKUP_FILES ?? 50_000);
