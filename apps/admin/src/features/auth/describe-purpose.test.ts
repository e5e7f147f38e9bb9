import { expect, test } from 'vitest';
import { describePurpose } from './describe-purpose.ts';

test.each([
  ['POST /api/backups/2026-11-21/restore', 'To restore a backup'],
  ['POST /api/backups/2026-11-21/download', 'To download a backup'],
  ['PUT /api/mail-settings', 'To save the email settings'],
  ['DELETE /api/mail-settings', 'To stop sending email'],
  ['DELETE /api/backup-location', 'To stop sending backups'],
  ['GET /api/enquiries/export.csv', 'To export enquiries'],
  ['GET /api/audit/export.csv', 'To export the audit log'],
  ['POST /api/export', 'To export all data'],
  ['POST /api/privacy/erase', 'To erase personal data'],
  ['POST /api/auth/invitations', 'To add a user'],
  ['POST /api/auth/users/7/link', 'To create a password reset link'],
  ['DELETE /api/auth/users/7', 'To delete a user'],
  ['POST /api/auth/users/7/restore', 'To restore a user'],
  ['DELETE /api/auth/users/7/sessions', 'To sign a user out'],
  ['PUT /api/backup-location', 'To save the backup location'],
  ['GET /api/subscribers/export.csv', 'To export the newsletter list'],
  ['DELETE /api/auth/users/7/second-factor', 'To change a user'],
  ['PUT /api/unknown', 'To continue'],
])('the password question of %s begins with “%s”', (request, purpose) => {
  expect(describePurpose(request)).toBe(purpose);
});
