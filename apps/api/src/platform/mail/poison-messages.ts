/**
 * Tells a server that is down from a message that brings it down: a line that is cut on this message again, while others
 * passed in between, is the message's own fault, and it must not be tried for ever. Kept in memory: after a start it takes
 * one cut more.
 */
export function createCuts() {
  let passed = 0;
  /** How many had passed when the line was last cut on a message, by its id. */
  const passedAtCut = new Map<string, number>();

  return {
    /** Called at each cut. */
    isItsOwnFault(id: string): boolean {
      const before = passedAtCut.get(id);
      passedAtCut.set(id, passed);
      return before !== undefined && before < passed;
    },
    /** The server has said something about this message. */
    end(id: string, state: string): void {
      if (state === 'sent') passed += 1;
      passedAtCut.delete(id);
    },
  };
}
