import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Records of one kind; putting one replaces it whole. */
export interface Shelf<Value> {
  get(id: string): Value | undefined;
  put(id: string, value: Value): void;
  values(): Value[];
}

export type OpenShelf = <Value>(name: string) => Shelf<Value>;

type Line = [shelf: string, id: string, value: unknown];

function readLines(file: string): Line[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  // a process killed while writing leaves half a line, and it is the last one
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Line);
}

/**
 * What the simulated platform knows. With a file, each change is written to its end before anybody hears of it: a
 * platform does not forget a payment because somebody's process was killed.
 */
export function openMemory(file?: string): OpenShelf {
  const shelves = new Map<string, Map<string, unknown>>();
  const recordsOf = (name: string) => {
    const found = shelves.get(name) ?? new Map<string, unknown>();
    shelves.set(name, found);
    return found;
  };

  if (file) {
    for (const [name, id, value] of readLines(file)) recordsOf(name).set(id, value);
    const kept = [...shelves].flatMap(([name, records]) =>
      [...records].map(([id, value]) => `${JSON.stringify([name, id, value])}\n`),
    );
    // it holds the platform's private keys
    const staging = `${file}.${randomUUID()}.new`;
    writeFileSync(staging, kept.join(''), { mode: 0o600 });
    renameSync(staging, file);
  }

  return <Value>(name: string): Shelf<Value> => {
    const records = recordsOf(name) as Map<string, Value>;
    return {
      get: (id) => records.get(id),
      put(id, value) {
        if (file) appendFileSync(file, `${JSON.stringify([name, id, value])}\n`);
        records.set(id, value);
      },
      values: () => [...records.values()],
    };
  };
}
