import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceRoot } from '#app/server/source-root.ts';
import type { Measure } from './measures.ts';

/** What a bench measured last, and on which day. Papers say it, and how old it is. */
export type KeptMeasures = Record<string, Omit<Measure, 'name'> & { at: string }>;

const file = join(sourceRoot, 'docs/measured.json');

export const readKept = (): KeptMeasures => JSON.parse(readFileSync(file, 'utf8')) as KeptMeasures;

/** One line for each, so that a later measure changes its own line alone. */
export function keep(taken: readonly Measure[], now: Date): void {
  const at = now.toISOString().slice(0, 'yyyy-mm-dd'.length);
  const kept: KeptMeasures = readKept();
  for (const { name, value, goal } of taken) kept[name] = { value, goal, at };
  const lines = Object.entries(kept)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([name, { value, goal, at }]) =>
        `  ${JSON.stringify(name)}: { "value": ${value}, "goal": "${goal}", "at": "${at}" }`,
    );
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
}
