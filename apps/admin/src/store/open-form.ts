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
}

/**
 * Undefined while no form has unsaved text or steps. Undo and Redo of the header belong to the form until it closes:
 * otherwise they would change the site while the user expects them to change the typed text.
 */
export const openForm = createStore<OpenForm | undefined>(undefined);
