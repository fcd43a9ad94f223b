import type { Services } from '#kit/server/services.ts';
import type { MachineAct, Scene } from '../contract.ts';

/** A scene before it is put into words. */
export type Shown = Omit<Scene, 'faults'> & { faults: readonly string[] };

/** The machines that the demo plays inside this server; set once by the program, and in a demo alone. */
export interface ShownMachines {
  codes: ReadonlySet<string>;
  /** somebody could use it now */
  isFree(code: string): boolean;
  /** Keeps simulated customers away for a while; undefined: it plays no such machine. */
  look(code: string): Shown | undefined;
  /** A file of its screen, from its own storage; undefined where it has none of that item. */
  screenFile(code: string, item: string): AsyncIterable<Uint8Array> | undefined;
  /** False where that can not be done to it now. */
  work(code: string, act: MachineAct): boolean;
}

const shown = new WeakMap<Services, ShownMachines>();

export const showMachines = (services: Services, machines: ShownMachines) => shown.set(services, machines);
export const shownMachines = (services: Services) => shown.get(services);
