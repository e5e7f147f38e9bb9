import { useQuery } from '@tanstack/react-query';
import type { MailHealth } from '@threadline/schema/wire/enquiry';
import { api, unwrap } from './client.ts';
import { enquiriesKey } from './query-keys.ts';

const refreshMs = 60_000;

/** Loads the counts for the inbox, the sidebar and the dashboard. */
export function useEnquiryCounts() {
  return useQuery({
    queryKey: [...enquiriesKey, 'counts'],
    queryFn: async () => (await unwrap(api.client.enquiries.counts.$get())).counts,
    refetchInterval: refreshMs,
  });
}

/** Returns whether a message can be announced as sent. The API decides by the same rule about the links of accounts. */
export function isMailWorking({ mode, problem }: Pick<MailHealth, 'mode' | 'problem'>): boolean {
  return mode === 'smtp' && problem === null;
}

/** Returns the state of mail while it does not work; undefined while it works or loads. */
export function useFailedMail(): MailHealth | undefined {
  const mail = useEnquiryCounts().data?.mail;
  return mail && !isMailWorking(mail) ? mail : undefined;
}
