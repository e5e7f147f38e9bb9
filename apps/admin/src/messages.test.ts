import { expect, test } from 'vitest';
import { bannerMs, messages } from './messages.ts';

test('the sentences of the specification are kept word for word', () => {
  expect(messages).toEqual({
    contentSaved: 'Content updated successfully!',
    contentFailed: 'Failed to update content. Please try again.',
    updateFailed: 'Update failed',
    bulkUpdateFailed: 'Bulk update failed',
    loginFailed: 'Login failed',
    userFailed: 'An error occurred',
    ownAccount: 'You cannot delete your own account',
    confirmImageDelete: 'Are you sure you want to delete this image?',
    confirmUserDelete: 'Are you sure you want to delete this user?',
    noContent: 'No content items found for this section.',
    noImages: 'No images found.',
    noUsers: 'No users found.',
    imageHint: 'PNG, JPG, JPEG, WebP, max 10MB each',
  });
  expect(bannerMs).toBe(3000);
});
