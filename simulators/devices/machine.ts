import type { z } from 'zod';
import { type FaultCode, faults } from '#kit/protocol/faults.ts';
import type { FailureReason } from '#kit/protocol/messages.ts';
import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Outcome } from './journal.ts';
import type { DeviceMemory } from './memory.ts';
import { type Power, untilPowerLost } from './power.ts';
import type { Random } from './random.ts';
import type { Telemetry } from './telemetry.ts';

/** How often things go wrong with the mechanics. */
export interface Wear {
  /** that a coin, ticket or product gets stuck */
  jamPerPiece: number;
  /** that a piece passes a sensor unseen */
  unseenPerPiece: number;
}

export interface MachineParts {
  type: DeviceType;
  memory: DeviceMemory;
  telemetry: Telemetry;
  power: Power;
  random: Random;
  wear: Wear;
  /** by the device's own clock */
  now(): Date;
  onTrouble(error: unknown): void;
}

/** One command while it is carried out. */
export interface Run {
  id: string;
  asked: number | undefined;
  /** Writes down how many pieces passed, so that a power cut does not lose the count. */
  progress(counted: number): Promise<void>;
}

export type Parameters = Record<string, unknown>;

const locateMs = 3000;

/** The mechanics behind a controller: what commands move, what people do at it, what breaks and is mended. */
export abstract class Machine {
  protected readonly parts: MachineParts;
  #occupied = 0;

  constructor(parts: MachineParts) {
    this.parts = parts;
  }

  /** Carries out a command of the type. The id is in the journal already. */
  protected abstract run(command: string, parameters: Parameters, run: Run): Promise<Outcome>;

  /** Somebody comes and uses it without the server's help. */
  abstract visit(): Promise<void>;

  /** Fills lanes and hoppers of a machine that has never run. */
  load(): void {}

  /** Staff come by: full again. */
  refill(): void {}

  /** True when staff would say it needs filling. */
  get low(): boolean {
    return false;
  }

  /** Settings were replaced. */
  settingsChanged(): void {}

  /** Why the command can not even start; undefined: it can. */
  refuses(_command: string, _parameters: Parameters): FailureReason | undefined {
    if (this.stopped) return this.hasFault('doorOpen') ? 'doorOpen' : 'fault';
    return this.busy ? 'busy' : undefined;
  }

  get busy(): boolean {
    return this.#occupied > 0;
  }

  /** Takes no money until somebody mends it. */
  get stopped(): boolean {
    return this.parts.telemetry.faults.some((code) => faults[code as FaultCode] === 'stop');
  }

  hasFault(code: FaultCode): boolean {
    return this.parts.telemetry.faults.includes(code);
  }

  break(code: FaultCode): void {
    this.parts.telemetry.raiseFault(code);
  }

  mend(code: string): void {
    this.parts.telemetry.clearFault(code);
  }

  async execute(command: string, parameters: Parameters, run: Run): Promise<Outcome> {
    if (command === 'locate') {
      await this.sleep(locateMs);
      return { state: 'done' };
    }
    return this.occupied(() => this.run(command, parameters, run));
  }

  /** For what goes on after a command has ended. */
  protected background(work: Promise<unknown>): void {
    untilPowerLost(work, this.parts.onTrouble);
  }

  protected async occupied<T>(work: () => Promise<T>): Promise<T> {
    this.#occupied++;
    try {
      return await work();
    } finally {
      this.#occupied--;
    }
  }

  protected sleep(ms: number): Promise<void> {
    return this.parts.power.sleep(ms);
  }

  protected get settings(): SettingsDocument {
    return this.parts.memory.settings;
  }

  /** One group of the settings with its types. */
  protected group<G extends z.ZodObject>(name: string, _schema: G): z.infer<G> {
    return this.settings[name] as z.infer<G>;
  }

  protected inner(name: string): number {
    return this.parts.memory.inner[name] ?? 0;
  }

  protected setInner(name: string, value: number): void {
    this.parts.memory.inner[name] = value;
  }
}

export const failed = (reason: FailureReason, run: Run, counted?: number): Outcome => ({
  state: 'failed',
  reason,
  ...(run.asked !== undefined && { asked: run.asked }),
  ...(counted !== undefined && { counted }),
});

export const done = (run: Run, counted?: number): Outcome => ({
  state: 'done',
  ...(run.asked !== undefined && { asked: run.asked }),
  ...(counted !== undefined && { counted }),
});
