/** The key in the session storage under which the sign-in page finds the text about a restored backup. */
export const restoreNoticeKey = 'restored';
