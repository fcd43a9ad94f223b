/** One measure with the limit it should keep; the name and the value are read by people and by scripts. */
export interface Measure {
  name: string;
  value: number;
  goal: `${'>=' | '<='} ${number}`;
}

export const line = ({ name, value, goal }: Measure) => `bench ${name} ${value} goal ${goal}`;

export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error('median of nothing');
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The smallest value that so many of a hundred do not pass. */
export function percentile(values: readonly number[], hundredths: number): number {
  if (values.length === 0) throw new Error('percentile of nothing');
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * hundredths) / 100) - 1)]!;
}

export const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

export const spread = (values: readonly number[], digits: number) =>
  `${rounded(Math.min(...values), digits)}–${rounded(Math.max(...values), digits)}`;

/**
 * Rounds of all subjects in turn, each round starting with another one: what else the machine is doing then weighs on
 * all of them alike.
 */
export async function interleave<K extends string>(
  rounds: number,
  subjects: Record<K, () => Promise<number>>,
): Promise<Record<K, number[]>> {
  const names = Object.keys(subjects) as K[];
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (let step = 0; step < names.length; step += 1) {
      const name = names[(round + step) % names.length]!;
      results[name].push(await subjects[name]());
    }
  }
  return results;
}

/** Round by round, so that a slow minute of the machine cancels out. */
export const ratios = (above: readonly number[], below: readonly number[]) =>
  above.map((value, round) => value / below[round]!);
