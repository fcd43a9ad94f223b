import { useEffect, useRef, useState } from 'react';
import { failureMessage } from '../api.ts';
import type { Uploaded, UploadOptions } from './upload.ts';

export interface PendingUpload {
  id: number;
  name: string;
  /** 0 … 1 */
  part: number;
}

let nextId = 1;

/** Uploads under way with their progress, and what went wrong with the last one. */
export function useUploads(send: (file: File, options: UploadOptions) => Promise<Uploaded>) {
  const [pending, setPending] = useState<PendingUpload[]>([]);
  const [failure, setFailure] = useState<string | undefined>();
  const cancels = useRef(new Map<number, AbortController>());
  useEffect(() => {
    const running = cancels.current;
    return () => {
      for (const cancel of running.values()) cancel.abort();
    };
  }, []);

  async function start(file: File): Promise<Uploaded | undefined> {
    const id = nextId++;
    const cancel = new AbortController();
    cancels.current.set(id, cancel);
    setFailure(undefined);
    setPending((before) => [...before, { id, name: file.name, part: 0 }]);
    try {
      return await send(file, {
        signal: cancel.signal,
        onProgress: (part) =>
          setPending((before) => before.map((one) => (one.id === id ? { ...one, part } : one))),
      });
    } catch (error) {
      if (!cancel.signal.aborted) setFailure(failureMessage(error));
      return undefined;
    } finally {
      cancels.current.delete(id);
      setPending((before) => before.filter((one) => one.id !== id));
    }
  }

  return { pending, failure, setFailure, start, cancel: (id: number) => cancels.current.get(id)?.abort() };
}
