import { CallError } from '#kit/contract/client.ts';
import { client } from '#kit/ui/client.ts';
import { saveFile } from '#kit/ui/save-file.ts';
import { createRowCounter, fileNameOf } from './export-stream.ts';

export interface ExportProgress {
  rows: number | undefined;
  totalRows: number | undefined;
  bytes: number;
}

interface Sink {
  write(chunk: Uint8Array): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

interface SavePicker {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;
}

/** Straight to disk where the browser can; otherwise gathered and handed over as a download. */
async function openSink(name: string): Promise<Sink> {
  const picker = (window as unknown as SavePicker).showSaveFilePicker;
  if (picker) {
    try {
      const handle = await picker.call(window, { suggestedName: name });
      const file = await handle.createWritable();
      return {
        write: (chunk) => file.write(chunk as Uint8Array<ArrayBuffer>),
        close: () => file.close(),
        abort: () => file.abort(),
      };
    } catch (error) {
      // Cancelling the dialog cancels the export; a browser that refuses the dialog still has downloads.
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
    }
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  return {
    write: async (chunk) => {
      parts.push(chunk as Uint8Array<ArrayBuffer>);
    },
    close: async () => saveFile(name, new Blob(parts)),
    abort: async () => {
      parts.length = 0;
    },
  };
}

export async function runExport(options: {
  path: string;
  format: 'csv' | 'xlsx';
  fileName: string;
  signal: AbortSignal;
  onProgress: (progress: ExportProgress) => void;
}): Promise<void> {
  const { format, signal, onProgress } = options;
  const response = await client.request(options.path, { method: 'GET', signal });
  if (!response.ok || !response.body) {
    const answer = (await response.json().catch(() => undefined)) as { msg?: string } | undefined;
    throw new CallError(answer?.msg ?? '', response.status);
  }
  const header = response.headers.get('x-total-rows');
  const totalRows = header === null ? undefined : Number(header);
  const sink = await openSink(fileNameOf(response.headers.get('content-disposition'), options.fileName));
  const counter = createRowCounter();
  let bytes = 0;
  try {
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      await sink.write(value);
      bytes += value.byteLength;
      onProgress({ rows: format === 'csv' ? counter.add(value) : undefined, totalRows, bytes });
    }
    await sink.close();
  } catch (error) {
    await sink.abort();
    throw error;
  }
}
