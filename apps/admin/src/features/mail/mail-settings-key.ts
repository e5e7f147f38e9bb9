export const mailSettingsKey = ['mail-settings'];
