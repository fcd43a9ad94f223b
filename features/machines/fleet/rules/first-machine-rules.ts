import type { DeviceType } from '#kit/protocol/types/names.ts';
import { hasPlayPrice } from '#kit/protocol/types/price.ts';

export interface NewMachine {
  type: DeviceType;
  priceFen: number | null;
  lastSeenAt: Date | null;
  labelledAt: Date | null;
}

const isHeard = ({ lastSeenAt }: NewMachine) => lastSeenAt !== null;
/** Vending machines price their lanes, coin exchanges their coins: those need no price of a play. */
const isPriced = ({ type, priceFen }: NewMachine) => !hasPlayPrice(type) || (priceFen ?? 0) > 0;
const isLabelled = ({ labelledAt }: NewMachine) => labelledAt !== null;

/** In the order in which a machine comes to its first play: what comes first weighs most. */
const steps = [isHeard, isPriced, isLabelled];
const progress = (machine: NewMachine) => steps.reduce((sum, step) => sum * 2 + (step(machine) ? 1 : 0), 0);

export interface FirstMachine<M> {
  machine: M | undefined;
  heard: boolean;
  priced: boolean;
  labelled: boolean;
}

/** What one of the machines has reached, and which one to go on with: of equals the first of the list. */
export function firstMachine<M extends NewMachine>(machines: readonly M[]): FirstMachine<M> {
  const best = machines.reduce<M | undefined>(
    (found, machine) => (found && progress(found) >= progress(machine) ? found : machine),
    undefined,
  );
  return {
    machine: best,
    heard: machines.some(isHeard),
    priced: machines.some(isPriced),
    labelled: machines.some(isLabelled),
  };
}
