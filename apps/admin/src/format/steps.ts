/** A change of an item that Undo and Redo name: "undid the removal". */
export type Step = 'addition' | 'change' | 'move' | 'removal';

/** To undo a removal is to add the entry again. */
const undone: Record<Step, Step> = { addition: 'removal', change: 'change', move: 'move', removal: 'addition' };

/** Returns which change an Undo or Redo has undone or redone, from the change that it made: "undid the removal". */
export function describeStep(origin: 'undo' | 'redo', made: Step): string {
  return origin === 'undo' ? `undid the ${undone[made]}` : `redid the ${made}`;
}
