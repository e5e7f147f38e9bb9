import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { type Ref, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { phone, useMedia } from '../../../ui/use-media.ts';
import { type ContentMutations, useContentMutations } from './use-content-mutations.ts';

type Step = NonNullable<ContentMutations['undo']>;

/** Undoes the last changes of the user one by one, or repeats them, on every screen. The tooltips say what. */
export function UndoButton() {
  const { steps } = useContentMutations({ hasBanner: false });
  const first = useRef<HTMLButtonElement>(null);
  // The buttons stay while a step is sent, so that the pressed one keeps the focus and becomes the next step.
  const [sending, setSending] = useState<typeof steps>();
  const { undo, redo } = sending ?? steps;
  const [leading, trailing] = undo ? [undo, redo] : [redo];
  const run = async (step: Step) => {
    if (sending) return;
    setSending(steps);
    await step.run();
    flushSync(() => setSending(undefined));
    if (document.activeElement === document.body) first.current?.focus();
  };
  return (
    <>
      {leading && <StepButton ref={first} step={leading} onClick={() => run(leading)} />}
      {trailing && <StepButton step={trailing} onClick={() => run(trailing)} />}
    </>
  );
}

interface StepButtonProps {
  step: Step;
  onClick: () => void;
  ref?: Ref<HTMLButtonElement>;
}

function StepButton({ step: { isRedo, description }, ...props }: StepButtonProps) {
  const isPhone = useMedia(phone);
  const action = isRedo ? 'Redo' : 'Undo';
  const label = `${action} ${description}`;
  const Icon = isRedo ? IconArrowForwardUp : IconArrowBackUp;
  if (isPhone) return <IconButton icon={Icon} label={label} {...props} />;
  return (
    <Button
      size="xs"
      variant="subtle"
      title={label}
      aria-label={label}
      leftSection={<Icon size={16} aria-hidden="true" />}
      {...props}
    >
      {action}
    </Button>
  );
}
