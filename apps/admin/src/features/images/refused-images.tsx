import { Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ImageUses } from '@threadline/schema/content/image';
import { Alert } from '../../ui/alert.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { ImageUseList } from './image-uses.tsx';
import { type BulkChange, describeRefusals, isInUse } from './use-bulk-change.ts';
import type { useImageTrash } from './use-image-trash.ts';

const maxListed = 20;

/** Why an image was not deleted or restored, with links to the fields that still use it. */
export function TrashErrors({ trash: { inUse, clearInUse, error } }: { trash: ReturnType<typeof useImageTrash> }) {
  return (
    <>
      {error && <Alert role="alert">{error}</Alert>}
      {inUse && (
        <Alert
          tone="warning"
          icon={<IconAlertTriangle size={18} aria-hidden="true" />}
          actions={<TextButton onClick={clearInUse}>Close</TextButton>}
          role="alert"
        >
          <strong>
            {inUse.image.originalName} is {describeUse(inUse)}.
          </strong>{' '}
          {isInDiscardedDraft(inUse)
            ? 'Restore the draft, choose another image in it, and discard it again. Then delete this image.'
            : 'Choose another image there, then delete it.'}
          <ImageUseList uses={inUse.uses} />
        </Alert>
      )}
    </>
  );
}

/** Returns whether only drafts that can be restored use an image. */
function isInDiscardedDraft({ uses, videos }: ImageUses): boolean {
  return videos.length === 0 && uses.every(({ discarded }) => discarded);
}

function describeUse(used: ImageUses): string {
  if (used.videos.length > 0) return `the poster image of ${used.videos.join(', ')}`;
  if (isInDiscardedDraft(used)) return 'used in a discarded draft';
  return used.uses.some(({ working, live }) => working || live) ? 'used on the site' : 'used in a draft';
}

/** The selected images that were not changed, each with links to its uses, or the reason. */
export function RefusedImages({ bulk: { outcome, clearOutcome } }: { bulk: BulkChange }) {
  if (!outcome || outcome.refused.length === 0) return null;
  const { refused } = outcome;
  return (
    <Alert
      tone="warning"
      icon={<IconAlertTriangle size={18} aria-hidden="true" />}
      actions={<TextButton onClick={clearOutcome}>Close</TextButton>}
      role="alert"
    >
      <strong>{describeRefusals(outcome)}</strong>
      {refused.some(isInUse) && ' To delete an image in use, first choose another one there.'}
      <ul>
        {refused.slice(0, maxListed).map((image) => (
          <li key={image._id}>
            {image.originalName}
            {!isInUse(image) && `: ${image.detail}`}
            {image.videos.map((video) => (
              <Text key={video} fz="sm">
                Poster image of {video}
              </Text>
            ))}
            <ImageUseList uses={image.uses} />
          </li>
        ))}
      </ul>
      {refused.length > maxListed && <p>And {refused.length - maxListed} more.</p>}
    </Alert>
  );
}
