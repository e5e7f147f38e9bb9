import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { isApiError, sentenceOf } from '../../api.ts';
import { refusalOf, uploadImage } from './upload.ts';

export interface UploadRow {
  id: number;
  name: string;
  file: File;
  /** 0 to 100. */
  percent: number;
  state: 'waiting' | 'uploading' | 'failed';
  problem?: string;
  /** The same file may well succeed later. */
  canRetry?: boolean;
}

const concurrentUploads = 3;

/** The files on their way. A finished one leaves the list; a failed one stays with its reason. */
export function useUploads() {
  const queryClient = useQueryClient();
  const [rows, setRows] = useState<readonly UploadRow[]>([]);
  const queue = useRef<UploadRow[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const count = useRef(0);

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
        await uploadImage({ file, signal: stop.signal, onProgress: (percent) => update(id, { percent }) });
        setRows((before) => before.filter((row) => row.id !== id));
        queryClient.invalidateQueries({ queryKey: ['images'] });
        queryClient.invalidateQueries({ queryKey: ['dashboard'] });
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
  return { rows, add, retry, drop };
}
