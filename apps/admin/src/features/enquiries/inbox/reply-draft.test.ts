import { enquiryReplySchema } from '@threadline/schema/enquiry';
import { expect, test } from 'vitest';
import { newDraftId } from './reply-draft.ts';

test('every draft has a name of its own, which the API takes', () => {
  const ids = Array.from({ length: 500 }, newDraftId);
  expect(new Set(ids).size).toBe(500);
  for (const draftId of ids)
    expect(enquiryReplySchema.safeParse({ subject: 'a', text: 'b', draftId }).success).toBe(true);
});
