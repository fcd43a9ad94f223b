import type { Services } from '#kit/server/services.ts';
import type { BroadcastTarget } from './smart-config.ts';

/** What the demo's simulated machines offer to the pairing page; set once by the program in demo mode. */
export interface SimulatedMachines {
  /** machines that wait to be paired right now */
  waiting(): { name: string; softAp: string }[];
  smartConfig: BroadcastTarget;
  bluetoothScript: string;
}

const simulated = new WeakMap<Services, SimulatedMachines>();

export const useSimulatedMachines = (services: Services, machines: SimulatedMachines) =>
  simulated.set(services, machines);
export const simulatedMachines = (services: Services) => simulated.get(services);
