/** The texts that the specification fixes (Spec §2, §5, §8). */
export const messages = {
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
  imageHint: 'PNG, JPG, JPEG, WebP, max 10 MB each',
} as const;

/** How long a banner stays (Spec §9). */
export const bannerMs = 3000;
