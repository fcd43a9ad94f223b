import { splitAmount } from '#kit/kernel/money.ts';
import type { FaultCode, OrderUnit } from '../contract/kinds.ts';
import type { DeviceStep } from './device-plan.ts';

/** What a machine said, brought down to what matters for money. Pure. */
export type StepEnd = Required<Pick<DeviceStep, 'end' | 'counted'>> & { reason: string };

/** Refused before anything turned, even where the machine does not count. */
const untouched: readonly (string | null)[] = ['signature', 'unknownCommand', 'badParameters', 'busy'];

/** How a command ended, as machines tell it. */
interface Told {
  state: Required<DeviceStep>['end'];
  asked: number | null;
  counted: number | null;
  reason: string | null;
}

/** `counted` is how many of the pieces that were asked for a sensor saw; a machine without one tells done or failed. */
export function stepEnd(step: DeviceStep, told: Told): StepEnd {
  const reason = told.reason ?? '';
  const countsPieces = told.asked !== null;
  switch (told.state) {
    case 'done':
      return {
        end: 'done',
        counted: countsPieces ? Math.min(told.counted ?? step.asked, step.asked) : step.asked,
        reason,
      };
    case 'expired':
      return { end: 'expired', counted: 0, reason };
    case 'failed': {
      const counted = told.counted ?? (untouched.includes(told.reason) ? 0 : undefined);
      // nobody can tell: the power went, or the machine leaves it open
      if (counted === undefined) return { end: 'unknown', counted: 0, reason };
      return { end: 'failed', counted: countsPieces ? Math.min(counted, step.asked) : 0, reason };
    }
    case 'unknown':
      return { end: 'unknown', counted: 0, reason };
  }
}

/** What the pieces that came are worth; the rest is worth exactly what is missing. Half a play is none. */
export function worthOf(step: DeviceStep, unit: OrderUnit): number {
  const counted = step.counted ?? 0;
  if (counted >= step.asked) return step.amount;
  if (unit === 'play') return Math.floor((step.amount * counted) / step.asked);
  return splitAmount(step.amount, [counted, step.asked - counted])[0] as number;
}

/** The part of a step that is still owed, as a step of the next try. */
export function missingStep(step: DeviceStep, unit: OrderUnit): DeviceStep | undefined {
  const asked = step.asked - (step.counted ?? 0);
  if (asked <= 0) return undefined;
  const { command, parameters } = step;
  return {
    command,
    parameters: 'amount' in parameters ? { ...parameters, amount: asked } : parameters,
    asked,
    amount: step.amount - worthOf(step, unit),
  };
}

const known: readonly string[] = [
  'jam',
  'empty',
  'fault',
  'doorOpen',
  'timeout',
  'busy',
  'interrupted',
  'noAnswer',
  'offline',
] satisfies FaultCode[];

export const faultOf = (reason: string): FaultCode =>
  known.includes(reason) ? (reason as FaultCode) : 'refused';
