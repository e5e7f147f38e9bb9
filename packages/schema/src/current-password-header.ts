/**
 * Carries the current password, percent-encoded, in calls about other accounts and about all data. Apart from the schemas: the admin
 * sets it before they are loaded.
 */
export const currentPasswordHeader = 'x-current-password';
