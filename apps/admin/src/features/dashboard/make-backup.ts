import type { Backup } from '@threadline/schema/backup';
import { ApiError, answerOf, api, isApiError } from '../../api/client.ts';

/** Makes a backup at once. @returns what came of it, in words @throws ApiError with a sentence for people */
export async function makeBackup(): Promise<string> {
  try {
    return outcomeOf((await answerOf(api.client.backups.$post())).backup);
  } catch (error) {
    if (!isApiError(error, 'network')) throw error;
    throw new ApiError(
      'No answer came. A backup that has begun goes on by itself: “Last backup” above names it once it is made.',
      { code: 'network' },
    );
  }
}

/** What a rehearsal found, in words. */
export function outcomeOf({ verification }: Pick<Backup, 'verification'>): string {
  if (verification?.result === 'verified') return 'Made and verified: a restore was rehearsed.';
  const results = { unverified: 'Made, but not verified.', damaged: 'Made, but it is damaged.' };
  return verification ? `${results[verification.result]} ${verification.detail}` : 'Made, but not tested.';
}
