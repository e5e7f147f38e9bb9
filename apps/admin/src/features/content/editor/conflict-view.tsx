import { Group, Radio, Stack, Text } from '@mantine/core';
import { IconCheck, IconGitMerge } from '@tabler/icons-react';
import type { ContentItem } from '@threadline/schema/content/content-item';
import type { ItemDefinition } from '@threadline/schema/content/content-model';
import { getField } from '@threadline/schema/content/form-field';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { formatDateTime } from '../../../format/time.ts';
import { setUnsaved } from '../../../store/unsaved.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Rows } from '../../../ui/record-list.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { WordDiff } from '../../../ui/word-diff.tsx';
import type { EntryIds } from '../model/entry-ids.ts';
import { completeValue, type FormText, isEqual, titlePointer, validate } from '../model/form-model.ts';
import { type MergedField, mergeEdits } from '../model/merge.ts';
import { getValueAt, setValueAt } from '../model/value-at.ts';
import classes from './conflict-view.module.css';
import editor from './editor.module.css';
import { FieldErrorSummary } from './field-errors.tsx';
import type { FormChoices } from './field-frame.tsx';
import { SchemaForm } from './schema-form.tsx';
import { type FormSteps, useUndoSteps } from './undo-steps.ts';
import { PictureVersion } from './value-diff.tsx';

interface ConflictViewProps {
  definition: ItemDefinition;
  /** The text that both started from, where it is known. */
  base: FormText | undefined;
  mine: FormText;
  theirs: ContentItem;
  choices: FormChoices;
  onSave: (merged: FormText) => void;
  onTakeTheirs: () => void;
  onEdit: (merged: FormText) => void;
  /** Called with every change of the merged text; undefined when the user leaves and agrees to lose it. */
  onUnsavedText: (merged: FormText | undefined) => void;
}

type Side = 'mine' | 'theirs';

/** Merges the edits of two people. Fields that both changed are shown with both texts. */
export function ConflictView(props: ConflictViewProps) {
  const { definition, theirs, choices } = props;
  const field = getField(definition.schema);
  const [{ sides, merge }] = useState(() => {
    const complete = ({ value, title }: FormText) => ({ value: completeValue(field, value), title });
    const sides = {
      base: props.base && complete(props.base),
      mine: complete(props.mine),
      theirs: complete({ value: theirs.value, title: theirs.metadata.title ?? '' }),
    };
    return { sides, merge: mergeEdits(field, sides) };
  });
  const history = useUndoSteps(merge.text);
  const { text } = history;
  const [chosen, setChosen] = useState<Record<string, Side | undefined>>(() =>
    Object.fromEntries(merge.conflicts.map(({ pointer }) => [pointer, 'mine'])),
  );
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const guard = useUnsavedMerge(props.onUnsavedText);

  const name = theirs.updatedBy ?? 'Another user';
  const errors = validate(definition.schema, text.value);
  const hasErrors = Object.keys(errors).length > 0;
  const report = useEffectEvent(() => {
    props.onUnsavedText(text);
    guard.start();
  });
  const isChanged = history.canUndo || history.canRedo;
  useEffect(() => {
    if (isChanged) report();
  }, [text, isChanged]);
  const change = (next: FormText, pointer: string, { side, entryIds }: { side?: Side; entryIds?: EntryIds } = {}) => {
    history.change(next, pointer, entryIds);
    const isWithin = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}/`);
    const changed = Object.keys(chosen).filter((each) => isWithin(pointer, each) || isWithin(each, pointer));
    if (changed.length > 0)
      setChosen((before) => ({ ...before, ...Object.fromEntries(changed.map((each) => [each, side])) }));
  };
  const undoChoice = (step: 'undo' | 'redo') => () => {
    history[step]();
    setChosen({});
  };
  const steps: FormSteps = { ...history, undo: undoChoice('undo'), redo: undoChoice('redo') };
  const choose = (pointer: string, side: Side) => {
    const { value, title } = sides[side];
    if (pointer === titlePointer) return change({ ...text, title }, pointer, { side });
    change({ ...text, value: setValueAt(text.value, pointer, getValueAt(value, pointer)) }, pointer, { side });
  };
  const leave = (next: () => void) => () => {
    guard.end();
    next();
  };

  return (
    <section className={editor.editor} aria-label="Two people edited this" ref={box} tabIndex={-1}>
      <Stack p="md" pt={4}>
        <Alert tone="warning" icon={<IconGitMerge size={18} aria-hidden="true" />} role="alert">
          <strong>
            {name} saved this ({formatDateTime(theirs.updatedAt)}) while you were editing it.
          </strong>
          <br />
          Nothing is lost. {formatDecisions(merge.conflicts)}
        </Alert>
        {merge.conflicts.map((conflict) => (
          <ConflictQuestion
            key={conflict.pointer}
            conflict={conflict}
            name={name}
            side={chosen[conflict.pointer]}
            onChoose={(side) => choose(conflict.pointer, side)}
          >
            {conflict.pointer !== titlePointer && (
              <SchemaForm
                field={field}
                value={text.value}
                base={undefined}
                errors={errors}
                choices={choices}
                entryIds={history.entryIds}
                steps={steps}
                onChange={(value, pointer, entryIds) => change({ ...text, value }, pointer, { entryIds })}
                onLeave={() => undefined}
                only={{ pointer: conflict.pointer, label: `${conflict.label} that will be saved` }}
              />
            )}
          </ConflictQuestion>
        ))}
        <MergedFields name={name} mine={merge.onlyMine} theirs={merge.onlyTheirs} />
        {hasErrors && <FieldErrorSummary field={field} errors={errors} form={box} />}
        <Group gap={10}>
          <Button variant="filled" onClick={leave(() => props.onSave(text))} disabled={hasErrors}>
            {describeResult(text, sides)}
          </Button>
          <Button onClick={leave(props.onTakeTheirs)}>{`Keep ${name}’s, discard mine`}</Button>
          <Button variant="subtle" onClick={leave(() => props.onEdit(text))}>
            Back to editing
          </Button>
          <small>Every version stays in the history.</small>
        </Group>
      </Stack>
    </section>
  );
}

/** Asks before a changed merge is lost, between `start` and `end`. */
function useUnsavedMerge(onUnsavedText: ConflictViewProps['onUnsavedText']) {
  const id = useId();
  const drop = useEffectEvent(() => onUnsavedText(undefined));
  const [isChanged, setChanged] = useState(false);
  useEffect(() => {
    if (!isChanged) return;
    setUnsaved(id, 'open', { onDrop: () => drop() });
    return () => setUnsaved(id, undefined);
  }, [id, isChanged]);
  return { start: () => setChanged(true), end: () => setUnsaved(id, undefined) };
}

function describeResult(text: FormText, { mine, theirs }: Record<Side, FormText>): string {
  if (isEqual(text, mine)) return 'Save my version';
  return isEqual(text, theirs) ? 'Save their version' : 'Save the merged text';
}

function formatDecisions(conflicts: readonly MergedField[]): string {
  if (conflicts.length === 0) return 'You changed different fields, and both changes are merged.';
  const labels = conflicts.map(({ label }) => `“${label}”`);
  if (labels.length === 1) return `Only ${labels[0]} needs your decision.`;
  return `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)} need your decision.`;
}

interface ConflictQuestionProps {
  conflict: MergedField;
  name: string;
  /** Undefined after the result was edited by hand. */
  side: Side | undefined;
  onChoose: (side: Side) => void;
  children: ReactNode;
}

function ConflictQuestion({ conflict, name, side, onChoose, children }: ConflictQuestionProps) {
  const { label, input, base } = conflict;
  const sides = [
    { side: 'mine', title: 'Yours', text: conflict.mine },
    { side: 'theirs', title: `${name}’s`, text: conflict.theirs },
  ] as const;
  return (
    <Stack gap={12} pt={12} className={classes.question}>
      <Group gap="4px 10px" align="baseline">
        <h3>{label}</h3>
        <Tag tone="warning">both changed</Tag>
        {base !== undefined && (
          <small>
            Before both changes:{' '}
            {input === 'media' ? <PictureVersion address={base} size="small" /> : `“${base || 'empty'}”`}
          </small>
        )}
      </Group>
      <Radio.Group
        value={side ?? ''}
        onChange={(value) => onChoose(value as Side)}
        aria-label={`${label}: whose text`}
        className={classes.sides}
      >
        {sides.map(({ side: value, title, text }) => (
          <Radio.Card
            key={value}
            value={value}
            className={classes.side}
            // A picture card is named by its content, which includes the name of the picture.
            aria-label={input === 'media' ? undefined : `${title}: ${text || 'empty'}`}
          >
            <Group component="span" gap={8} mb={6} fz="sm">
              <strong>{title}</strong>
              {value === 'theirs' && <Tag tone="success">saved</Tag>}
              <Radio.Indicator ml="auto" />
            </Group>
            {input === 'media' ? (
              <PictureVersion address={text} size="small" />
            ) : (
              <WordDiff before={base ?? text} after={text} />
            )}
          </Radio.Card>
        ))}
      </Radio.Group>
      {children}
    </Stack>
  );
}

function MergedFields({ name, mine, theirs }: { name: string; mine: MergedField[]; theirs: MergedField[] }) {
  if (mine.length + theirs.length === 0) return null;
  const rows = [
    ...mine.map((merged) => ({ ...merged, text: merged.mine, author: 'yours' })),
    ...theirs.map((merged) => ({ ...merged, text: merged.theirs, author: `${name}’s` })),
  ];
  return (
    <Stack gap={0} pt={12} className={classes.question}>
      <Group gap="4px 10px" align="baseline">
        <h3>Merged automatically</h3>
        <small>Only one of you changed these</small>
      </Group>
      <Rows>
        {rows.map(({ pointer, label, input, text, author }) => (
          <li key={pointer}>
            <IconCheck size={16} color="var(--success)" aria-hidden="true" />
            <strong>{label}</strong>
            <Text span flex="1 1 200px">
              {input === 'media' && text !== '' ? <PictureVersion address={text} size="small" /> : text || 'empty'}
            </Text>
            <small>{author}</small>
          </li>
        ))}
      </Rows>
    </Stack>
  );
}
