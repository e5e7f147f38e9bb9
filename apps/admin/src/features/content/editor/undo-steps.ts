import { useReducer } from 'react';
import type { EntryIds } from '../model/entry-ids.ts';
import type { FormText } from '../model/form-model.ts';

export interface Step {
  text: FormText;
  entryIds: EntryIds;
  /** The field that was changed from here. */
  pointer: string;
}

interface FormHistory {
  now: FormText;
  /** Restored together with the text, so that each entry gets its own controls back. */
  entryIds: EntryIds;
  past: readonly Step[];
  future: readonly Step[];
  /** Field and time of the last change, in ms. Further typing belongs to the same step. */
  last?: { pointer: string; at: number };
  /** The field that the last Undo or Redo changed; a new object for each. */
  reached?: ReachedStep;
}

interface ReachedStep {
  kind: 'undo' | 'redo';
  pointer: string;
}

interface Edit {
  text: FormText;
  entryIds: EntryIds;
  pointer: string;
}

type Action =
  | ({ kind: 'change'; at: number } & Edit)
  | { kind: 'continue'; at: number }
  | { kind: 'close' | 'undo' | 'redo' };

/** The steps of a form, for a field that has keys and buttons for them, or that knows where a step ends. */
export interface FormSteps {
  canUndo: boolean;
  canRedo: boolean;
  undo: () => void;
  redo: () => void;
  /** Ends the step: the next change of the field begins another one. */
  closeStep: () => void;
  /** Continues the step, however long ago its last change was. */
  continueStep: () => void;
  /** The field that the last Undo or Redo changed; a new object for each. */
  reached: ReachedStep | undefined;
}

const pauseMs = 800;
const maxSteps = 200;

export function reduceHistory(state: FormHistory, action: Action): FormHistory {
  const { now, entryIds, past, future, last } = state;
  if (action.kind === 'change') {
    const { text, pointer, at } = action;
    const isTypingOn = last?.pointer === pointer && at - last.at < pauseMs && hasSameShape(text, now);
    return {
      now: text,
      entryIds: action.entryIds,
      past: isTypingOn ? past : [...past, { text: now, entryIds, pointer }].slice(-maxSteps),
      future: [],
      last: { pointer, at },
    };
  }
  if (action.kind === 'continue') return last ? { ...state, last: { ...last, at: action.at } } : state;
  if (action.kind === 'close') {
    const { last: _, ...closed } = state;
    return last ? closed : state;
  }
  const from = action.kind === 'undo' ? past : future;
  const step = from.at(-1);
  if (!step) return state;
  const back = { text: now, entryIds, pointer: step.pointer };
  return {
    now: step.text,
    entryIds: step.entryIds,
    past: action.kind === 'undo' ? past.slice(0, -1) : [...past, back],
    future: action.kind === 'undo' ? [...future, back] : future.slice(0, -1),
    reached: { kind: action.kind, pointer: step.pointer },
  };
}

/** Adding or removing an entry is a step of its own. */
function hasSameShape(text: FormText, before: FormText): boolean {
  return getShape(text.value) === getShape(before.value);
}

function getShape(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'object' ? part : '')) ?? '';
}

/**
 * Returns the text of a form with its history. Undo covers all fields, not only the focused one.
 *
 * @param past the steps that have led to the text before the form was opened
 */
export function useUndoSteps(start: FormText, past: readonly Step[] = []) {
  const [state, dispatch] = useReducer(reduceHistory, { now: start, entryIds: {}, past, future: [] });
  return {
    text: state.now,
    entryIds: state.entryIds,
    reached: state.reached,
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
    /** The fields that the next steps change. */
    next: { undo: state.past.at(-1)?.pointer, redo: state.future.at(-1)?.pointer },
    change: (text: FormText, pointer: string, entryIds: EntryIds = state.entryIds) =>
      dispatch({ kind: 'change', text, entryIds, pointer, at: Date.now() }),
    undo: () => dispatch({ kind: 'undo' }),
    redo: () => dispatch({ kind: 'redo' }),
    closeStep: () => dispatch({ kind: 'close' }),
    continueStep: () => dispatch({ kind: 'continue', at: Date.now() }),
  } satisfies FormSteps & Record<string, unknown>;
}
