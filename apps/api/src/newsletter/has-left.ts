import type { subscribers } from '../db/enquiry-schema.ts';

type Asked = Pick<typeof subscribers.$inferSelect, 'askedAt' | 'unsubscribedAt'>;

/** A question from before somebody left is answered by the leaving. */
export const hasLeftSince = ({ askedAt, unsubscribedAt }: Asked): boolean =>
  unsubscribedAt !== null && askedAt < unsubscribedAt;
