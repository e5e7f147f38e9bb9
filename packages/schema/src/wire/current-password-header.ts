/**
 * The header with the current password, percent-encoded, for requests about other accounts and about all data. It has its
 * own module because the admin sends it before the schemas are loaded.
 */
export const currentPasswordHeader = 'x-current-password';
