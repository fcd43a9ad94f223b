import type { JournalLine } from './journal-entry.ts';
import type { DeviceMemory } from './memory.ts';

/** What survives in a device when the power goes. */
export interface DeviceStorage {
  readMemory(): Promise<DeviceMemory | undefined>;
  /** All of it or nothing, whenever the power goes; there for good when it resolves. */
  writeMemory(memory: DeviceMemory): Promise<void>;
  readJournal(): Promise<JournalLine[]>;
  /** durable: there for good when it resolves. */
  appendJournal(line: JournalLine, durable: boolean): Promise<void>;
  replaceJournal(lines: readonly JournalLine[]): Promise<void>;
  /** Downloads; they continue where they stopped. */
  sizeOfFile(name: string): Promise<number>;
  appendToFile(name: string, bytes: Uint8Array): Promise<void>;
  readFile(name: string): AsyncIterable<Uint8Array>;
  removeFile(name: string): Promise<void>;
}

/**
 * For big fleets: nothing on disk. It keeps the live objects, like battery-backed memory, so that a device unplugged and
 * plugged in again inside the process goes on where it was.
 */
export function memoryStorage(): DeviceStorage {
  let memory: DeviceMemory | undefined;
  let journal: JournalLine[] = [];
  const files = new Map<string, Uint8Array[]>();
  return {
    readMemory: async () => memory,
    async writeMemory(next) {
      memory = next;
    },
    readJournal: async () => journal,
    async appendJournal(line) {
      journal.push(line);
    },
    async replaceJournal(lines) {
      journal = [...lines];
    },
    sizeOfFile: async (name) => (files.get(name) ?? []).reduce((total, chunk) => total + chunk.byteLength, 0),
    async appendToFile(name, bytes) {
      files.set(name, [...(files.get(name) ?? []), bytes]);
    },
    async *readFile(name) {
      yield* files.get(name) ?? [];
    },
    async removeFile(name) {
      files.delete(name);
    },
  };
}
