import type { ServerDraft } from '@threadline/schema/wire/drafts';
import { getErrorMessage, isApiError } from '../../../api/client.ts';
import type { FormText } from '../model/form-model.ts';

/**
 * `unsaved`: the text is sent after the next pause in the typing. `failed`: the server could not be reached or refused the text, and
 * the writer tries again. `conflict`: another editor has changed the draft, and an editor has to decide.
 */
export type DraftPhase = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict';

export interface DraftState {
  phase: DraftPhase;
  /** The draft as the server has it; null without a draft. */
  acknowledged: ServerDraft | null;
  /** Why the text is not saved. */
  problem: string;
  /** The draft of the other editor, in a conflict. Null if it was published or discarded. */
  theirs: ServerDraft | null;
}

interface DraftCalls {
  /** Stores the text as the successor of the acknowledged draft. Returns null if there is nothing left to store. */
  save: (text: FormText, acknowledged: ServerDraft | null) => Promise<ServerDraft | null>;
  /** Called with each new state. */
  onState: (state: DraftState) => void;
}

/** A draft is saved after this pause in the typing, and in any case this long after the first unsaved key. */
export const pauseMs = 1000;
export const maxPauseMs = 10_000;
const retryMs = 10_000;

/**
 * Saves the text of an editor as a draft on the server: one request at a time, the newest text wins. An answer never
 * changes what is on the screen.
 */
export function createDraftWriter(stored: ServerDraft | null, { save, onState }: DraftCalls) {
  let state: DraftState = { phase: 'saved', acknowledged: stored, problem: '', theirs: null };
  let unsent: { text: FormText } | undefined;
  let running: Promise<void> | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let deadline: ReturnType<typeof setTimeout> | undefined;

  function setState(next: Partial<DraftState>): void {
    state = { ...state, ...next };
    onState(state);
  }

  function clearTimers(): void {
    clearTimeout(pause);
    clearTimeout(deadline);
    deadline = undefined;
  }

  async function sendUnsent(): Promise<void> {
    while (unsent) {
      const { text } = unsent;
      unsent = undefined;
      clearTimers();
      setState({ phase: 'saving' });
      try {
        setState({ acknowledged: await save(text, state.acknowledged), problem: '', theirs: null });
      } catch (error) {
        unsent ??= { text };
        const problem = getErrorMessage(error, 'The draft could not be saved.');
        if (isApiError(error, 'conflict')) setState({ phase: 'conflict', problem, theirs: toDraft(error.current) });
        else {
          setState({ phase: 'failed', problem });
          pause = setTimeout(flush, retryMs);
        }
        return;
      }
    }
    setState({ phase: 'saved' });
  }

  /** Saves now what is not saved. Returns whether the server has everything. */
  async function flush(): Promise<boolean> {
    if (unsent && state.phase !== 'conflict') running ??= sendUnsent().finally(() => (running = undefined));
    await running;
    return unsent === undefined;
  }

  return {
    state: () => state,
    flush,

    /** Saves the text after the next pause. */
    change(text: FormText): void {
      unsent = { text };
      if (state.phase === 'conflict') return;
      if (state.phase === 'saved') setState({ phase: 'unsaved' });
      clearTimeout(pause);
      pause = setTimeout(flush, pauseMs);
      deadline ??= setTimeout(flush, maxPauseMs);
    },

    /** Forgets unsaved text: the screen shows what the server has. */
    forget(): void {
      unsent = undefined;
      clearTimers();
      if (state.phase !== 'saved' && !running) setState({ phase: 'saved', problem: '', theirs: null });
    },

    /** Continues from the draft of the other editor, or with a new one if that is gone. The text on the screen includes it. */
    settle(acknowledged: ServerDraft | null): void {
      setState({ phase: unsent ? 'unsaved' : 'saved', acknowledged, problem: '', theirs: null });
    },

    /** Takes over what the server says about the acknowledged draft, such as its schedule. */
    update(acknowledged: ServerDraft): void {
      setState({ acknowledged });
    },

    /** Ends the timers. Unsaved text is sent now. */
    stop(): void {
      flush();
      clearTimers();
    },
  };
}

function toDraft(current: unknown): ServerDraft | null {
  const isDraft = typeof current === 'object' && current !== null && 'version' in current && 'value' in current;
  return isDraft ? (current as ServerDraft) : null;
}
