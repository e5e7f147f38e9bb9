import { useQueryClient } from '@tanstack/react-query';
import type { Image } from '@threadline/schema/image';
import { useCallback, useRef, useState } from 'react';
import { isApiError, sentenceOf } from '../../api.ts';
import { refreshImages } from './images-query.ts';
import { refusalOf, uploadImage } from './upload.ts';

export interface UploadRow {
  id: number;
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
}

const concurrentUploads = 3;

/**
 * The files on their way. A finished one leaves the list; a failed or a known one stays with its reason.
 *
 * @param onArrived gets each image that the library has now
 */
export function useUploads(onArrived?: (image: Image) => void) {
  const queryClient = useQueryClient();
  const [rows, setRows] = useState<readonly UploadRow[]>([]);
  /** How many arrived since the screen was opened. */
  const [finished, setFinished] = useState(0);
  const queue = useRef<UploadRow[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const count = useRef(0);
  const arrived = useRef(onArrived);
  arrived.current = onArrived;

  const update = useCallback((id: number, change: Partial<UploadRow>) => {
    setRows((before) => before.map((row) => (row.id === id ? { ...row, ...change } : row)));
  }, []);
  const drop = useCallback((id: number) => {
    queue.current = queue.current.filter((row) => row.id !== id);
    running.current.get(id)?.abort();
    setRows((before) => before.filter((row) => row.id !== id));
  }, []);

  const next = useCallback(() => {
    while (running.current.size < concurrentUploads && queue.current.length > 0) {
      const row = queue.current.shift();
      if (row) send(row);
    }
    async function send({ id, file }: UploadRow) {
      const stop = new AbortController();
      running.current.set(id, stop);
      update(id, { state: 'uploading', percent: 0 });
      try {
        const onProgress = (percent: number) => update(id, { percent });
        const { image, isKnown } = await uploadImage({ file, signal: stop.signal, onProgress });
        arrived.current?.(image);
        if (isKnown) return update(id, { state: 'known', image });
        setRows((before) => before.filter((row) => row.id !== id));
        setFinished((before) => before + 1);
        refreshImages(queryClient);
      } catch (error) {
        const canRetry = isApiError(error) && (error.code === 'network' || error.status >= 500 || error.status === 429);
        if (!stop.signal.aborted)
          update(id, { state: 'failed', canRetry, problem: sentenceOf(error, 'The upload failed.') });
      } finally {
        running.current.delete(id);
        next();
      }
    }
  }, [queryClient, update]);

  const add = (files: readonly File[]) => {
    const added = files.map((file): UploadRow => {
      count.current += 1;
      const problem = refusalOf(file);
      return { id: count.current, name: file.name, file, percent: 0, state: problem ? 'failed' : 'waiting', problem };
    });
    setRows((before) => [...before, ...added]);
    queue.current.push(...added.filter(({ state }) => state === 'waiting'));
    next();
  };
  const retry = (row: UploadRow) => {
    update(row.id, { state: 'waiting', problem: undefined });
    queue.current.push(row);
    next();
  };
  return { rows, finished, add, retry, drop };
}
