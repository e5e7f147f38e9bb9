/** How far one step of a long work has come. */
export interface Step {
  /** For people: "Packing". */
  name: string;
  unit: 'bytes' | 'items';
  done: number;
  total: number;
}

/** Called as often as there is news; whoever shows it decides how often that is. */
export type TellProgress = (step: Step) => void;

/** @returns what counts up and tells, never beyond the total */
export function countUp(tell: TellProgress | undefined, step: Omit<Step, 'done'>): (more: number) => void {
  let done = 0;
  return (more) => {
    done = Math.min(step.total, done + more);
    tell?.({ ...step, done });
  };
}
