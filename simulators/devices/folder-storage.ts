import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { JournalLine } from './journal-entry.ts';
import type { DeviceMemory } from './memory.ts';
import type { DeviceStorage } from './storage.ts';

/** One folder per device: `memory.json`, replaced whole, and `journal.jsonl`, which only grows until it is compacted. */
export async function folderStorage(folder: string): Promise<DeviceStorage> {
  await mkdir(folder, { recursive: true });
  const memoryPath = join(folder, 'memory.json');
  const journalPath = join(folder, 'journal.jsonl');
  const filePath = (name: string) => join(folder, `${name}.part`);
  const linesOf = (lines: readonly JournalLine[]) =>
    lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return {
    async readMemory() {
      const text = await readOrUndefined(memoryPath);
      return text === undefined ? undefined : (JSON.parse(text) as DeviceMemory);
    },
    writeMemory: (memory) => replaceFile(folder, memoryPath, JSON.stringify(memory)),
    async readJournal() {
      const text = await readOrUndefined(journalPath);
      // made now, so that the first append has nothing to do but append
      if (text === undefined) await replaceFile(folder, journalPath, '');
      const { lines, torn } = parseJournal(text ?? '');
      if (torn) await replaceFile(folder, journalPath, linesOf(lines));
      return lines;
    },
    async appendJournal(line, durable) {
      const file = await open(journalPath, 'a');
      try {
        await file.write(linesOf([line]));
        if (durable) await file.datasync();
      } finally {
        await file.close();
      }
    },
    replaceJournal: (lines) => replaceFile(folder, journalPath, linesOf(lines)),
    sizeOfFile: (name) =>
      stat(filePath(name)).then(
        ({ size }) => size,
        () => 0,
      ),
    async appendToFile(name, bytes) {
      const file = await open(filePath(name), 'a');
      await file.write(bytes).finally(() => file.close());
    },
    readFile: (name) => createReadStream(filePath(name)),
    removeFile: (name) => rm(filePath(name), { force: true }),
  };
}

/** The power went while the last line was written: it is not there. Any other broken line is damage, and is said. */
function parseJournal(text: string): { lines: JournalLine[]; torn: boolean } {
  const end = text.lastIndexOf('\n') + 1;
  const lines = text
    .slice(0, end)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as JournalLine);
  return { lines, torn: end < text.length };
}

async function readOrUndefined(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function replaceFile(folder: string, path: string, content: string): Promise<void> {
  const staging = `${path}.new`;
  const file = await open(staging, 'w');
  try {
    await file.writeFile(content);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(staging, path);
  const entry = await open(folder, 'r');
  await entry.sync().finally(() => entry.close());
}
