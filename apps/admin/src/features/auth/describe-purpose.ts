/** The actions that require recent authentication, by the method and the path of their request. The first match counts. */
const purposes: readonly [RegExp, string][] = [
  [/^POST .*\/backups\/[^/]+\/restore$/, 'To restore a backup'],
  [/^POST .*\/backups\/[^/]+\/download$/, 'To download a backup'],
  [/^PUT .*\/backup-location$/, 'To save the backup location'],
  [/^DELETE .*\/backup-location$/, 'To stop sending backups'],
  [/^PUT .*\/mail-settings$/, 'To save the email settings'],
  [/^DELETE .*\/mail-settings$/, 'To stop sending email'],
  [/\/enquiries\/export\.csv$/, 'To export enquiries'],
  [/\/subscribers\/export\.csv$/, 'To export the newsletter list'],
  [/\/audit\/export\.csv$/, 'To export the audit log'],
  [/^POST .*\/export$/, 'To export all data'],
  [/\/privacy\/erase$/, 'To erase personal data'],
  [/\/(?:create-admin|invitations)$/, 'To add a user'],
  [/\/users\/[^/]+\/link$/, 'To create a password reset link'],
  [/^DELETE .*\/users\/[^/]+$/, 'To delete a user'],
  [/\/users\/[^/]+\/restore$/, 'To restore a user'],
  [/\/users\/[^/]+\/sessions$/, 'To sign a user out'],
  [/\/users\//, 'To change a user'],
];

/** Returns why a request needs the password, as the beginning of a sentence. @param request such as `POST /api/export` */
export function describePurpose(request: string): string {
  return purposes.find(([pattern]) => pattern.test(request))?.[1] ?? 'To continue';
}
