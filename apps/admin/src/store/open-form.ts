import { createStore } from './create-store.ts';

interface FormStep {
  /** The field that the step changes. */
  label: string;
  run: () => void;
}

/** The next steps of an open form with unsaved text. */
export interface OpenForm {
  undo?: FormStep | undefined;
  redo?: FormStep | undefined;
  /** Whether the text of the form has unsaved changes or steps back. Without them, Undo is that of the saved changes. */
  ownsUndo: boolean;
}

/**
 * Undefined while no form has unsaved text or steps. Undo and Redo of the header belong to the form while it
 * has steps back or unsaved text: otherwise they would change the site while the user expects them to change the typed text.
 */
export const openForm = createStore<OpenForm | undefined>(undefined);
