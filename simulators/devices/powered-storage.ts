import type { Power } from './power.ts';
import type { DeviceStorage } from './storage.ts';

/** One thing at a time, in the order it was asked for. */
export function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work, work);
    last = result.catch(() => undefined);
    return result;
  };
}

/**
 * Storage as one start of a device sees it: writes follow one another, and when the power has gone nothing is written and
 * nobody learns that a write succeeded.
 */
export function poweredStorage(storage: DeviceStorage, power: Power): DeviceStorage {
  const queue = inTurn();
  const powered = <T>(work: () => Promise<T>): Promise<T> =>
    queue(async () => {
      power.check();
      const result = await work();
      power.check();
      return result;
    });
  return {
    readMemory: () => powered(() => storage.readMemory()),
    writeMemory: (memory) => powered(() => storage.writeMemory(memory)),
    readJournal: () => powered(() => storage.readJournal()),
    appendJournal: (line, durable) => powered(() => storage.appendJournal(line, durable)),
    replaceJournal: (lines) => powered(() => storage.replaceJournal(lines)),
    sizeOfFile: (name) => powered(() => storage.sizeOfFile(name)),
    appendToFile: (name, bytes) => powered(() => storage.appendToFile(name, bytes)),
    readFile: (name) => storage.readFile(name),
    removeFile: (name) => powered(() => storage.removeFile(name)),
  };
}
