/** What the library takes; the server decides by decoding. */
export const acceptedTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'];

let waiting: File[] = [];
const listeners = new Set<(files: File[]) => void>();

/** Lets the person choose images from any screen. `onChosen` is called when there are some; the upload area takes them. */
export function chooseFiles(onChosen: () => void): void {
  const input = Object.assign(document.createElement('input'), {
    type: 'file',
    multiple: true,
    accept: acceptedTypes.join(','),
  });
  input.addEventListener('change', () => {
    waiting.push(...(input.files ?? []));
    if (waiting.length === 0) return;
    onChosen();
    for (const listener of listeners) listener(taken());
  });
  input.click();
}

/** Hands out files that were chosen on another screen, now and from now on; @returns what ends it */
export function onFilesChosen(listener: (files: File[]) => void): () => void {
  if (waiting.length > 0) listener(taken());
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function taken(): File[] {
  const files = waiting;
  waiting = [];
  return files;
}
