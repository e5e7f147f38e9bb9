export const backupLocationKey = ['backup-location'];
