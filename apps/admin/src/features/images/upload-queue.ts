import type { Image } from '@threadline/schema/content/image';
import { getErrorMessage, isApiError } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { formatCount } from '../../format/numbers.ts';
import { createStore, useStore } from '../../store/create-store.ts';
import { getCurrentUser } from '../../store/current-user.ts';
import { listedUploadCount } from '../../store/pending-work.ts';
import { setUnsaved } from '../../store/unsaved.ts';
import { refreshImages } from './images-query.ts';
import { type AcceptedFiles, acceptedTypes, findFileError, sendImage } from './send-image.ts';

/** Where the files were added: on the images screen, or in one opened picker that needs one image. */
export type UploadTarget = 'library' | symbol;

export interface Upload {
  id: number;
  target: UploadTarget;
  name: string;
  file: File;
  /** 0 to 100. */
  percent: number;
  /** `duplicate`: the library already had this image. */
  state: 'queued' | 'uploading' | 'failed' | 'duplicate';
  image?: Image;
  error?: string | undefined;
  canRetry?: boolean | undefined;
}

interface UploadQueue {
  uploads: readonly Upload[];
  /** The number of images that were stored since the page was opened. */
  storedCount: number;
  /** Whether one of them was a video. */
  hasVideo: boolean;
  /** The number of images that were stored while no list of their target was on the screen. */
  unseenCount: number;
  /** The targets whose lists are on the screen. */
  visible: readonly UploadTarget[];
}

const maxConcurrent = 3;
const empty: UploadQueue = { uploads: [], storedCount: 0, hasVideo: false, unseenCount: 0, visible: [] };

const running = new Map<number, AbortController>();

// Outside React: an upload continues when its screen is left. It ends when its user leaves.
const queue = createStore(empty, {
  reset: ({ visible }) => {
    for (const abort of running.values()) abort.abort();
    return { ...empty, visible };
  },
});
const arrivals = new Map<UploadTarget, (image: Image) => void>();
let ownerId = '';
let lastId = 0;

export const isPending = ({ state }: Upload) => state === 'queued' || state === 'uploading';

export function useUploads(): UploadQueue {
  return useStore(queue);
}

queue.subscribe(() => {
  const { uploads, unseenCount } = queue.get();
  setUnsaved('uploads', uploads.some(isPending) ? 'queued' : undefined, { onDrop: removeAll, userId: ownerId });
  listedUploadCount.set(uploads.length + unseenCount);
});

/** Returns how many files were uploaded. */
export function describeStored(count: number, hasVideo: boolean): string {
  const [one, many] = hasVideo ? ['file was', 'files were'] : ['image was', 'images were'];
  return `${formatCount(count, one, many)} uploaded`;
}

function update(id: number, change: Partial<Upload>): void {
  queue.set((before) => ({
    ...before,
    uploads: before.uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)),
  }));
}

function remove(id: number): void {
  queue.set((before) => ({ ...before, uploads: before.uploads.filter((upload) => upload.id !== id) }));
}

function startNext(): void {
  for (const upload of queue.get().uploads) {
    if (running.size >= maxConcurrent) return;
    if (upload.state === 'queued') send(upload);
  }
}

async function send({ id, file, target }: Upload): Promise<void> {
  const abort = new AbortController();
  running.set(id, abort);
  update(id, { state: 'uploading', percent: 0 });
  try {
    const onProgress = (percent: number) => update(id, { percent });
    finish(id, target, await sendImage({ file, signal: abort.signal, onProgress }));
  } catch (error) {
    if (!abort.signal.aborted)
      update(id, {
        state: 'failed',
        canRetry: isTemporary(error),
        error: getErrorMessage(error, 'The upload failed.'),
      });
  } finally {
    running.delete(id);
    startNext();
  }
}

function finish(id: number, target: UploadTarget, { image, isKnown }: { image: Image; isKnown: boolean }): void {
  const isVisible = queue.get().visible.includes(target);
  if (isKnown && isVisible) update(id, { state: 'duplicate', image });
  else {
    remove(id);
    queue.set((before) => ({
      ...before,
      storedCount: before.storedCount + 1,
      hasVideo: before.hasVideo || image.video !== undefined,
      unseenCount: before.unseenCount + (isVisible ? 0 : 1),
    }));
  }
  arrivals.get(target)?.(image);
  if (!isKnown) refreshImages(queryClient);
  if (image.video?.poster === '') import('./video-poster.ts').then(({ addFirstPoster }) => addFirstPoster(image));
}

/** Returns whether the same file may succeed later: no connection, no session, or too many requests. */
function isTemporary(error: unknown): boolean {
  if (!isApiError(error)) return false;
  return error.code === 'network' || error.status === 401 || error.status === 429 || error.status >= 500;
}

/** Queues files. A stored one leaves the list. A failed or duplicate one stays with its reason. */
export function addUploads(files: readonly File[], target: UploadTarget, accepted?: AcceptedFiles): void {
  const added = files.map((file): Upload => {
    lastId += 1;
    const error = findFileError(file, accepted);
    return { id: lastId, target, name: file.name, file, percent: 0, state: error ? 'failed' : 'queued', error };
  });
  ownerId = getCurrentUser()._id;
  queue.set((before) => ({ ...before, uploads: [...before.uploads, ...added] }));
  startNext();
}

/** Opens the file dialog from any screen and uploads the chosen files to the library. */
export function chooseImages(onChosen?: () => void): void {
  const input = Object.assign(document.createElement('input'), {
    type: 'file',
    multiple: true,
    accept: acceptedTypes.join(','),
  });
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    if (files.length === 0) return;
    onChosen?.();
    addUploads(files, 'library');
  });
  input.click();
}

export function retryUpload({ id }: Upload): void {
  update(id, { state: 'queued', error: undefined, canRetry: undefined });
  startNext();
}

/** Cancels an upload, or removes a finished one from the list. */
export function removeUpload({ id }: Pick<Upload, 'id'>): void {
  running.get(id)?.abort();
  remove(id);
}

function removeAll(): void {
  for (const upload of queue.get().uploads) removeUpload(upload);
}

/**
 * Marks the list of a target as visible, and passes each image that arrives for it to `onArrived`.
 *
 * @returns a function that ends both and removes the duplicates, which were only of interest there
 */
export function showUploads(target: UploadTarget, onArrived?: (image: Image) => void): () => void {
  if (onArrived) arrivals.set(target, onArrived);
  queue.set((before) => ({ ...before, visible: [...before.visible, target] }));
  return () => {
    arrivals.delete(target);
    queue.set((before) => ({
      ...before,
      uploads: before.uploads.filter((upload) => upload.target !== target || upload.state !== 'duplicate'),
      visible: before.visible.filter((each) => each !== target),
    }));
  };
}

/** Resets the number of unseen images, after a message named it. */
export function clearUnseenCount(): void {
  queue.set((before) => ({ ...before, unseenCount: 0 }));
}
