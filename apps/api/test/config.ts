/** Settings of long tests. The nightly workflow raises them, see .github/workflows/verify.yml. */

/** Each run has a new seed; `FUZZ_SEED` repeats a run that has failed. */
export const fuzz = {
  requests: Number(process.env.FUZZ_REQUESTS || 5_000),
  seed: Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31)),
};

/** With `HOSTILE_TEXTS=all` each text field gets each hostile text. */
export const sendsAllTexts = process.env.HOSTILE_TEXTS === 'all';

/** The number of media files that are packed, verified and restored. */
export const backedUpFiles = Number(process.env.BACKUP_FILES || 2_000);

/** A restore with that many enquiries prints its duration. The default is none, because other tests cover restores. */
export const restoredEnquiries = Number(process.env.RESTORE_ENQUIRIES || 0);

/** How often a machine under load is destroyed and restored from its off-site backup. */
export const restoreDrills = Number(process.env.RESTORE_DRILLS || 1);
