import { z } from 'zod';
import { basisPoints, bool, int, moneyFen, timePeriod } from '#kit/contract/schemas.ts';
import type { FaultCode } from '../faults.ts';
import type { DeviceType } from './names.ts';

/**
 * One device type, said once. Forms, validation, summaries, the simulator, batch changes and translation keys all read
 * this. Texts: `settings:group.<group>`, `settings:field.<group>.<name>`, `settings:option.<group>.<name>.<value>`,
 * `devices:command.<name>`, `devices:counter.<name>`, `devices:fault.<code>.{name,help}`.
 */
export interface CommandDefinition {
  parameters: z.ZodObject;
  /** something turns, drops or pays: journalled before it starts, never done twice */
  moves: boolean;
  /** how many pieces are asked for, where the machine counts them */
  asked?: (parameters: Record<string, unknown>) => number;
  /**
   * What leaves the machine with it: somebody has to answer for that. Staff need the right, stay within the limit of a
   * day, and it is recorded in their name; everything else was paid for.
   */
  lets?: LetOut;
  /** the longest an execution may take after it was accepted */
  withinMs: number;
}

export interface LetOut {
  what: 'coins' | 'goods';
  /** how many at most; absent where nobody can tell before */
  pieces?: (parameters: Record<string, unknown>) => number;
}

export interface DeviceTypeDefinition {
  type: DeviceType;
  /** every group is a strict object whose fields all have defaults */
  groups: Readonly<Record<string, z.ZodObject>>;
  commands: Readonly<Record<string, CommandDefinition>>;
  /** running totals the machine keeps */
  counters: readonly string[];
  /** the most that the mechanics can count of it in a second, where what is counted becomes somebody's */
  fastestPerSecond?: Readonly<Record<string, number>>;
  faults: readonly FaultCode[];
}

export type Unit =
  | 'ms'
  | 's'
  | 'min'
  | 'coins'
  | 'plays'
  | 'percent'
  | 'tickets'
  | 'pieces'
  | 'mm'
  | 'pulses'
  | 'celsius';

/** A whole number with the unit people read beside it. */
export const number = (min: number, max: number, initial: number, unit?: Unit) =>
  int(min, max)
    .meta({ field: 'number', ...(unit && { unit }) })
    .default(initial);
export const toggle = (initial: boolean) => bool().default(initial);
export const money = (initialFen: number, minFen = 0, maxFen = 1_000_000) =>
  moneyFen(minFen, maxFen).default(initialFen);
/** Hundredths of a percent. */
export const rate = (initial: number, max = 10_000) => basisPoints(max).default(initial);
export const choice = <const V extends readonly [string, ...string[]]>(values: V, initial: V[number]) =>
  z
    .enum(values)
    .meta({ field: 'choice' })
    .default(initial as never);
export const period = (initial: string) => timePeriod().default(initial);

export const command = (
  definition: Partial<CommandDefinition> & Pick<CommandDefinition, 'withinMs'>,
): CommandDefinition => ({ parameters: z.object({}), moves: false, ...definition });

/** Who pays for the pieces: a player online, or staff from afar. The machine counts them apart. */
export const creditSources = ['online', 'remote'] as const;

/** A motor that counts what it gives: `amount` pieces. */
export const counting = (what: LetOut['what'], max: number, withinMs: number): CommandDefinition => ({
  parameters: z.object({ amount: int(1, max), source: z.enum(creditSources).default('online') }),
  moves: true,
  asked: (parameters) => Number(parameters.amount),
  lets: { what, pieces: (parameters) => Number(parameters.amount) },
  withinMs,
});

/** A lane turns once. */
export const onePiece: LetOut = { what: 'goods', pieces: () => 1 };
/** A person at the machine can take what they want. */
export const openMachine: LetOut = { what: 'goods' };

/** What an operator can clear; /clearData. */
export const clearChoices = ['coins', 'count', 'turnover', 'factory', 'both'] as const;
export type ClearChoice = (typeof clearChoices)[number];

export const everyMachine = {
  locate: command({ withinMs: 10_000 }),
  restart: command({ withinMs: 120_000 }),
  clear: command({ parameters: z.object({ what: z.enum(clearChoices) }), withinMs: 30_000 }),
};
