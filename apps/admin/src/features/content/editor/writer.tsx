import { SegmentedControl, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconArrowsMinimize } from '@tabler/icons-react';
import type { FormField } from '@threadline/schema/content/form-field';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useMedia } from '../../../ui/use-media.ts';
import { useRootAttribute } from '../../../ui/use-root-attribute.ts';
import { setCovering } from '../../preview/host/preview-overrides.ts';
import { hasFormattedText } from './article-layout.tsx';
import classes from './writer.module.css';

/** The part of the screen beside the text. Without room beside it, the preview covers the text. */
export type WriterSide = 'preview' | 'details' | 'none';

const sides: Record<WriterSide, string> = { preview: 'Preview', details: 'Details', none: 'Text only' };

/** The minimum widths for the details and for the preview beside the text. */
const besideText = { details: '(min-width: 64em)', preview: '(min-width: 80em)' };

/** Returns the state of the full-screen writer. An item with a formatted text opens in it; one with tables has room in it. */
export function useWriter(field: FormField, form: RefObject<HTMLElement | null>) {
  const isText = hasFormattedText(field);
  const isAvailable = isText || Object.values(field.properties ?? {}).some(({ input }) => input === 'table');
  const [isFull, setIsFull] = useState(isText);
  const setFull = (next: boolean) => {
    // The button that was pressed is removed, and would take the focus with it.
    flushSync(() => setIsFull(next));
    form.current?.querySelector<HTMLElement>('[data-rich-text] [contenteditable=true]')?.focus();
  };
  const { hasPreview, side, setSide, offered } = useSides(isText);
  const isCovered = isFull && side === 'preview' && !hasPreview;
  useEffect(() => {
    setCovering(isCovered);
    return () => setCovering(false);
  }, [isCovered]);
  /** Shows the fields, which a preview without room beside them covers. */
  const showFields = () => isCovered && flushSync(() => setSide(undefined));
  useRootAttribute('data-writer', isFull ? side : undefined);
  // After a click beside the text, letters are meant for the text: they are no shortcuts of the screen below.
  useWindowEvent('keydown', keepLetter, { capture: true });
  /** Attributes of the form, for its styles. */
  const attributes = { 'data-writing': isFull ? side : undefined, 'data-article': isText || undefined };
  return { isAvailable, isFull, setFull, side, setSide, showFields, offered, attributes };
}

function keepLetter(event: KeyboardEvent): void {
  const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (isLetter && event.target === document.body && document.querySelector('[data-writing]')) event.preventDefault();
}

/** Returns the part beside the text, and those that can be chosen. */
function useSides(isText: boolean) {
  const hasDetails = useMedia(besideText.details) && isText;
  const hasPreview = useMedia(besideText.preview);
  const initial: WriterSide = !isText ? 'none' : hasPreview ? 'preview' : hasDetails ? 'details' : 'none';
  const [chosen, setSide] = useState<WriterSide>();
  const side = chosen && (chosen !== 'details' || hasDetails) ? chosen : initial;
  const labels = hasPreview || hasDetails ? sides : { ...sides, none: 'Edit' };
  const names: WriterSide[] = hasPreview ? ['preview', 'details', 'none'] : ['details', 'none', 'preview'];
  const offered = names
    .filter((name) => name !== 'details' || hasDetails)
    .map((value) => ({ value, label: value === 'none' && !isText && hasPreview ? 'Form only' : labels[value] }));
  return { hasPreview, side, setSide, offered };
}

interface WriterBarProps {
  title: string;
  status: string;
  /** How long the text is. */
  length: string;
  side: WriterSide;
  /** The parts that fit beside the text. */
  offered: { value: WriterSide; label: string }[];
  onSide: (side: WriterSide) => void;
  onLeave: () => void;
  /** The menu with the less frequent actions. */
  more: ReactNode;
  /** The buttons that save and close. */
  actions: ReactNode;
}

/** The states that the button of the publishing menu says as well. */
const buttonTexts: ReadonlySet<string> = new Set(['Published', 'Unlisted']);

/** The bar above the full-screen writer. */
export function WriterBar({ title, status, length, side, offered, onSide, onLeave, more, actions }: WriterBarProps) {
  return (
    <div className={classes.bar}>
      <IconButton icon={IconArrowsMinimize} size={36} label="Leave full screen" onClick={onLeave} />
      {more}
      {/* The heading of the screen is hidden. */}
      <h1>{title}</h1>
      <Text
        c="dimmed"
        fz="sm"
        role="status"
        className={classes.status}
        data-on-button={buttonTexts.has(status) || undefined}
      >
        {status}
      </Text>
      {/* Not a part of the status: screen readers would read each new number. */}
      {length && <small className={classes.length}>{length}</small>}
      {offered.length > 1 && (
        <SegmentedControl
          size="xs"
          value={side}
          onChange={(value) => onSide(value as WriterSide)}
          aria-label="View"
          data={offered}
        />
      )}
      {actions}
    </div>
  );
}
