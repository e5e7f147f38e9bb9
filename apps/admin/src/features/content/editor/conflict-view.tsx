import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/RadioCard.layer.css';
import '@mantine/core/styles/RadioIndicator.layer.css';
import { Radio } from '@mantine/core';
import { IconCheck, IconGitMerge } from '@tabler/icons-react';
import type { ContentItem } from '@threadline/schema/content-item';
import type { ItemDefinition } from '@threadline/schema/content-model';
import { fieldOf } from '@threadline/schema/form-field';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { momentOf } from '../../../format/time.ts';
import { setUnsaved } from '../../../store/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import type { EntryIds } from '../model/entry-ids.ts';
import type { Draft } from '../model/form-model.ts';
import { completed, validate } from '../model/form-model.ts';
import { type MergedField, mergeEdits, titlePointer } from '../model/merge.ts';
import { valueAt, withValueAt } from '../model/value-at.ts';
import classes from './conflict-view.module.css';
import editor from './editor.module.css';
import { ErrorSummary } from './error-summary.tsx';
import type { FormChoices } from './form-context.ts';
import { PictureVersion } from './picture-diff.tsx';
import { SchemaForm } from './schema-form.tsx';
import { WordDiff } from './word-diff.tsx';

interface ConflictViewProps {
  definition: ItemDefinition;
  /** What both started from, where it is known. */
  base: Draft | undefined;
  mine: Draft;
  theirs: ContentItem;
  choices: FormChoices;
  onSave: (merged: Draft) => void;
  onTakeTheirs: () => void;
  onEdit: (merged: Draft) => void;
  /** Every rewriting of the merge at once; undefined when the person leaves and agrees to lose it. */
  onDraft: (merged: Draft | undefined) => void;
}

type Side = 'mine' | 'theirs';

/** Two people edited one item: what only one of them changed is merged, and for the rest both texts are shown. */
export function ConflictView(props: ConflictViewProps) {
  const { definition, theirs, choices } = props;
  const field = fieldOf(definition.schema);
  const [sides] = useState(() => ({
    base: props.base && { ...props.base, value: completed(field, props.base.value) },
    mine: { ...props.mine, value: completed(field, props.mine.value) },
    theirs: { value: completed(field, theirs.value), title: theirs.metadata.title ?? '' },
  }));
  const merge = useMemo(() => mergeEdits(field, sides), [field, sides]);
  const [draft, setDraft] = useState(merge.draft);
  const [entryIds, setEntryIds] = useState<EntryIds>({});
  const [chosen, setChosen] = useState<Record<string, Side | undefined>>(() =>
    Object.fromEntries(merge.conflicts.map(({ pointer }) => [pointer, 'mine'])),
  );
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const unsavedId = useId();
  useEffect(() => () => setUnsaved(unsavedId, undefined), [unsavedId]);

  const name = theirs.updatedBy ?? 'Somebody';
  const errors = validate(definition.schema, draft.value);
  const change = (next: Draft, pointer: string, side?: Side) => {
    setDraft(next);
    props.onDraft(next);
    setUnsaved(unsavedId, 'open', { onDrop: () => props.onDraft(undefined) });
    const owner = Object.keys(chosen).find((conflict) => pointer === conflict || pointer.startsWith(`${conflict}/`));
    if (owner !== undefined) setChosen((before) => ({ ...before, [owner]: side }));
  };
  /** The next one looks after the words from here on. */
  const leaveWith = (next: () => void) => {
    setUnsaved(unsavedId, undefined);
    next();
  };
  const choose = (pointer: string, side: Side) =>
    change(
      pointer === titlePointer
        ? { ...draft, title: sides[side].title }
        : { ...draft, value: withValueAt(draft.value, pointer, valueAt(sides[side].value, pointer)) },
      pointer,
      side,
    );

  return (
    <section className={classes.view} aria-label="Two people edited this" ref={box} tabIndex={-1}>
      <div className={classes.parts}>
        <div className="alert" data-tone="waiting" role="alert">
          <IconGitMerge size={18} aria-hidden="true" />
          <div>
            <strong>
              {name} saved this ({momentOf(theirs.updatedAt)}) while you were editing it.
            </strong>
            <br />
            Nothing is lost. {decisionWords(merge.conflicts)}
          </div>
        </div>
        {merge.conflicts.map((conflict) => (
          <Question
            key={conflict.pointer}
            conflict={conflict}
            name={name}
            side={chosen[conflict.pointer]}
            onChoose={(side) => choose(conflict.pointer, side)}
          >
            {conflict.pointer === titlePointer ? null : (
              <SchemaForm
                field={field}
                value={draft.value}
                base={undefined}
                errors={errors}
                choices={choices}
                entryIds={entryIds}
                onChange={(value, pointer, ids) => {
                  setEntryIds(ids);
                  change({ ...draft, value }, pointer);
                }}
                onLeave={() => undefined}
                only={[{ pointer: conflict.pointer, label: `${conflict.label} that will be saved` }]}
              />
            )}
          </Question>
        ))}
        <Merged name={name} mine={merge.onlyMine} theirs={merge.onlyTheirs} />
        {Object.keys(errors).length > 0 && <ErrorSummary field={field} errors={errors} form={box} />}
      </div>
      <div className={editor.foot} data-tall>
        <Button
          variant="filled"
          onClick={() => leaveWith(() => props.onSave(draft))}
          disabled={Object.keys(errors).length > 0}
        >
          Save the merged text
        </Button>
        <Button onClick={() => leaveWith(props.onTakeTheirs)}>{`Keep ${name}’s, drop mine`}</Button>
        <Button variant="subtle" onClick={() => leaveWith(() => props.onEdit(draft))}>
          Back to editing
        </Button>
        <span className={classes.aside}>Every version stays in History.</span>
      </div>
    </section>
  );
}

function decisionWords(conflicts: readonly MergedField[]): string {
  if (conflicts.length === 0) return 'You changed different fields: both changes are put together.';
  const labels = conflicts.map(({ label }) => `“${label}”`);
  if (labels.length === 1) return `Only ${labels[0]} needs your decision.`;
  return `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)} need your decision.`;
}

interface QuestionProps {
  conflict: MergedField;
  name: string;
  /** Undefined once the result was edited by hand. */
  side: Side | undefined;
  onChoose: (side: Side) => void;
  children: React.ReactNode;
}

function Question({ conflict, name, side, onChoose, children }: QuestionProps) {
  const { label, input, base, mine, theirs } = conflict;
  const isPicture = input === 'media';
  // The name of a picture is part of what its card shows.
  const nameSide = (whose: string, text: string) => (isPicture ? undefined : `${whose}: ${text || 'empty'}`);
  return (
    <div className={classes.question}>
      <div className={classes.questionHead}>
        <h3>{label}</h3>
        <span className="tag" data-tone="waiting">
          both changed
        </span>
        {base !== undefined && (
          <span className={classes.aside}>
            Before both: {isPicture ? <PictureVersion address={base} size="small" /> : `“${base || 'empty'}”`}
          </span>
        )}
      </div>
      <Radio.Group
        value={side ?? ''}
        onChange={(value) => onChoose(value as Side)}
        aria-label={`${label}: whose text`}
        className={classes.sides}
      >
        <Radio.Card value="mine" className={classes.side} aria-label={nameSide('Yours', mine)}>
          <SideWords title="Yours" input={input} base={base} text={mine} />
        </Radio.Card>
        <Radio.Card value="theirs" className={classes.side} aria-label={nameSide(`${name}’s`, theirs)}>
          <SideWords title={`${name}’s`} isSaved input={input} base={base} text={theirs} />
        </Radio.Card>
      </Radio.Group>
      {children}
    </div>
  );
}

interface SideWordsProps extends Pick<MergedField, 'input'> {
  title: string;
  isSaved?: boolean;
  base: string | undefined;
  text: string;
}

function SideWords({ title, isSaved, input, base, text }: SideWordsProps) {
  return (
    <>
      <span className={classes.sideHead}>
        <strong>{title}</strong>
        {isSaved && (
          <span className="tag" data-tone="good">
            saved
          </span>
        )}
        <Radio.Indicator />
      </span>
      {input === 'media' ? (
        <PictureVersion address={text} size="small" />
      ) : (
        <WordDiff before={base ?? text} after={text} />
      )}
    </>
  );
}

/** A value that is not compared: a picture as a thumbnail. */
function PlainValue({ input, text }: { input: MergedField['input']; text: string }) {
  if (input === 'media' && text !== '') return <PictureVersion address={text} size="small" />;
  return text === '' ? 'empty' : text;
}

function Merged({ name, mine, theirs }: { name: string; mine: MergedField[]; theirs: MergedField[] }) {
  if (mine.length + theirs.length === 0) return null;
  const rows = [
    ...mine.map((merged) => ({ ...merged, text: merged.mine, whose: 'yours' })),
    ...theirs.map((merged) => ({ ...merged, text: merged.theirs, whose: `${name}’s` })),
  ];
  return (
    <div className={classes.question}>
      <div className={classes.questionHead}>
        <h3>Merged without a question</h3>
        <span className={classes.aside}>Only one of you changed these</span>
      </div>
      <ul className={classes.merged}>
        {rows.map(({ pointer, label, input, text, whose }) => (
          <li key={pointer}>
            <IconCheck size={16} aria-hidden="true" />
            <strong>{label}</strong>
            <span>
              <PlainValue input={input} text={text} />
            </span>
            <span className={classes.aside}>{whose}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
