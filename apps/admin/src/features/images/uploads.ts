import type { Image } from '@threadline/schema/image';
import { useSyncExternalStore } from 'react';
import { isApiError, sentenceOf } from '../../api/client.ts';
import { currentUser, getCurrentUser } from '../../store/current-user.ts';
import { listedUploadCount } from '../../store/pending-work.ts';
import { setUnsaved } from '../../store/unsaved.ts';
import { refusalOf, uploadImage } from './upload.ts';

/** Who was given the files: the library's own screen, or a field that wants one picture. */
export type UploadPlace = 'library' | 'field';

export interface UploadRow {
  id: number;
  place: UploadPlace;
  name: string;
  file: File;
  /** 0 to 100. */
  percent: number;
  /** `known`: the library had this very picture already. */
  state: 'waiting' | 'uploading' | 'failed' | 'known';
  image?: Image;
  problem?: string;
  /** The same file may well succeed later. */
  canRetry?: boolean;
  onStored: () => void;
}

interface Uploads {
  rows: readonly UploadRow[];
  /** How many were stored since the page was opened. */
  finished: number;
  /** How many of them while no list of their place was in view. */
  unseen: number;
  /** The places whose lists are in view. */
  shown: readonly UploadPlace[];
}

const concurrentUploads = 3;

// Outside React: an upload goes on, and can be looked at, on every screen.
let uploads: Uploads = { rows: [], finished: 0, unseen: 0, shown: [] };
let count = 0;
let queue: number[] = [];
/** Whose uploads they are. */
let userId = getCurrentUser()._id;
const running = new Map<number, AbortController>();
const arrivals = new Map<UploadPlace, (image: Image) => void>();
const listeners = new Set<() => void>();

export const isUnderWay = ({ state }: UploadRow) => state === 'waiting' || state === 'uploading';

function set(change: Partial<Uploads>): void {
  uploads = { ...uploads, ...change };
  const { rows, unseen } = uploads;
  setUnsaved('uploads', rows.some(isUnderWay) ? 'kept' : undefined, { onDrop: dropAll, userId });
  listedUploadCount.set(rows.length + unseen);
  for (const listener of listeners) listener();
}

const update = (id: number, change: Partial<UploadRow>) =>
  set({ rows: uploads.rows.map((row) => (row.id === id ? { ...row, ...change } : row)) });
const without = (id: number) => uploads.rows.filter((row) => row.id !== id);

function next(): void {
  while (running.size < concurrentUploads && queue.length > 0) {
    const id = queue.shift();
    const row = uploads.rows.find((each) => each.id === id);
    if (row) send(row);
  }
}

async function send({ id, file, place, onStored }: UploadRow): Promise<void> {
  const stop = new AbortController();
  running.set(id, stop);
  update(id, { state: 'uploading', percent: 0 });
  try {
    const onProgress = (percent: number) => update(id, { percent });
    const { image, isKnown } = await uploadImage({ file, signal: stop.signal, onProgress });
    const isSeen = uploads.shown.includes(place);
    if (isKnown && isSeen) update(id, { state: 'known', image });
    else set({ rows: without(id), finished: uploads.finished + 1, unseen: uploads.unseen + (isSeen ? 0 : 1) });
    arrivals.get(place)?.(image);
    if (!isKnown) onStored();
  } catch (error) {
    if (!stop.signal.aborted)
      update(id, { state: 'failed', canRetry: isPassing(error), problem: sentenceOf(error, 'The upload failed.') });
  } finally {
    running.delete(id);
    next();
  }
}

/** No connection, no session, too much at once: later it may go. */
function isPassing(error: unknown): boolean {
  if (!isApiError(error)) return false;
  return error.code === 'network' || error.status === 401 || error.status === 429 || error.status >= 500;
}

interface Given {
  place: UploadPlace;
  /** The library has a picture more. */
  onStored: () => void;
}

/** Puts files in line. A stored one leaves the list; a failed or a known one stays with its reason. */
export function addUploads(files: readonly File[], given: Given): void {
  const added = files.map((file): UploadRow => {
    count += 1;
    const problem = refusalOf(file);
    return { ...given, id: count, name: file.name, file, percent: 0, state: problem ? 'failed' : 'waiting', problem };
  });
  queue.push(...added.filter(isUnderWay).map(({ id }) => id));
  set({ rows: [...uploads.rows, ...added] });
  next();
}

export function retryUpload({ id }: UploadRow): void {
  queue.push(id);
  update(id, { state: 'waiting', problem: undefined, canRetry: undefined });
  next();
}

/** Stops an upload, or takes what became of it off the list. */
export function dropUpload({ id }: Pick<UploadRow, 'id'>): void {
  queue = queue.filter((each) => each !== id);
  running.get(id)?.abort();
  set({ rows: without(id) });
}

function dropAll(): void {
  for (const row of uploads.rows) dropUpload(row);
}

// They would be stored in the name of the next user.
currentUser.subscribe(() => {
  dropAll();
  userId = getCurrentUser()._id;
});

/**
 * The list of a place is in view.
 *
 * @param onArrived gets each image that the library has now, as long as it is
 * @returns what ends it; that a picture was known already is then told no more
 */
export function showUploads(place: UploadPlace, onArrived?: (image: Image) => void): () => void {
  if (onArrived) arrivals.set(place, onArrived);
  set({ shown: [...uploads.shown, place] });
  return () => {
    arrivals.delete(place);
    const rows = uploads.rows.filter((row) => row.place !== place || row.state !== 'known');
    set({ rows, shown: uploads.shown.filter((each) => each !== place) });
  };
}

/** What arrived unseen was told. */
export function clearUnseen(): void {
  set({ unseen: 0 });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useUploads(): Uploads {
  return useSyncExternalStore(subscribe, () => uploads);
}
