import type { Backup } from '@threadline/schema/wire/backup';
import { ApiError, api, isApiError, unwrap } from '../../api/client.ts';

/** Makes a backup now. Returns the outcome as text. @throws ApiError when the server refuses */
export async function makeBackup(): Promise<string> {
  try {
    return describeOutcome((await unwrap(api.client.backups.$post())).backup);
  } catch (error) {
    if (!isApiError(error, 'network')) throw error;
    throw new ApiError(
      'The server did not answer. A backup that has begun continues: the list shows it when it is done.',
      { code: 'network' },
    );
  }
}

export function describeOutcome({ verification }: Pick<Backup, 'verification'>): string {
  if (!verification) return 'Backup done, but not verified.';
  const results = {
    verified: 'Backup done and verified.',
    unverified: `Backup done, but not verified. ${verification.detail}`,
    damaged: `The backup is damaged. ${verification.detail}`,
  };
  return results[verification.result];
}
