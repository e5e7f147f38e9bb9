import { Group } from '@mantine/core';
import type { TextVariables } from '@threadline/schema/primitives/text-variables';
import type { RichText } from '@threadline/schema/rich-text/rich-text';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../../format/numbers.ts';
import { Button } from '../../../ui/button.tsx';
import textClasses from './article-text.module.css';
import { compareDocuments } from './compare-documents.ts';
import { createDifferenceView, differenceName } from './create-difference-view.ts';
import classes from './document-diff.module.css';

interface DocumentDiffProps {
  title: string;
  /** The same text for a version that is only shown. */
  before: RichText;
  after: RichText;
  variables?: TextVariables | undefined;
}

const noVariables: TextVariables = {};

/** Two versions of a formatted text as one, as visitors see it, with added and removed parts. */
export function DocumentDiff({ title, before, after, variables = noVariables }: DocumentDiffProps) {
  const place = useRef<HTMLDivElement>(null);
  const [changes, setChanges] = useState<readonly Element[]>([]);
  const shown = useRef(-1);
  useEffect(() => {
    if (!place.current) return;
    const editor = createDifferenceView(compareDocuments(before, after), { title, variables });
    editor.mount(place.current);
    setChanges(findChanges(place.current));
    shown.current = -1;
    return () => editor.destroy();
  }, [title, before, after, variables]);
  const showNext = () => {
    shown.current = (shown.current + 1) % changes.length;
    changes[shown.current]?.scrollIntoView({ block: 'center' });
  };
  return (
    <>
      {changes.length > 0 && (
        <Group gap={12} className={classes.bar}>
          <small role="status">{formatCount(changes.length, 'change')}</small>
          <Button size="xs" onClick={showNext}>
            Next change
          </Button>
        </Group>
      )}
      <div ref={place} className={`${textClasses.text} ${classes.text}`} />
    </>
  );
}

/** Returns the first element of each change. A removed text and the one that replaces it are one change. */
function findChanges(place: Element): Element[] {
  const selector = `[${differenceName}]`;
  return [...place.querySelectorAll(selector)].filter((part) => {
    const before = part.previousSibling;
    const isContinued = before instanceof Element && before.matches(selector);
    return !isContinued && !part.parentElement?.closest(selector);
  });
}
