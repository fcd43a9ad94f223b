import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Machine, MachineParts } from './machine.ts';
import { Cabinet } from './machine-cabinet.ts';
import { Claw } from './machine-claw.ts';
import { Deposit } from './machine-deposit.ts';
import { Exchange } from './machine-exchange.ts';
import { Lipstick } from './machine-lipstick.ts';
import { Lottery } from './machine-lottery.ts';
import { Vending } from './machine-vending.ts';

const machines: Record<DeviceType, new (parts: MachineParts) => Machine> = {
  claw: Claw,
  exchange: Exchange,
  vending: Vending,
  lipstick: Lipstick,
  lottery: Lottery,
  cabinet: Cabinet,
  deposit: Deposit,
};

export function createMachine(parts: MachineParts): Machine {
  const machine = new machines[parts.type](parts);
  machine.load();
  return machine;
}
