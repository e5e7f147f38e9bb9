import { Stack } from '@mantine/core';
import type { ItemDefinition } from '@threadline/schema/content/content-model';
import { getField } from '@threadline/schema/content/form-field';
import { useEffect, useRef } from 'react';
import { formatDateTime } from '../../../format/time.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { ActionBar } from '../../../ui/panel.tsx';
import editor from '../editor/editor.module.css';
import { ValueDiff } from '../editor/value-diff.tsx';
import { compareTexts } from '../model/compare.ts';
import { blankValue, type FormText } from '../model/form-model.ts';
import type { LocalText } from './local-texts.ts';

interface RestoreTextPromptProps {
  definition: ItemDefinition;
  stored: LocalText;
  /** The saved state; undefined for an entry that does not exist. */
  saved: FormText | undefined;
  onRestore: () => void;
  onDrop: () => void;
}

/** Offers an unsaved text with its time and its changes. It is never restored without a press. */
export function RestoreTextPrompt({ definition, stored, saved, onRestore, onDrop }: RestoreTextPromptProps) {
  const before = saved ?? { value: blankValue(getField(definition.schema)), title: '' };
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section className={editor.editor} aria-label="Unsaved changes" ref={box} tabIndex={-1}>
      <Stack px="md" pt={4} pb="md">
        <Alert tone="warning">
          <strong>You have unsaved changes ({formatDateTime(stored.at)}).</strong>
          <br />
          {saved && stored.version === undefined
            ? 'Compare them with the saved text.'
            : 'They are stored only on this device. Nothing changes until you restore and save them.'}
        </Alert>
        <dl>
          {compareTexts(definition, before, stored.text).map(({ pointer, label, ...change }) => (
            <div key={pointer}>
              <dt>{label}</dt>
              <dd>
                <ValueDiff {...change} />
              </dd>
            </div>
          ))}
        </dl>
        <ActionBar>
          <Button variant="filled" onClick={onRestore}>
            Restore
          </Button>
          <Button onClick={onDrop}>Discard</Button>
        </ActionBar>
      </Stack>
    </section>
  );
}
