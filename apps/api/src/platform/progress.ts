/** The progress of one step of a long operation. */
export interface Step {
  /** Label, such as "Packing". */
  name: string;
  unit: 'bytes' | 'items';
  done: number;
  total: number;
}

/** Receives every change; the display decides how often it is shown. */
export type OnProgress = (step: Step) => void;

/** Returns a function that adds to the progress of a step and reports it. The sum never exceeds the total. */
export function createProgressCounter(
  onProgress: OnProgress | undefined,
  step: Omit<Step, 'done'>,
): (more: number) => void {
  let done = 0;
  return (more) => {
    done = Math.min(step.total, done + more);
    onProgress?.({ ...step, done });
  };
}
