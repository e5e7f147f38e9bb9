import { useDebouncedValue } from '@mantine/hooks';
import { IconInbox, IconMail } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { statusLabels } from '@threadline/schema/wire/enquiry-status';
import { formatDateTime } from '../../format/time.ts';
import { useEnquiryList } from '../enquiries/inbox/enquiries-query.ts';
import type { Entry } from './screens-and-actions.ts';

/** Shorter queries match almost every enquiry. */
const minLength = 3;
const maxShown = 5;
/** The audit log records that a user was shown enquiries, so a request waits until typing pauses. */
const delayMs = 300;

export interface FoundEnquiry extends Entry {
  id: string;
  /** The offer to search the inbox, which is no result. */
  isOffer?: boolean;
}

/** Returns the enquiries that match, with an offer to search the inbox if there are more, or if they could not be loaded. */
export function useEnquirySearch(query: string): { entries: FoundEnquiry[]; isPending: boolean } {
  const navigate = useNavigate();
  const q = query.trim();
  const [wanted] = useDebouncedValue(q, delayMs);
  const isWanted = q.length >= minLength;
  const { data = [], isError, isPending } = useEnquiryList({ q: wanted }, isWanted && wanted === q);
  if (!isWanted) return { entries: [], isPending: false };
  const isLoading = wanted !== q || isPending;
  const offer: FoundEnquiry = {
    id: 'enquiries',
    label: `Search the enquiries for “${q}”`,
    icon: IconInbox,
    isOffer: true,
    run: () => navigate({ to: '/enquiries', search: { status: 'all', q } }),
  };
  if (isError && !isLoading) return { entries: [offer], isPending: false };
  if (isLoading) return { entries: [], isPending: true };
  const entries = data.slice(0, maxShown).map(
    ({ id, companyName, contactName, status, createdAt }): FoundEnquiry => ({
      id: `enquiry ${id}`,
      label: [contactName, companyName].filter(Boolean).join(', '),
      detail: `${statusLabels[status]}, ${formatDateTime(createdAt)}`,
      icon: IconMail,
      run: () => navigate({ to: '/enquiries', search: { status: 'all', q, id } }),
    }),
  );
  return { entries: data.length > maxShown ? [...entries, offer] : entries, isPending: false };
}
