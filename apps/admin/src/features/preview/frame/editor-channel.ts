import type { FrameMessage } from '../messages.ts';

/** Sends messages to the editor. A typed text follows the frame that shows it, which the editor's work would delay. */
export function createEditorChannel() {
  let typedText: FrameMessage | undefined;

  function post(message: FrameMessage): void {
    window.parent.postMessage(message, location.origin);
  }

  function sendTypedText(): void {
    if (typedText) post(typedText);
    typedText = undefined;
  }

  // A hidden window paints no frame.
  for (const type of ['blur', 'pagehide']) window.addEventListener(type, sendTypedText);
  document.addEventListener('visibilitychange', sendTypedText);

  return {
    send(message: FrameMessage): void {
      sendTypedText();
      if (message.kind === 'typed') {
        typedText = message;
        afterFrame(sendTypedText);
      } else post(message);
    },
  };
}

/** Runs a function once the next frame is painted. */
export function afterFrame(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}
