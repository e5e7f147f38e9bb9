import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { phone, useMedia } from '../../../ui/use-media.ts';
import { type ContentMutations, useContentMutations } from './use-content-mutations.ts';

/** Undoes or repeats the last change of the user, on every screen. Its tooltip says what. */
export function UndoButton() {
  const { undo } = useContentMutations({ hasBanner: false });
  const isPhone = useMedia(phone);
  // The button stays while its change is sent, so that it keeps the focus and becomes the next step.
  const [sending, setSending] = useState<ContentMutations['undo']>();
  const shown = sending ?? undo;
  if (!shown) return null;
  const action = shown.isRedo ? 'Redo' : 'Undo';
  const label = `${action} ${shown.description}`;
  const Icon = shown.isRedo ? IconArrowForwardUp : IconArrowBackUp;
  const onClick = async () => {
    if (sending) return;
    setSending(shown);
    await shown.run();
    setSending(undefined);
  };
  if (isPhone) return <IconButton icon={Icon} label={label} onClick={onClick} />;
  return (
    <Button
      size="xs"
      variant="subtle"
      onClick={onClick}
      title={label}
      aria-label={label}
      leftSection={<Icon size={16} aria-hidden="true" />}
    >
      {action}
    </Button>
  );
}
